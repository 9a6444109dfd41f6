import type { PushWords } from '../english-push.ts';

export const push: PushWords['push'] = {
  title: 'Benachrichtigungen in diesem Browser',
  states: {
    off: 'Push-Nachrichten sind für diesen Dienst ausgeschaltet, weil Push-Dienste eine Kontaktadresse verlangen. Bitten Sie den Betreiber des Dienstes, PUSH_CONTACT zu setzen.',
    insecure:
      'Browser erlauben Benachrichtigungen nur über https. Öffnen Sie diesen Dienst unter seiner https-Adresse.',
    'install-first': 'Auf iPhone und iPad kann nur eine installierte App Benachrichtigungen zeigen, ab iOS 16.4.',
    unsupported:
      'Dieser Browser kann keine Push-Nachrichten zeigen. Verwenden Sie ein aktuelles Chrome, Edge, Firefox oder Safari.',
    denied: 'Benachrichtigungen dieses Dienstes sind in diesem Browser blockiert. So erlauben Sie sie wieder:',
    on: 'Dieser Browser zeigt Ihre Benachrichtigungen, auch wenn dieser Dienst dort nicht geöffnet ist.',
    stopped:
      'Dieser Browser erhält keine Benachrichtigungen mehr: Laut seinem Push-Dienst gibt es die Registrierung nicht mehr.',
    offered: 'Dieser Browser zeigt Ihre Benachrichtigungen noch nicht.',
  },
  installSteps: [
    'Tippen Sie im Browser auf „Teilen“.',
    'Wählen Sie „Zum Home-Bildschirm“.',
    'Öffnen Sie die App vom Home-Bildschirm, melden Sie sich an und öffnen Sie dort Ihr Konto.',
  ],
  allowSteps: [
    'Öffnen Sie die Website-Einstellungen über das Symbol neben der Adresse dieser Seite.',
    'Stellen Sie Benachrichtigungen auf „Zulassen“.',
    'Laden Sie diese Seite neu.',
  ],
  allowStepsOfApp: [
    'Öffnen Sie die App „Einstellungen“ und dort „Mitteilungen“.',
    'Wählen Sie diese App und erlauben Sie Mitteilungen.',
    'Öffnen Sie diese App erneut.',
  ],
  turnOn: 'Benachrichtigungen einschalten',
  turnOnAgain: 'Wieder einschalten',
  turnOff: 'Ausschalten',
  turnedOn: 'Benachrichtigungen sind in diesem Browser eingeschaltet.',
  turnedOff: 'Benachrichtigungen sind in diesem Browser ausgeschaltet.',
  dismissed: 'Es wurde nichts geändert: Die Frage des Browsers wurde ohne Antwort geschlossen.',
  failed:
    'Der Browser konnte sich nicht für Benachrichtigungen registrieren. Prüfen Sie die Netzverbindung und versuchen Sie es erneut.',
  elsewhere: (count) =>
    count === 1
      ? '1 anderer Browser erhält Ihre Benachrichtigungen.'
      : `${count} andere Browser erhalten Ihre Benachrichtigungen.`,
  test: {
    title: 'Testnachricht',
    event: 'Veranstaltung',
    send: 'Testnachricht senden',
    sending: 'Die Testnachricht wird gesendet. Die Ergebnisse kommen innerhalb von 10 Sekunden.',
    none: 'Sie haben diese Veranstaltung nicht abonniert. Deshalb wurde keine Testnachricht gesendet.',
    results: 'Ergebnisse der Testnachricht',
    channels: { email: 'E-Mail', push: 'Push', inbox: 'Posteingang' },
    accepted: {
      email: 'Der Mailserver hat die Nachricht angenommen.',
      inbox: 'Die Nachricht ist in Ihrem Posteingang.',
    },
    browsers: (accepted, all) =>
      all === 1
        ? 'Der Push-Dienst Ihres Browsers hat die Nachricht angenommen.'
        : `Die Push-Dienste von ${accepted} der ${all} Browser haben die Nachricht angenommen.`,
    outbox: 'Der E-Mail-Versand ist nicht eingerichtet. Die Nachricht wurde nur in eine Datei geschrieben.',
    late: 'Keine Antwort innerhalb von 8 Sekunden. Die Nachricht kann noch ankommen.',
    off: 'Push-Nachrichten sind für diesen Dienst ausgeschaltet.',
    noBrowser: 'Kein Browser ist für Ihre Benachrichtigungen registriert.',
    stopped: (count) =>
      count === 1
        ? '1 Browser erhält nichts mehr: Laut seinem Push-Dienst gibt es die Registrierung nicht mehr.'
        : `${count} Browser erhalten nichts mehr: Laut ihren Push-Diensten gibt es die Registrierungen nicht mehr.`,
    stoppedHere: 'Dieser Browser gehört dazu.',
  },
};
