import type { Words } from '../english.ts';

export const installable: Words['installable'] = {};
