import { loaderOf } from './words.ts';

/** The words of the inbox and of the subscription. */
export const loadInboxWords = loaderOf({
  en: async () => (await import('./english-inbox.ts')).englishInbox,
  de: async () => (await import('./german-inbox.ts')).germanInbox,
});
