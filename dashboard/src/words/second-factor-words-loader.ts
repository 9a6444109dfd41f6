import { loaderOf } from './words.ts';

export type { SecondFactorWords } from './english-second-factor.ts';

/** The words of two-step sign-in: its page in the account, the code at sign-in, and the page of an organization that requires it. */
export const loadSecondFactorWords = loaderOf({
  en: async () => (await import('./english-second-factor.ts')).englishSecondFactor,
  de: async () => (await import('./german-second-factor.ts')).germanSecondFactor,
});
