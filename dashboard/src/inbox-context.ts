import { createPageWords, type ToolsWith } from './load-page-words.tsx';
import type { englishInbox } from './words/english-inbox.ts';
import { loadInboxWords } from './words/inbox-words-loader.ts';

/** What the inbox and the subscription work with: everybody's tools, with the words of these pages. */
export type InboxTools = ToolsWith<typeof englishInbox>;

export const { use: useInboxTools, With: WithInboxWords } = createPageWords(loadInboxWords);
