import { loaderOf } from './words.ts';

export type { PushWords } from './english-push.ts';

/** The words of notifications in this browser, and of test messages. */
export const loadPushWords = loaderOf({
  en: async () => (await import('./english-push.ts')).englishPush,
  de: async () => (await import('./german-push.ts')).germanPush,
});
