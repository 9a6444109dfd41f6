import type { TimesWords } from './times.ts';

export const TIMES: TimesWords = {
  day: ['day', 'days', 'd'],
  hour: ['hour', 'hours', 'h'],
  minute: ['minute', 'minutes', 'min'],
  again: 'Retries automatically.',
  now: 'Retrying now.',
  soon: (seconds) => `Retrying in ${seconds} s.`,
  later: (length) => `Retrying in ${length}.`,
};
