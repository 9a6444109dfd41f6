import type { Words } from '../english.ts';

export const trouble: Words['trouble'] = {
  unreachable: 'Der Dienst ist nicht erreichbar. Prüfen Sie Ihre Verbindung und versuchen Sie es noch einmal.',
  unavailable: 'Der Dienst ist ausgelastet. Versuchen Sie es gleich noch einmal.',
  internal: 'Bei uns ist ein Fehler aufgetreten. Der Fehler wurde protokolliert. Versuchen Sie es noch einmal.',
  rateLimited: (seconds) => `Zu viele Versuche. Warten Sie ${seconds} s und versuchen Sie es dann noch einmal.`,
  fields: (count) => (count === 1 ? 'Korrigieren Sie ein Feld.' : `Korrigieren Sie ${count} Felder.`),
  refused: {
    forbidden: 'Ihre Rolle erlaubt diese Aktion nicht. Wenden Sie sich an einen Admin der Organisation.',
    not_found: 'Diesen Eintrag gibt es nicht mehr, oder Sie haben keinen Zugriff darauf.',
    conflict: 'Dieser Eintrag wurde inzwischen geändert oder wird noch verwendet. Laden Sie die Seite neu.',
    quota_exceeded:
      'Die zulässige Höchstzahl ist erreicht. Warten Sie, bis laufende Änderungen abgeschlossen sind, löschen Sie nicht mehr benötigte Einträge oder wenden Sie sich an den Betreiber des Dienstes.',
    unauthenticated: 'Ihre Sitzung ist abgelaufen. Melden Sie sich wieder an.',
    mfa_required:
      'Dafür ist die Anmeldung in zwei Schritten nötig. Melden Sie sich mit einem Code oder Passkey neu an oder schalten Sie sie zuerst in Ihrem Konto ein.',
    password_change_required: 'Sie müssen zuerst ein eigenes Passwort wählen. Laden Sie dazu die Seite neu.',
    validation_failed: 'Der Dienst hat die Anfrage abgelehnt. Prüfen Sie Ihre Angaben.',
  },
  tryAgain: 'Noch einmal versuchen',
};
