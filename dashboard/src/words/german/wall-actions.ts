import type { WallWords } from '../english-wall.ts';
import { isolated } from '../isolate-direction.ts';

const signs = (count: number): string => `${count} ${count === 1 ? 'Schild' : 'Schilder'}`;

export const wallActions: WallWords['wallActions'] = {
  by: { email: 'E-Mail', push: 'Push', inbox: 'Posteingang' },
  told: (by, time) => `Benachrichtigt per ${by} um ${time}.`,
  inboxOnly: (time) => `Seit ${time} im Posteingang; keine E-Mail: Der Mailversand ist nicht eingerichtet.`,
  noMail: 'Keine E-Mail: Der Mailversand ist nicht eingerichtet.',
  atIt: (name, time) => `Von ${isolated(name)} um ${time} bestätigt.`,
  about: (names, more) =>
    more === 0
      ? `Es geht um ${isolated(names)}.`
      : `Es geht um ${isolated(names)} und ${more} ${more === 1 ? 'weiteres' : 'weitere'}.`,
  takeOver: (names) => `${isolated(names)} ablösen`,
  takesPlace: 'Wenn Sie ablösen, ersetzen Ihr Name und Ihre Notiz die bisherigen.',
  takesOwnPlace: 'Diese Notiz ersetzt Ihre letzte.',
  nobodyAtIt: 'Noch nicht bestätigt.',
  nothingOpen: 'Schon vorbei: Kein Ausfall ist offen.',
  openOutage: 'Zum Ausfall',
  cancel: 'Abbrechen',
  open: 'öffnen',
  refresh: 'neu laden',
  screenshot: 'Foto',
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
    undone: (count) => `Alte Seiten zurück: ${signs(count)}`,
    noPage: 'Keine Seite: jedes zeigt, dass es bereit ist',
    tabs: (count) =>
      count === 1
        ? '1 Schild läuft in einem Browser-Tab: Bildschirmfotos und Geräteneustarts lassen es aus.'
        : `${count} Schilder laufen in Browser-Tabs: Bildschirmfotos und Geräteneustarts lassen sie aus.`,
    reach: (online, all) => (online === all ? 'alle online' : `${online} von ${all} online`),
    undo: 'Rückgängig: die alten Seiten zurück',
    undoUndo: 'Rückgängig: wieder die neuen Seiten',
    close: 'Fortschritt schließen',
    closed: {
      set: (title, time) => `${title}. Die alten Seiten lassen sich bis ${time} zurückholen.`,
      undo: (title, time) => `${title}. Die neuen Seiten lassen sich bis ${time} wiederherstellen.`,
    },
    states: {
      acked: 'erledigt',
      sent: 'gesendet',
      failed: 'fehlgeschlagen',
      refused: 'abgelehnt',
      expired: 'abgelaufen',
      queued: 'wartend',
    },
    untilBack: 'warten auf Rückkehr',
    theirTurn: 'bald an der Reihe',
    asking: (count) => `${signs(count)}: Der Stand wird abgefragt.`,
    leftOut: (count) => `${signs(count)} ausgelassen: seitdem geändert, und das bleibt.`,
    notLive: 'Nicht live: Das war der letzte Stand vom Dienst. Die Seite fragt wieder, sobald er zurück ist.',
    refused: (count, why) => `Abgelehnt für ${signs(count)}. ${why}`,
    unknown: (count) =>
      `Der Dienst hat nicht geantwortet: Ob ${signs(count)} es bekommen ${count === 1 ? 'hat' : 'haben'}, ist nicht bekannt.`,
    sendAgain: 'Noch einmal senden',
    each: 'Wie weit jedes Schild ist',
    showEach: 'Jedes Schild',
    hideEach: 'Schilder ausblenden',
    eachNotKnown:
      'Diese Seite wurde neu geladen und weiß nicht mehr, welche Schilder es waren. Die Zahlen gelten für alle.',
    notToldYet: 'noch nicht gemeldet',
    notKnown: 'nicht bekannt',
    noAnswer: 'Es hat nicht rechtzeitig geantwortet.',
    busy: 'Der Auftrag davor ist noch unterwegs zum Dienst, darum wurde dieser nicht begonnen. Versuchen Sie es gleich noch einmal.',
    notRead:
      'Der Stand ließ sich nicht laden: Diese Zahlen sind, was der Dienst seitdem gemeldet hat. Die Seite fragt wieder, sobald er antwortet.',
    tryAgain: (count) => (count === 1 ? 'Dieses noch einmal' : `Diese ${count} noch einmal`),
    instead: {
      schedule: 'Folgt vorerst einem Zeitplan.',
      manual: 'Zeigt vorerst, was von Hand gesetzt wurde.',
    },
    contentTitle: (count) =>
      count === 1 ? 'Was soll dieses Schild zeigen?' : `Was sollen diese ${count} Schilder zeigen?`,
    contentLead: (count) =>
      `${signs(count)} ${count === 1 ? 'bekommt' : 'bekommen'} das, bis jemand eine andere Seite setzt. Zehn Minuten lang lässt es sich rückgängig machen.`,
    scheduled: (count) =>
      `${signs(count)} ${count === 1 ? 'folgt einem Zeitplan oder zeigt' : 'folgen einem Zeitplan oder zeigen'} eine Seite, die bis zu einer bestimmten Zeit von Hand gesetzt ist: Das geht vor.`,
    contentAway: (count) =>
      `${signs(count)} ${count === 1 ? 'ist' : 'sind'} nicht online und ${count === 1 ? 'bekommt' : 'bekommen'} das nach der Rückkehr.`,
    ground: { on: 'Hintergrund', off: 'Vordergrund' },
    keep: 'So lassen',
    askTitle: (what, count) => `${what}: ${signs(count)}?`,
    askReach: (online, missed) =>
      online === 0
        ? `${missed === 1 ? 'Es ist jetzt nicht' : 'Keines ist jetzt'} online: Es geschieht nichts, und nichts wird später nachgeholt.`
        : `${signs(online)} ${online === 1 ? 'ist' : 'sind'} online und ${online === 1 ? 'bekommt' : 'bekommen'} es. Mit ${missed === 1 ? 'dem anderen' : `den anderen ${missed}`} geschieht nichts, und nichts wird später nachgeholt.`,
    askText: {
      on: 'Das lässt sich nicht rückgängig machen, doch jedes kann wieder in den Vordergrund. Bis dahin sieht niemand die Seiten; die Seiten selbst bleiben.',
      off: 'Das lässt sich nicht rückgängig machen, doch jedes kann wieder in den Hintergrund. Die Seiten bleiben, was sie sind.',
      reboot:
        'Das lässt sich nicht rückgängig machen. Jedes Schild, das es bekommt, ist einige Sekunden ohne Seite; Seiten, Namen und Einstellungen bleiben.',
      reboot_device:
        'Das lässt sich nicht rückgängig machen. Jedes Schild, das es bekommt, ist eine Minute oder länger dunkel; Seiten, Namen und Einstellungen bleiben.',
    },
  },
};
