import type { Words } from '../english.ts';

export const account: Words['account'] = {
  title: 'Konto',
  lead: 'Ihr Name, wie andere ihn sehen, Ihr Passwort, und wo Sie angemeldet sind.',
  emailHint: 'Mit dieser Adresse melden Sie sich an. Sie lässt sich hier nicht ändern.',
  rename: 'Name speichern',
  renamed: 'Ihr Name ist gespeichert.',
  currentPassword: 'Aktuelles Passwort',
  wrongPassword: 'Das aktuelle Passwort stimmt nicht.',
  changePassword: 'Passwort ändern',
  passwordChanged: 'Das Passwort ist geändert, Ihre anderen Sitzungen sind beendet.',
  sessions: 'Sitzungen',
  sessionCount: (count) => (count === 1 ? '1 Sitzung' : `${count} Sitzungen`),
  device: (browser, system) => (system ? `${browser} auf ${system}` : browser),
  script: 'Ein Skript oder eine App',
  thisOne: 'diese hier',
  since: (time, address) => (address ? `Seit ${time}, von ${address}` : `Seit ${time}`),
  end: 'Beenden',
  endOne: (device) => `${device} beenden`,
  ended: 'Die Sitzung ist beendet.',
  sessionsLead:
    'Eine beendete Sitzung endet innerhalb einer Sekunde und bekommt keine Live-Daten mehr. Befehle, die sie schon gesendet hat, werden nicht zurückgenommen.',
  endAll: 'Überall abmelden',
  endAllTitle: 'Überall abmelden?',
  endAllText:
    'Alle Ihre Sitzungen enden, auch diese. Ihre Schilder zeigen ihre Seiten weiter, und schon gesendete Befehle werden nicht zurückgenommen.',
  stay: 'Angemeldet bleiben',
};
