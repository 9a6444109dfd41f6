import type { Words } from '../english.ts';

export const account: Words['account'] = {
  title: 'Konto',
  lead: 'Ihr Name, wie andere ihn sehen, Ihr Passwort und Ihre aktiven Sitzungen.',
  emailHint: 'Mit dieser Adresse melden Sie sich an. Sie kann hier nicht geändert werden.',
  rename: 'Name speichern',
  renamed: 'Ihr Name wurde gespeichert.',
  currentPassword: 'Aktuelles Passwort',
  wrongPassword: 'Das aktuelle Passwort stimmt nicht.',
  changePassword: 'Passwort ändern',
  passwordChanged: 'Ihr Passwort wurde geändert. Ihre anderen Sitzungen wurden beendet.',
  sessions: 'Sitzungen',
  sessionCount: (count) => (count === 1 ? '1 Sitzung' : `${count} Sitzungen`),
  device: (browser, system) => (system ? `${browser} auf ${system}` : browser),
  script: 'Skript oder App',
  thisOne: 'diese Sitzung',
  since: (time, address) => (address ? `Seit ${time}, von ${address}` : `Seit ${time}`),
  end: 'Beenden',
  endOne: (device) => `${device} beenden`,
  ended: 'Die Sitzung wurde beendet.',
  sessionsLead:
    'Wenn Sie eine Sitzung beenden, erhält sie innerhalb einer Sekunde keine Live-Daten mehr. Bereits gesendete Befehle werden nicht zurückgenommen.',
  endAll: 'Überall abmelden',
  endAllTitle: 'Überall abmelden?',
  endAllText:
    'Alle Ihre Sitzungen werden beendet, auch diese. Ihre Schilder zeigen ihre Seiten weiter. Bereits gesendete Befehle werden nicht zurückgenommen.',
  stay: 'Angemeldet bleiben',
};
