import type { Words } from '../english.ts';

export const account: Words['account'] = {
  title: 'Konto',
  lead: 'Ihr Name, wie andere ihn sehen, Ihr Passwort, und wo Sie angemeldet sind.',
  emailHint: 'An Ihrer Adresse erkennt der Dienst Sie.',
  rename: 'Name speichern',
  renamed: 'Ihr Name ist geändert.',
  currentPassword: 'Aktuelles Passwort',
  wrongPassword: 'Das jetzige Passwort stimmt nicht.',
  changePassword: 'Passwort ändern',
  passwordChanged: 'Das Passwort ist geändert, Ihre anderen Sitzungen sind beendet.',
  sessions: 'Angemeldet',
  sessionCount: (count) => (count === 1 ? '1 Sitzung' : `${count} Sitzungen`),
  device: (browser, system) => (system ? `${browser} auf ${system}` : browser),
  script: 'Ein Skript oder eine App',
  thisOne: 'diese hier',
  since: (time, address) => (address ? `Seit ${time}, von ${address}` : `Seit ${time}`),
  end: 'Beenden',
  endOne: (device) => `${device} beenden`,
  ended: 'Die Sitzung ist beendet.',
  sessionsLead:
    'Eine beendete Sitzung endet binnen einer Sekunde, mit allem, was sie live sah. Was sie einem Schild schon gesandt hat, bleibt gesandt.',
  endAll: 'Überall abmelden',
  endAllTitle: 'Überall abmelden?',
  endAllText:
    'Jede Ihrer Sitzungen endet, auch diese. Ihre Schilder laufen weiter; was ihnen gesandt wurde, bleibt gesandt.',
  stay: 'Angemeldet bleiben',
};
