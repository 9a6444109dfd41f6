import { loaderOf } from './words.ts';

/** The texts that only a wall without signs needs. */
export const loadFirstWords = loaderOf({
  en: async () => (await import('./english-first-sign.ts')).englishFirst,
  de: async () => (await import('./german-first-sign.ts')).germanFirst,
});
