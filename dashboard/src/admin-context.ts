import { createPageWords } from './load-page-words.tsx';
import { loadAdminWords } from './words/admin-words-loader.ts';

export const { use: useAdminTools, With: WithAdminWords } = createPageWords(loadAdminWords);
