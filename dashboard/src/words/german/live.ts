import type { Words } from '../english.ts';

export const live: Words['live'] = {};
