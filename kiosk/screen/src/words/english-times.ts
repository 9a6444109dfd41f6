import type { TimesWords } from './times.ts';

export const TIMES: TimesWords = {
  day: ['day', 'days', 'd'],
  hour: ['hour', 'hours', 'h'],
  minute: ['minute', 'minutes', 'min'],
  again: 'Tries again by itself.',
  now: 'Tries again now.',
  soon: (seconds) => `Tries again in ${seconds} s.`,
  later: (length) => `Tries again in ${length}.`,
};
