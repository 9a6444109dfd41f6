import type { english } from './english.ts';
import { people } from './english/people.ts';

/** The words of the pages for admins, in English. They are no part of `english`: other pages do not load them. */
export const englishAdmin = { people };

export type AdminWords = typeof english & typeof englishAdmin;
