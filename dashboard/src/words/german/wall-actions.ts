import type { WallWords } from '../english-wall.ts';
import { isolated } from '../isolate-direction.ts';

const signs = (count: number): string => `${count} ${count === 1 ? 'Schild' : 'Schilder'}`;
const ofSigns = (count: number): string => `${count} ${count === 1 ? 'Schild' : 'Schildern'}`;

export const wallActions: WallWords['wallActions'] = {
  by: { email: 'E-Mail', push: 'Push', inbox: 'Posteingang' },
  told: (by, time) => `Um ${time} benachrichtigt (${by}).`,
  inboxOnly: (time) =>
    `Die Nachricht ist seit ${time} im Posteingang. Es wurde keine E-Mail gesendet, da der E-Mail-Versand nicht eingerichtet ist.`,
  noMail: 'Es wird keine E-Mail gesendet, da der E-Mail-Versand nicht eingerichtet ist.',
  atIt: (name, time) => `Von ${isolated(name)} um ${time} bestätigt.`,
  about: (names, more) =>
    more === 0
      ? `Betroffen: ${isolated(names)}.`
      : `Betroffen: ${isolated(names)} und ${more === 1 ? '1 weiteres Schild' : `${more} weitere Schilder`}.`,
  takeOver: (names) => `${isolated(names)} ablösen`,
  takesPlace: 'Ihr Name und Ihre Notiz ersetzen die bisherigen Angaben.',
  takesOwnPlace: 'Diese Notiz ersetzt Ihre bisherige Notiz.',
  nobodyAtIt: 'Der Ausfall ist noch nicht bestätigt.',
  nothingOpen: 'Der Ausfall ist beendet.',
  openOutage: 'Ausfall öffnen',
  cancel: 'Abbrechen',
  open: 'öffnen',
  refresh: 'neu laden',
  screenshot: 'Bildschirmfoto',
  choose: 'wählen',
  keys: {
    title: 'Schilder',
    peek: 'Kurzansicht',
    acknowledge: 'Bestätigen',
    refresh: 'Neu laden',
    screenshot: 'Bildschirmfoto',
  },
  bulk: {
    title: (what, count) => `${what}: ${signs(count)}`,
    undone: (count) => `Alte Seiten auf ${ofSigns(count)} wiederhergestellt`,
    noPage: 'Keine Seite: Die Schilder zeigen, dass sie bereit sind',
    tabs: (count) =>
      count === 1
        ? '1 Schild läuft in einem Browser-Tab und unterstützt weder Bildschirmfotos noch Geräteneustarts.'
        : `${count} Schilder laufen in Browser-Tabs und unterstützen weder Bildschirmfotos noch Geräteneustarts.`,
    reach: (online, all) => (online === all ? 'alle online' : `${online} von ${all} online`),
    undo: 'Rückgängig: alte Seiten wiederherstellen',
    undoUndo: 'Rückgängig: neue Seiten wiederherstellen',
    close: 'Fortschritt schließen',
    closed: {
      set: (title, time) => `${title}. Die alten Seiten können bis ${time} wiederhergestellt werden.`,
      undo: (title, time) =>
        `${title}. Bis ${time} können Sie das rückgängig machen. Dann erscheinen wieder die neuen Seiten.`,
      override: (title, time) =>
        `${title}. Die manuell zugewiesenen Seiten können bis ${time} wiederhergestellt werden.`,
    },
    override: {
      name: 'Manuelle Seiten beenden',
      label: (count) => `Manuelle Seiten beenden: ${signs(count)}`,
      ask: (count) => `Manuelle Seiten auf ${ofSigns(count)} beenden?`,
      away: (count) =>
        count === 1
          ? '1 Schild ist nicht online und wechselt die Seite, sobald es wieder verbunden ist.'
          : `${count} Schilder sind nicht online und wechseln die Seite, sobald sie wieder verbunden sind.`,
    },
    showState: (count, state) => `${signs(count)} anzeigen: ${state}`,
    listOf: (state) => `Schilder: ${state}`,
    listWhat: 'die Liste der Schilder',
    waitsForSign: 'Das Schild ist offline. Die Änderung kommt an, sobald es wieder verbunden ist.',
    listMore: 'Weitere Schilder anzeigen',
    listNone: 'Kein Schild ist jetzt in diesem Zustand.',
    reasons: {
      sign_not_connected: 'Das Schild ist offline. Prüfen Sie Strom und Netzwerk.',
      sign_not_linked: 'Mit diesem Schild ist kein Gerät verbunden. Verbinden Sie ein Gerät.',
      not_found: 'Das Schild wurde gelöscht.',
      conflict:
        'Das Schild wurde inzwischen geändert, oder seine Seite ist abgelaufen. Es zeigt weiter, was es jetzt zeigt.',
      invalid_url: 'Die Organisation erlaubt die alte Seite nicht mehr. Weisen Sie eine andere Seite zu.',
      quota_exceeded: 'Der Speicher der Organisation für Bildschirmfotos ist voll.',
      url_unreachable: 'Das Schild erreicht die Seite nicht. Prüfen Sie die Seite und das Netzwerk des Schilds.',
      url_load_failed: 'Die Seite funktioniert auf dem Schild nicht. Prüfen Sie die Seite.',
      not_supported: 'Die App dieses Schilds unterstützt den Befehl nicht. Aktualisieren Sie die App.',
      expired:
        'Das Schild hat nicht rechtzeitig geantwortet. Prüfen Sie, ob es online ist, und wiederholen Sie den Befehl.',
      internal: 'Auf dem Server ist ein Fehler aufgetreten. Versuchen Sie es noch einmal.',
    },
    states: {
      acked: 'erledigt',
      sent: 'gesendet',
      failed: 'fehlgeschlagen',
      refused: 'abgelehnt',
      expired: 'abgelaufen',
      queued: 'wartend',
    },
    untilBack: 'in Warteschlange (offline)',
    theirTurn: 'in Warteschlange',
    asking: (count) => `Der Fortschritt von ${ofSigns(count)} wird abgefragt.`,
    leftOut: (count) =>
      count === 1
        ? '1 Schild wurde ausgelassen: Es wurde inzwischen geändert oder gelöscht, oder seine manuelle Seite wäre schon abgelaufen.'
        : `${count} Schilder wurden ausgelassen: Sie wurden inzwischen geändert oder gelöscht, oder ihre manuellen Seiten wären schon abgelaufen.`,
    notLive:
      'Nicht live: Sie sehen die letzten Zahlen des Dienstes. Die Zahlen werden aktualisiert, sobald der Dienst wieder erreichbar ist.',
    refused: (count, why) => `Der Befehl wurde für ${signs(count)} abgelehnt. ${why}`,
    unknown: (count) =>
      `Der Dienst hat nicht geantwortet. Es ist unbekannt, ob ${signs(count)} den Befehl erhalten ${count === 1 ? 'hat' : 'haben'}.`,
    sendAgain: 'Noch einmal senden',
    each: 'Fortschritt jedes Schilds',
    showEach: 'Schilder anzeigen',
    hideEach: 'Schilder ausblenden',
    notToldYet: 'noch keine Meldung',
    notKnown: 'unbekannt',
    noAnswer: 'Das Schild hat nicht rechtzeitig geantwortet.',
    busy: 'Die vorige Änderung wird noch an den Dienst gesendet, daher wurde die neue Änderung nicht gestartet. Versuchen Sie es gleich noch einmal.',
    notRead:
      'Der Fortschritt konnte nicht geladen werden. Die Zahlen sind nicht aktuell. Sie werden aktualisiert, sobald der Dienst antwortet.',
    tryAgain: (count) => (count === 1 ? 'Für dieses Schild wiederholen' : `Für diese ${count} Schilder wiederholen`),
    instead: {
      schedule: 'Das Schild folgt derzeit einem Zeitplan.',
      manual: 'Das Schild zeigt derzeit eine manuell zugewiesene Seite.',
    },
    contentTitle: (count) =>
      count === 1 ? 'Was soll dieses Schild zeigen?' : `Was sollen diese ${count} Schilder zeigen?`,
    contentLead: (count) =>
      `${signs(count)} ${count === 1 ? 'zeigt' : 'zeigen'} diese Seite, bis eine andere zugewiesen wird. Sie können die Änderung zehn Minuten lang rückgängig machen.`,
    scheduled: (count) =>
      count === 1
        ? '1 Schild folgt einem Zeitplan oder zeigt eine manuell zugewiesene Seite mit Endzeit. Der Zeitplan oder die manuell zugewiesene Seite hat Vorrang.'
        : `${count} Schilder folgen einem Zeitplan oder zeigen eine manuell zugewiesene Seite mit Endzeit. Der Zeitplan oder die manuell zugewiesene Seite hat Vorrang.`,
    contentAway: (count) =>
      `${signs(count)} ${count === 1 ? 'ist' : 'sind'} nicht online und ${count === 1 ? 'erhält' : 'erhalten'} die Seite später.`,
    ground: { on: 'Hintergrund', off: 'Vordergrund' },
    keep: 'Abbrechen',
    askTitle: (what, count) => `„${what}“ an ${signs(count)} senden?`,
    askReach: (online, missed) =>
      online === 0
        ? `${missed === 1 ? 'Dieses Schild ist nicht online.' : 'Keines dieser Schilder ist online.'} Der Befehl wird nicht gesendet, auch nicht später.`
        : `${signs(online)} ${online === 1 ? 'ist' : 'sind'} online und ${online === 1 ? 'erhält' : 'erhalten'} den Befehl. ${missed === 1 ? 'An das andere Schild wird der Befehl nicht gesendet, auch nicht später.' : `An die anderen ${missed} Schilder wird der Befehl nicht gesendet, auch nicht später.`}`,
    askText: {
      override:
        'Danach zeigt jedes Schild die Seite seines Zeitplans oder, wenn keiner aktiv ist, die zugewiesene Seite. Sie können das zehn Minuten lang rückgängig machen.',
      on: 'Die Seiten sind nicht sichtbar, bis Sie die Schilder wieder in den Vordergrund holen. Sie bleiben erhalten. Rückgängig machen lässt sich der Befehl nicht.',
      off: 'Die Schilder zeigen wieder ihre Seiten. Rückgängig machen lässt sich der Befehl nicht, aber Sie können die Schilder erneut in den Hintergrund schicken.',
      reboot:
        'Das kann nicht rückgängig gemacht werden. Jedes Schild, das neu startet, zeigt einige Sekunden lang keine Seite. Seiten, Namen und Einstellungen bleiben erhalten.',
      reboot_device:
        'Das kann nicht rückgängig gemacht werden. Jedes Schild, das neu startet, ist mindestens eine Minute lang dunkel. Seiten, Namen und Einstellungen bleiben erhalten.',
    },
  },
};
