import type { Words } from '../english.ts';

export const trouble: Words['trouble'] = {
  unreachable: 'Der Dienst ist nicht zu erreichen. Prüfen Sie Ihre Verbindung und versuchen Sie es noch einmal.',
  unavailable: 'Der Dienst ist ausgelastet. Versuchen Sie es gleich noch einmal.',
  internal: 'Bei uns ist ein Fehler aufgetreten, er ist festgehalten. Versuchen Sie es noch einmal.',
  rateLimited: (seconds) => `Zu viele Versuche. Warten Sie ${seconds} s, dann geht es wieder.`,
  fields: (count) =>
    count === 1 ? 'Ein Feld braucht noch einen Blick.' : `${count} Felder brauchen noch einen Blick.`,
  refused: {
    forbidden: 'Ihre Rolle erlaubt das nicht. Ein Admin der Organisation kann es.',
    not_found: 'Das gibt es nicht mehr, oder Sie dürfen es nicht sehen.',
    conflict: 'Das hat sich inzwischen geändert, oder etwas hängt noch davon ab. Laden Sie die Seite neu.',
    quota_exceeded:
      'Mehr davon sind gerade nicht möglich. Warten Sie laufende Änderungen ab, löschen Sie, was niemand braucht, oder fragen Sie den Betreiber des Dienstes.',
    unauthenticated: 'Ihre Sitzung ist zu Ende. Melden Sie sich wieder an.',
    validation_failed: 'Der Dienst hat das nicht angenommen. Prüfen Sie, was Sie eingegeben haben.',
  },
  tryAgain: 'Noch einmal',
};
