import type { Words } from '../english.ts';

export const camera: Words['camera'] = {};
