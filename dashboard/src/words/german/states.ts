import type { Words } from '../english.ts';

export const states: Words['states'] = {
  noSigns: {
    title: 'Noch keine Schilder. Das erste braucht eine Minute.',
    steps: [
      {
        title: 'Schalten Sie ein Schild ein',
        text: 'Es zeigt einen QR-Code und sechs Zeichen, sobald es uns erreicht.',
      },
      {
        title: 'Scannen Sie ihn mit dem Telefon',
        text: 'Öffnen Sie dort /claim. Es blinkt, Sie sagen Ja und geben ihm einen Namen.',
      },
      { title: 'Es zeigt, dass seine Seite lädt', text: 'Erst dann steht es auf dieser Wand.' },
    ],
    showQr: '/claim als QR-Code zeigen',
    prepare: 'Schilder vorbereiten',
    onlyOperators: 'Operatoren und Admins übernehmen Schilder und bereiten sie vor.',
  },
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
