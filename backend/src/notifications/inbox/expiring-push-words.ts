import type { Language } from '@sign-display/contracts/languages';

/** The texts of the warning, by mail and in the inbox, that browsers will soon stop getting notifications. */
export interface EndingWords {
  title: string;
  text: string;
  action: string;
}

/** Makes the texts. `day`: when the first of `count` browsers is signed out. */
const WORDS: Record<Language, (count: number, day: string) => EndingWords> = {
  en: (count, day) => ({
    ...(count === 1
      ? {
          title: 'A browser will stop receiving notifications',
          text: `A browser in which you turned on notifications has not been used for weeks. It will be signed out on ${day} and will then no longer receive notifications. To keep receiving notifications, open the dashboard in that browser before that day.`,
        }
      : {
          title: `${count} browsers will stop receiving notifications`,
          text: `${count} browsers in which you turned on notifications have not been used for weeks. The first will be signed out on ${day} and will then no longer receive notifications. To keep receiving notifications, open the dashboard in each of these browsers before that day.`,
        }),
    action: 'Open the dashboard',
  }),
  de: (count, day) => ({
    ...(count === 1
      ? {
          title: 'Ein Browser erhält bald keine Benachrichtigungen mehr',
          text: `Ein Browser, in dem Sie Benachrichtigungen eingeschaltet haben, wurde seit Wochen nicht verwendet. Er wird am ${day} abgemeldet und erhält dann keine Benachrichtigungen mehr. Öffnen Sie das Dashboard vorher in diesem Browser, um weiterhin Benachrichtigungen zu erhalten.`,
        }
      : {
          title: `${count} Browser erhalten bald keine Benachrichtigungen mehr`,
          text: `${count} Browser, in denen Sie Benachrichtigungen eingeschaltet haben, wurden seit Wochen nicht verwendet. Der erste wird am ${day} abgemeldet und erhält dann keine Benachrichtigungen mehr. Öffnen Sie das Dashboard vorher in jedem dieser Browser, um weiterhin Benachrichtigungen zu erhalten.`,
        }),
    action: 'Dashboard öffnen',
  }),
};

const LOCALES: Record<Language, string> = { en: 'en-GB', de: 'de' };

/** Makes the warning in a language. `endsAt`: when each of the browsers is signed out; at least one entry. Pure. */
export function endingWords(endsAt: readonly Date[], language: Language): EndingWords {
  const first = endsAt.reduce((a, b) => (a < b ? a : b));
  const form = { timeZone: 'UTC', day: 'numeric', month: 'long', year: 'numeric' } as const;
  return WORDS[language](endsAt.length, first.toLocaleDateString(LOCALES[language], form));
}
