import type { english } from './english.ts';
import { audit } from './english/audit.ts';
import { contentFetches } from './english/content-fetches.ts';
import { conflict } from './english/conflict.ts';
import { people } from './english/people.ts';
import { settings } from './english/settings.ts';
import { system } from './english/system.ts';
import { leave } from './english/unsaved-changes.ts';

/** The words of the pages for admins, in English. They are no part of `english`: other pages do not load them. */
export const englishAdmin = { people, settings, system, audit, contentFetches, conflict, leave };

export type AdminWords = typeof english & typeof englishAdmin;
