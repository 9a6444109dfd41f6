import { createPageWords } from '../load-page-words.tsx';
import { loadClaimingWords } from '../words/claiming-words-loader.ts';

/** What the claim on a phone works with: everybody's tools, with its own words. */
export const { use: useClaimingTools, With: WithClaimingWords } = createPageWords(loadClaimingWords);
