import type { Words } from '../english.ts';

export const states: Words['states'] = {
  loading: (signs) =>
    signs === null ? 'Wartet auf die Schilder' : `Wartet auf ${signs} ${signs === 1 ? 'Schild' : 'Schilder'}`,
  seconds: (seconds) => `${seconds} s`,
  forbidden: {
    admins: (can) => `Nur Admins können ${can}.`,
    operators: (can) => `Nur Operatoren und Admins können ${can}.`,
    you: (role, organization) => `Sie sind ${role} in ${organization}.`,
    whoIsAdmin: 'Wer ist Admin',
  },
  ourFault: {
    title: (what) => `Wir konnten ${what} nicht laden.`,
    page: 'diese Seite',
    pageLead: 'Ein Teil davon wurde nicht geladen oder ist fehlerhaft.',
    next: 'Die gewünschte Seite wurde nicht geladen. Diese bleibt.',
    part: 'Ein Teil dieser Seite wurde nicht geladen.',
    loadAnew: 'Seite neu laden',
  },
};
