import { loaderOf } from './words.ts';

export type { AdminWords } from './english-admin.ts';

/** The words that only the pages for admins have. */
export const loadAdminWords = loaderOf({
  en: async () => (await import('./english-admin.ts')).englishAdmin,
  de: async () => (await import('./german-admin.ts')).germanAdmin,
});
