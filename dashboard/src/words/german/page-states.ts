import type { Words } from '../english.ts';

export const states: Words['states'] = {
  loading: (signs) =>
    signs === null
      ? 'Die Schilder werden geladen'
      : signs === 1
        ? '1 Schild wird geladen'
        : `${signs} Schilder werden geladen`,
  seconds: (seconds) => `${seconds} s`,
  forbidden: {
    admins: (can) => `Nur Admins können ${can}.`,
    operators: (can) => `Nur Operatoren und Admins können ${can}.`,
    you: (role, organization) => `Ihre Rolle in ${organization} ist ${role}.`,
    whoIsAdmin: 'Admins anzeigen',
  },
  ourFault: {
    title: (what) => `Wir konnten ${what} nicht laden.`,
    page: 'diese Seite',
    pageLead: 'Ein Teil der Seite wurde nicht geladen oder ist fehlerhaft.',
    next: 'Die gewünschte Seite konnte nicht geladen werden. Die bisherige Seite bleibt geöffnet.',
    part: 'Ein Teil dieser Seite wurde nicht geladen.',
    loadAnew: 'Seite neu laden',
  },
};
