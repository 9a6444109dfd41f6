import { loaderOf } from './words.ts';

export type { ClaimingWords } from './english-claiming.ts';

/** The words that only the claim has. */
export const loadClaimingWords = loaderOf({
  en: async () => (await import('./english-claiming.ts')).englishClaiming,
  de: async () => (await import('./german-claiming.ts')).germanClaiming,
});
