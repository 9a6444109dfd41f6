import type { Words } from './english.ts';

export type { Words } from './english.ts';

/** The languages that there are words of, each with how its catalogue is loaded. Each is a script of its own: nobody loads two. */
const CATALOGUES = {
  en: async (): Promise<Words> => (await import('./english.ts')).english,
  de: async (): Promise<Words> => (await import('./german.ts')).german,
};

export type Language = keyof typeof CATALOGUES;

export const LANGUAGES = Object.keys(CATALOGUES) as Language[];

export const isLanguage = (text: string): text is Language => Object.hasOwn(CATALOGUES, text);

/** The first of these languages (`navigator.languages`) that there are words of; else English. */
export function languageFor(languages: readonly string[]): Language {
  for (const language of languages) {
    const [base = ''] = language.toLowerCase().split('-');
    if (isLanguage(base)) return base;
  }
  return 'en';
}

/** How words are loaded: resolves with those of a language; with the English ones where they can’t be loaded now. Rejects where those can’t either, as any other script of the page would. */
export const loaderOf =
  <Own>(catalogues: Record<Language, () => Promise<Own>>) =>
  (language: Language): Promise<Own> =>
    catalogues[language]().catch(catalogues.en);

/** The words of every page. */
export const loadWords = loaderOf(CATALOGUES);
