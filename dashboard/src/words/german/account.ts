import type { Words } from '../english.ts';

export const account: Words['account'] = {};
