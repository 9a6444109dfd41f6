import type { away as english } from '../english/service-away.ts';

export const away: typeof english = {
  span: (from, to) => `Wir waren von ${from} bis ${to} weg. Das waren wir, nicht Ihre Schilder.`,
  lead: (seconds) =>
    `Kein Schild heißt offline, bevor wir ${seconds === 60 ? 'eine Minute' : `${seconds} s`} zugehört haben.`,
  again: (time) => `Ausfälle melden wir wieder ab ${time}`,
  in: ', in',
  seconds: (seconds) => `${seconds} s`,
};
