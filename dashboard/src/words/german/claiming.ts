import type { Words } from '../english.ts';

export const claiming: Words['claiming'] = {};
