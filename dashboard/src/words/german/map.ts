import type { WallWords } from '../english-wall.ts';
import { isolated } from '../isolate-direction.ts';

const signs = (count: number): string => `${count} ${count === 1 ? 'Schild' : 'Schilder'}`;
const ofSigns = (count: number): string => `${count} ${count === 1 ? 'Schild' : 'Schildern'}`;

export const map: WallWords['map'] = {
  views: 'Ansicht der Schilder',
  view: { map: 'Plan', cards: 'Karten', table: 'Tabelle' },
  label: (count, places) => `${signs(count)} in ${places} ${places === 1 ? 'Bereich' : 'Bereichen'}`,
  skip: 'Die Schilder überspringen',
  skipped: 'Nach den Schildern',
  zoomIn: 'Vergrößern',
  zoomOut: 'Verkleinern',
  zoomAll: 'Ganzen Plan anzeigen',
  isWhole: 'Das ist der ganze Plan.',
  nearer: (place) => `Nur ${isolated(place)} wird angezeigt, als Karten. Mit − kehren Sie zum Plan zurück.`,
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
    blank: (count) => `${count} leer`,
    content_unreachable: (count) => `${count} mit nicht erreichbarem Inhalt`,
    unstable: (count) => `${count} instabil`,
  },
  wrong: {
    title: 'Probleme',
    ofAll: 'Probleme in der ganzen Veranstaltung',
    nothing: 'Keine Probleme.',
    nothingIn: (place) => `Keine Probleme in ${isolated(place)}.`,
    notKnown: (time) => `Seit ${time} unbekannt. Zu diesem Zeitpunkt gab es keine Probleme.`,
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
        ? 'Dort funktioniert kein Schild mehr: Prüfen Sie Strom und Netz.'
        : `${count === 1 ? 'Ein benachbartes Schild ist' : `${count} benachbarte Schilder sind`} nicht betroffen. Prüfen Sie, was diese ${gone} gemeinsam haben, etwa einen Switch oder eine Steckdosenleiste.`,
    fails: {
      content_error: (count) =>
        `${signs(count)} ${count === 1 ? 'kann' : 'können'} keine Seiten von diesem Host laden.`,
      content_unreachable: (count) =>
        `Für ${signs(count)} nicht erreichbar. Die letzte funktionierende Seite bleibt sichtbar.`,
      blank: (count) => `Die Seiten antworten, aber auf ${ofSigns(count)} ist das Bild einfarbig.`,
    },
    is: {
      offline: (at) => (at === '' ? 'Offline.' : `Offline, zuletzt gesehen ${at}.`),
      content_error: 'Die Seite kann nicht geladen werden.',
      blank: 'Die Seite antwortet, aber das Bild ist einfarbig.',
      content_unreachable: 'Die Seite ist nicht erreichbar. Die letzte funktionierende Seite bleibt sichtbar.',
      unstable: 'Instabil: fällt immer wieder aus.',
    },
    select: (count) => (count === 1 ? 'Auswählen' : `Diese ${count} auswählen`),
    goThere: 'Dorthin springen',
    over: 'beendet',
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
    walk: 'Von Schild zu Schild wechseln',
    select: 'Auswählen',
    peek: 'Kurzansicht',
    next: 'Nächstes Schild mit Problem',
    before: 'Voriges Schild mit Problem',
    places: 'Von Bereich zu Bereich wechseln',
    ends: 'Erstes und letztes Schild',
    open: 'Schild öffnen',
    space: 'Leertaste',
    range: 'Bereich auswählen',
    all: 'Alle sichtbaren auswählen',
  },
  peek: {
    title: (name) => `Details zu ${isolated(name)}`,
    heard: (time) => `zuletzt gesehen ${time}`,
    heardNow: 'gerade gesehen',
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
    notShared: 'Zu viele Schilder für einen Link: Ein geteilter Link enthält die Auswahl nicht.',
    lost: 'Dieser Link enthält die Auswahl nicht. Wählen Sie die Schilder noch einmal aus.',
  },
};
