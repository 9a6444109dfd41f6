import { createPageWords, type ToolsWith } from './page-words.tsx';
import type { englishAdmin } from './words/english-admin.ts';
import { loadAdminWords } from './words/admin-words-loader.ts';

/** The tools of the pages for admins: everybody's, with the words of these pages. */
export type AdminTools = ToolsWith<typeof englishAdmin>;

export const { use: useAdminTools, With: WithAdminWords } = createPageWords(loadAdminWords);
