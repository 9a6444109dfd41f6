import { english, type Words } from './english.ts';
import { german } from './german.ts';

export type { Words } from './english.ts';

const CATALOGUES: Record<string, Words> = { en: english, de: german };

/** The catalogue of the first of these languages (`navigator.languages`) that there is one for; else English. */
export function wordsFor(languages: readonly string[]): Words {
  for (const language of languages) {
    const [base = ''] = language.toLowerCase().split('-');
    if (Object.hasOwn(CATALOGUES, base)) return CATALOGUES[base]!;
  }
  return english;
}
