import { push } from './english/push.ts';

/** The English texts of notifications in this browser, kept out of `english` so that other pages do not load them. */
export const englishPush = { push };

export type PushWords = typeof englishPush;
