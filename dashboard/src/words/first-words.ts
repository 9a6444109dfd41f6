import { loaderOf } from './words.ts';

/** The words that only an event's first sign has. */
export const loadFirstWords = loaderOf({
  en: async () => (await import('./english-first.ts')).englishFirst,
  de: async () => (await import('./german-first.ts')).germanFirst,
});
