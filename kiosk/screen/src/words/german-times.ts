import type { TimesWords } from './times.ts';

export const TIMES: TimesWords = {
  day: ['Tag', 'Tage', 'T'],
  hour: ['Stunde', 'Stunden', 'h'],
  minute: ['Minute', 'Minuten', 'min'],
  again: 'Der nächste Versuch erfolgt automatisch.',
  now: 'Neuer Versuch läuft.',
  soon: (seconds) => `Nächster Versuch in ${seconds} s.`,
  // “in 2 Tagen”.
  later: (length) => `Nächster Versuch in ${length.replace(/Tage$/, 'Tagen')}.`,
};
