import type { Language } from '@sign-display/contracts/languages';
import { quoted } from '../../mail/mail-name-sanitizer.ts';
import { english, type AccountMailWords } from './english.ts';
import { german } from './german.ts';

const WORDS: Record<Language, AccountMailWords> = { en: english, de: german };

/** The texts of account mails in a language, and a function that puts a name in that language’s quotation marks. */
export const mailWords = (language: Language) => {
  const words = WORDS[language];
  return { words, quote: (name: string): string => quoted(name, words.quotes) };
};
