import type { Language } from '@sign-display/contracts/languages';
import { english, type NotificationWords } from './english.ts';
import { german } from './german.ts';

const WORDS: Record<Language, NotificationWords> = { en: english, de: german };

/** The texts of messages about signs in a language. */
export const notificationWords = (language: Language): NotificationWords => WORDS[language];
