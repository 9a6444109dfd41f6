import { createPageWords, type ToolsWith } from './load-page-words.tsx';
import type { englishInbox } from './words/english-inbox.ts';
import { loadInboxWords } from './words/inbox-words-loader.ts';

/** The tools of the inbox and the subscription pages: the shared tools, with the texts of these pages. */
export type InboxTools = ToolsWith<typeof englishInbox>;

export const { use: useInboxTools, With: WithInboxWords } = createPageWords(loadInboxWords);
