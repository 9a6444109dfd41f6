import type { Words } from '../english.ts';

export const events: Words['events'] = {};
