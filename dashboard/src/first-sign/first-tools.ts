import { createOwnWords } from '../own-words.tsx';
import { loadFirstWords } from '../words/first-words.ts';

/** The tools of this folder: the common tools, plus the texts of the first sign and of the claim. */
export const { use: useFirstTools, With: WithFirstWords } = createOwnWords(loadFirstWords);
