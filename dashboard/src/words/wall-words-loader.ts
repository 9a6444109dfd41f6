import { loaderOf } from './words.ts';

export type { WallWords } from './english-wall.ts';

/** The words that the wall, a sign's page and the outages have beside everybody's. */
export const loadWallWords = loaderOf({
  en: async () => (await import('./english-wall.ts')).englishWall,
  de: async () => (await import('./german-wall.ts')).germanWall,
});
