import { push } from './english/push.ts';

/** The words of notifications in this browser, in English. They are no part of `english`: other pages do not load them. */
export const englishPush = { push };

export type PushWords = typeof englishPush;
