import { createPageWords } from '../load-page-words.tsx';
import { loadFirstWords } from '../words/first-sign-words-loader.ts';

/** The tools of this folder: the common tools, plus the texts of the first sign and of the claim. */
export const { use: useFirstTools, With: WithFirstWords } = createPageWords(loadFirstWords);
