import type { WallWords } from '../english-wall.ts';
import { isolated } from '../isolate-direction.ts';

const signs = (count: number): string => `${count} ${count === 1 ? 'Schild' : 'Schilder'}`;
const ofSigns = (count: number): string => `${count} ${count === 1 ? 'Schild' : 'Schildern'}`;

export const map: WallWords['map'] = {
  views: 'Wie die Schilder gezeigt werden',
  view: { map: 'Plan', cards: 'Karten', table: 'Tabelle' },
  label: (count, places) => `${signs(count)} in ${places} ${places === 1 ? 'Bereich' : 'Bereichen'}`,
  skip: 'Die Schilder überspringen',
  skipped: 'Nach den Schildern',
  zoomIn: 'Näher',
  zoomOut: 'Weiter weg',
  zoomAll: 'Alles im Bild',
  isWhole: 'Das ist die ganze Karte.',
  nearer: (place) => `Nur ${isolated(place)}, als Karten. − führt zum Plan zurück.`,
  fit: 'Alles',
  zoom: 'Vergrößerung',
  find: 'Schild finden',
  found: (count) => `${count.toLocaleString('de')} gefunden`,
  blank: 'Leer',
  chosen: 'ausgewählt',
  rows: (place, first, last) => `${isolated(place)}, Reihen ${first} bis ${last}`,
  ofPlace: (count, total) => `${count} von ${total}`,
  lensHint: 'Eingabetaste oder Klick zum Ansehen. Pfeiltasten gehen weiter.',
  tally: {
    offline: (count) => `${count} offline`,
    content_error: (count) => `${count} mit Fehler`,
    blank: (count) => `${count} leer`,
    content_unreachable: (count) => `${count} ohne Verbindung zur Seite`,
    unstable: (count) => `${count} instabil`,
  },
  wrong: {
    title: 'Was nicht stimmt',
    ofAll: 'Was in der ganzen Veranstaltung nicht stimmt',
    nothing: 'Alles stimmt.',
    nothingIn: (place) => `In ${isolated(place)} stimmt alles.`,
    notKnown: (time) => `Seit ${time} nicht bekannt. Damals war alles in Ordnung.`,
    allPlaces: 'In allen Bereichen',
    place: (place, count, of) => `${isolated(place)}: ${count} von ${of} offline`,
    host: (host) => isolated(host),
    folded: (count) => (count === 1 ? 'und 1 weiteres' : `und ${count} weitere`),
    went: (seconds, at) =>
      `Sie fielen um ${at} aus, innerhalb ${seconds <= 1 ? 'einer Sekunde' : `von ${seconds} Sekunden`}.`,
    heard: (first, last) =>
      first === last ? `Alle zuletzt um ${first} gesehen.` : `Alle zuletzt gesehen ${first} bis ${last}.`,
    others: (count, gone) =>
      count === 0
        ? 'Dort ist keines mehr da: Strom und Netz prüfen.'
        : `${count === 1 ? 'Ein Nachbar läuft' : `${count} Nachbarn laufen`}: Was haben diese ${gone} gemeinsam, einen Switch, eine Steckdosenleiste?`,
    fails: {
      content_error: (count) => `${signs(count)} ${count === 1 ? 'kann' : 'können'} keine Seite davon laden.`,
      content_unreachable: (count) => `Für ${signs(count)} nicht erreichbar. Die letzte gute Seite bleibt.`,
      blank: (count) => `Die Seiten antworten, doch das Bild ist auf ${ofSigns(count)} einfarbig.`,
    },
    is: {
      offline: (at) => (at === '' ? 'Offline.' : `Offline, zuletzt gesehen ${at}.`),
      content_error: 'Die Seite lässt sich nicht laden.',
      blank: 'Die Seite antwortet, doch das Bild ist einfarbig.',
      content_unreachable: 'Die Seite ist nicht erreichbar. Die letzte gute bleibt.',
      unstable: 'Instabil, fällt immer wieder aus.',
    },
    select: (count) => (count === 1 ? 'Auswählen' : `Diese ${count} auswählen`),
    goThere: 'Dorthin',
    over: 'vorbei',
    fresh: (count) => (count === 1 ? '1 neue Ursache' : `${count} neue Ursachen`),
    more: (count) => `${count} ${count === 1 ? 'weiteres' : 'weitere'}`,
  },
  prepared: (count) =>
    count === 1
      ? '1 vorbereitetes Schild hat noch kein Gerät.'
      : `${count} vorbereitete Schilder haben noch kein Gerät.`,
  startsIn: (span) => `Beginnt in ${span}.`,
  claim: 'Mit dem Telefon übernehmen',
  waiting: (count) => `${count} neu`,
  keys: {
    walk: 'Von Schild zu Schild',
    select: 'Auswählen',
    peek: 'Kurz ansehen',
    next: 'Nächstes mit Problem',
    before: 'Voriges mit Problem',
    places: 'Von Bereich zu Bereich',
    ends: 'Erstes und letztes Schild',
    open: 'Schild öffnen',
    space: 'Leertaste',
    range: 'Von dort bis hier auswählen',
    all: 'Alle gezeigten auswählen',
  },
  peek: {
    title: (name) => `Was von ${isolated(name)} bekannt ist`,
    heard: (time) => `zuletzt gesehen ${time}`,
    heardNow: 'gerade gesehen',
    since: (time) => `seit ${time}`,
    ofThen: 'damals',
    nothing: 'nichts zu zeigen',
    open: 'Schild öffnen',
    close: 'Schließen',
  },
  bar: {
    label: (count) => `${signs(count)} ausgewählt`,
    chosen: (count) => `${count} ausgewählt`,
    drop: 'Auswahl aufheben',
    notShared: 'Zu viele für einen Link: Ein geteilter Link wählt sie nicht aus.',
    lost: 'Dieser Link sagt nicht, welche Schilder ausgewählt waren. Wählen Sie sie noch einmal aus.',
  },
};
