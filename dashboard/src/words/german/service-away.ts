import type { away as english } from '../english/service-away.ts';

export const away: typeof english = {
  span: (from, to) => `Unser Dienst war von ${from} bis ${to} nicht erreichbar. Ihre Schilder waren nicht die Ursache.`,
  lead: (seconds) =>
    `Bevor wir ${seconds === 60 ? 'eine Minute' : `${seconds} s`} auf Herzschläge gewartet haben, wird kein Schild als offline gemeldet.`,
  again: (time) => `Meldungen wieder ab ${time}`,
  in: ', in',
  seconds: (seconds) => `${seconds} s`,
};
