import type { Words } from '../english.ts';

export const states: Words['states'] = {};
