import type { Words } from '../english.ts';

export const claims: Words['claims'] = {};
