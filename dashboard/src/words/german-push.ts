import type { PushWords } from './english-push.ts';
import { push } from './german/push.ts';

/** The German words of notifications in this browser. */
export const germanPush: PushWords = { push };
