import { inbox } from './english/inbox.ts';
import { subscription } from './english/subscription.ts';
import { leave } from './english/unsaved-changes.ts';

/** The words of the inbox and of what reaches a person, in English. They are no part of `english`: other pages do not load them. */
export const englishInbox = { inbox, subscription, leave };
