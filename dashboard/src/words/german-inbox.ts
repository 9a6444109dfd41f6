import type { englishInbox } from './english-inbox.ts';
import { inbox } from './german/inbox.ts';
import { subscription } from './german/subscription.ts';
import { leave } from './german/unsaved-changes.ts';

export const germanInbox: typeof englishInbox = { inbox, subscription, leave };
