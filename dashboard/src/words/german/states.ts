import type { Words } from '../english.ts';

export const states: Words['states'] = {
  loading: (signs) =>
    signs === null ? 'Hört die Schilder ab' : `Hört ${signs} ${signs === 1 ? 'Schild' : 'Schilder'} ab`,
  seconds: (seconds) => `${seconds} s`,
  forbidden: {
    admins: (can) => `Nur Admins ${can}.`,
    operators: (can) => `Nur Operatoren und Admins ${can}.`,
    you: (role, organization) => `Sie sind ${role} in ${organization}.`,
    whoIsAdmin: 'Wer ist Admin',
  },
  ourFault: {
    title: (what) => `Wir konnten ${what} nicht laden.`,
    page: 'diese Seite',
    pageLead: 'Ein Teil davon kam nicht an oder ging kaputt.',
    next: 'Die gewünschte Seite kam nicht an. Diese bleibt.',
    part: 'Ein Teil dieser Seite kam nicht an.',
    loadAnew: 'Seite neu laden',
  },
};
