import type { Words } from '../english.ts';

export const live: Words['live'] = {
  live: 'Live',
  notLive: 'Nicht live',
  connecting: 'Wird verbunden',
  verdictsWait: 'Status wird geprüft',
  since: (time) => `Nicht live seit ${time}`,
  age: (age) => `Die Daten auf dieser Seite sind ${age} alt.`,
  never: 'Noch nicht live',
  neverLead: 'Bisher konnten keine Daten geladen werden.',
  again: (seconds) => `Neuer Versuch in ${seconds} s.`,
  now: 'Neuer Versuch läuft.',
  tryNow: 'Jetzt versuchen',
  busy: 'Der Dienst ist ausgelastet.',
  often: 'Es wurden zu viele Anfragen gesendet.',
  ourFault: 'Auf dem Server ist ein Fehler aufgetreten.',
  noNetwork: 'Sie sind offline. Dieses Gerät hat keine Netzverbindung.',
  unreachable: 'Der Dienst ist nicht erreichbar.',
  ended: {
    not_found: 'Diese Veranstaltung gibt es nicht mehr, oder Sie haben keinen Zugriff mehr auf die Veranstaltung.',
    forbidden: 'Ihre Rolle erlaubt den Zugriff auf diese Schilder nicht mehr.',
    mfa_required:
      'Diese Organisation verlangt die Anmeldung in zwei Schritten. Melden Sie sich mit einem Code oder Passkey neu an oder schalten Sie sie in Ihrem Konto ein.',
    other: 'Der Dienst sendet dieser Seite keine Änderungen. Laden Sie die Seite neu.',
  },
  away: {
    start: 'Unser Dienst war ausgefallen und läuft jetzt wieder. Ihre Schilder waren nicht die Ursache.',
    mass_silence:
      'So viele Schilder melden sich gleichzeitig nicht mehr, dass die Ursache vermutlich nicht bei den Schildern liegt. Wir prüfen zuerst die Ursache.',
    lead: 'Bis die Prüfung beendet ist, wird kein Schild als offline gemeldet.',
    heard: (heard, of) =>
      `${heard} von ${of} ${of === 1 ? 'Schild' : 'Schildern'} ${heard === 1 ? 'hat' : 'haben'} sich wieder gemeldet.`,
    until: (time) => `Offline-Status wird ab ${time} wieder angezeigt.`,
  },
};
