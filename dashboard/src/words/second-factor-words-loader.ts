import { loaderOf } from './words.ts';

export type { SecondFactorWords } from './english-second-factor.ts';

/** The words of two-step sign-in and passkeys: their tabs in the account, the ways to sign in, and the page of an organization that requires it. */
export const loadSecondFactorWords = loaderOf({
  en: async () => (await import('./english-second-factor.ts')).englishSecondFactor,
  de: async () => (await import('./german-second-factor.ts')).germanSecondFactor,
});
