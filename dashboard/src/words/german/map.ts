import type { WallWords } from '../english-wall.ts';
import { isolated } from '../isolate-direction.ts';

const signs = (count: number): string => `${count} ${count === 1 ? 'Schild' : 'Schilder'}`;
const ofSigns = (count: number): string => `${count} ${count === 1 ? 'Schild' : 'Schildern'}`;

const checkShared = (gone: number): string =>
  `Prüfen Sie, was die ${gone} betroffenen Schilder gemeinsam haben, etwa einen Switch oder eine Steckdosenleiste.`;

export const map: WallWords['map'] = {
  views: 'Ansicht der Schilder',
  view: { map: 'Plan', cards: 'Karten', table: 'Tabelle' },
  label: (count, places) => `${signs(count)} in ${places} ${places === 1 ? 'Bereich' : 'Bereichen'}`,
  skip: 'Schilder überspringen',
  skipped: 'Die Schilder wurden übersprungen.',
  zoomIn: 'Vergrößern',
  zoomOut: 'Verkleinern',
  zoomAll: 'Ganzen Plan anzeigen',
  isWhole: 'Das ist der ganze Plan.',
  nearer: (place) => `Die Karten zeigen nur ${isolated(place)}. Mit − kehren Sie zum Plan zurück.`,
  fit: 'Alles',
  zoom: 'Vergrößerung',
  find: 'Schild finden',
  found: (count) => `${count.toLocaleString('de')} gefunden`,
  blank: 'Leer',
  chosen: 'ausgewählt',
  rows: (place, first, last) => `${isolated(place)}, Reihen ${first} bis ${last}`,
  ofPlace: (count, total) => `${count} von ${total}`,
  lensHint: 'Zum Öffnen klicken oder die Eingabetaste drücken. Mit den Pfeiltasten wechseln Sie das Schild.',
  tally: {
    offline: (count) => `${count} offline`,
    content_error: (count) => `${count} mit Fehler`,
    blank: (count) => `${count} mit leerem Bild`,
    content_unreachable: (count) => `${count} mit nicht erreichbarem Inhalt`,
    unstable: (count) => `${count} instabil`,
  },
  wrong: {
    title: 'Probleme',
    ofAll: 'Alle Probleme der Veranstaltung',
    nothing: 'Keine Probleme.',
    nothingIn: (place) => `Keine Probleme in ${isolated(place)}.`,
    notKnown: (time) => `Der aktuelle Stand ist seit ${time} unbekannt. Zu diesem Zeitpunkt gab es keine Probleme.`,
    allPlaces: 'In allen Bereichen',
    place: (place, count, of) => `${isolated(place)}: ${count} von ${of} offline`,
    host: (host) => isolated(host),
    folded: (count) => (count === 1 ? 'und 1 weiteres Schild' : `und ${count} weitere Schilder`),
    went: (seconds, at) =>
      seconds <= 1
        ? `Die Schilder fielen um ${at} innerhalb einer Sekunde aus.`
        : `Die Schilder fielen um ${at} innerhalb von ${seconds} Sekunden aus.`,
    heard: (first, last) =>
      first === last
        ? `Alle Schilder wurden zuletzt um ${first} gesehen.`
        : `Alle Schilder wurden zuletzt zwischen ${first} und ${last} gesehen.`,
    others: (count, gone) =>
      count === 0
        ? 'In diesem Bereich funktioniert kein Schild mehr. Prüfen Sie Strom und Netz.'
        : count === 1
          ? `Ein anderes Schild in diesem Bereich ist nicht betroffen. ${checkShared(gone)}`
          : `${count} andere Schilder in diesem Bereich sind nicht betroffen. ${checkShared(gone)}`,
    fails: {
      content_error: (count) =>
        `${signs(count)} ${count === 1 ? 'kann' : 'können'} keine Seiten von diesem Host laden.`,
      content_unreachable: (count) =>
        `${signs(count)} ${count === 1 ? 'kann' : 'können'} diesen Host nicht erreichen. Die letzte funktionierende Seite bleibt sichtbar.`,
      blank: (count) => `Die Seiten dieses Hosts antworten, aber auf ${ofSigns(count)} ist das Bild einfarbig.`,
    },
    is: {
      offline: (at) => (at === '' ? 'Offline.' : `Offline, zuletzt um ${at} gesehen.`),
      content_error: 'Die Seite kann nicht geladen werden.',
      blank: 'Die Seite antwortet, aber das Bild ist einfarbig.',
      content_unreachable: 'Die Seite ist nicht erreichbar. Die letzte funktionierende Seite bleibt sichtbar.',
      unstable: 'Instabil: Das Schild fällt immer wieder aus.',
    },
    select: (count) => (count === 1 ? 'Auswählen' : `${count} Schilder auswählen`),
    goThere: 'Im Plan zeigen',
    over: 'beendet',
    fresh: (count) => (count === 1 ? '1 neue Ursache' : `${count} neue Ursachen`),
    more: (count) => (count === 1 ? '1 weiteres Schild' : `${count} weitere Schilder`),
  },
  prepared: (count) =>
    count === 1
      ? '1 vorbereitetes Schild hat noch kein Gerät.'
      : `${count} vorbereitete Schilder haben noch kein Gerät.`,
  startsIn: (span) => `Beginnt in ${span}.`,
  claim: 'Mit dem Telefon übernehmen',
  waiting: (count) => (count === 1 ? '1 neues Schild' : `${count} neue Schilder`),
  keys: {
    walk: 'Von Schild zu Schild wechseln',
    select: 'Auswählen',
    peek: 'Kurzansicht',
    next: 'Nächstes Schild mit Problem',
    before: 'Voriges Schild mit Problem',
    places: 'Von Bereich zu Bereich wechseln',
    ends: 'Erstes und letztes Schild',
    open: 'Schild öffnen',
    space: 'Leertaste',
    range: 'Mehrere Schilder auswählen',
    all: 'Alle sichtbaren Schilder auswählen',
  },
  peek: {
    title: (name) => `Details zu ${isolated(name)}`,
    heard: (time) => `zuletzt um ${time} gesehen`,
    heardNow: 'gerade eben gesehen',
    since: (time) => `seit ${time}`,
    ofThen: 'damals',
    nothing: 'kein Inhalt',
    open: 'Schild öffnen',
    close: 'Schließen',
  },
  bar: {
    label: (count) => `${signs(count)} ausgewählt`,
    chosen: (count) => `${count} ausgewählt`,
    drop: 'Auswahl aufheben',
    notShared: 'Es sind zu viele Schilder für einen Link ausgewählt. Ein geteilter Link enthält die Auswahl nicht.',
    lost: 'Dieser Link enthält die Auswahl nicht. Wählen Sie die Schilder noch einmal aus.',
  },
};
