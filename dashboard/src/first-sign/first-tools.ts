import { createOwnWords } from '../own-words.tsx';
import { loadFirstWords } from '../words/first-words.ts';

/** What the way to the first sign works with: everybody's tools, with its own words and those of the claim. */
export const { use: useFirstTools, With: WithFirstWords } = createOwnWords(loadFirstWords);
