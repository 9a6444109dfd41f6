import type { englishWall } from './english-wall.ts';
import type { Language } from './words.ts';

export type { WallWords } from './english-wall.ts';

type Own = typeof englishWall;

/** The wall's own words in each language, each a script of its own. */
const CATALOGUES: Record<Language, () => Promise<Own>> = {
  en: async () => (await import('./english-wall.ts')).englishWall,
  de: async () => (await import('./german-wall.ts')).germanWall,
};

/** Resolves with the wall's own words in a language; with the English ones where they can’t be loaded now. Rejects where those can’t either. */
export const loadWallWords = (language: Language): Promise<Own> => CATALOGUES[language]().catch(CATALOGUES.en);
