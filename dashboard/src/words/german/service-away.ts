import type { away as english } from '../english/service-away.ts';

export const away: typeof english = {
  span: (from, to) => `Unser Dienst war von ${from} bis ${to} ausgefallen. Ihre Schilder waren nicht die Ursache.`,
  lead: (seconds) =>
    `Wir warten zuerst ${seconds === 60 ? 'eine Minute' : `${seconds} s`} auf Herzschläge. Bis dahin wird kein Schild als offline gemeldet.`,
  again: (time) => `Ausfälle werden ab ${time} wieder gemeldet`,
  in: ', in',
  seconds: (seconds) => `${seconds} s`,
};
