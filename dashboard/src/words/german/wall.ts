import type { Words } from '../english.ts';
import { isolated } from '../isolate-direction.ts';

const signs = (count: number): string => `${count} ${count === 1 ? 'Schild' : 'Schilder'}`;

export const wall: Words['wall'] = {
  headline: {
    calm: (total) => (total === 1 ? 'Das Schild zeigt seine Seite.' : `Alle ${total} Schilder zeigen ihre Seite.`),
    quiet: (showing, total) =>
      showing === 0
        ? 'Kein Schild zeigt seine Seite.'
        : showing === 1
          ? `1 von ${total} Schildern zeigt seine Seite.`
          : `${showing} von ${total} Schildern zeigen ihre Seite.`,
    one: (name, is) => `${isolated(name)} ${is}.`,
    many: (count, are) => `${signs(count)} ${are}.`,
    mixed: (count, parts) => `${count} Schilder haben Probleme: ${parts}.`,
    is: {
      offline: 'ist offline',
      content_error: 'kann seine Seite nicht laden',
      blank: 'zeigt einen leeren Bildschirm',
      content_unreachable: 'kann seine Seite nicht erreichen',
      unstable: 'fällt immer wieder aus',
    },
    are: {
      offline: 'sind offline',
      content_error: 'können ihre Seite nicht laden',
      blank: 'zeigen einen leeren Bildschirm',
      content_unreachable: 'können ihre Seite nicht erreichen',
      unstable: 'fallen immer wieder aus',
    },
    all: 'Alle',
    some: (count) => `${count} dieser Schilder`,
    place: (who, place) => `${who} sind in ${isolated(place)}.`,
    host: (who, host) => `${who} laden ihre Seite von ${isolated(host)}.`,
  },
  figure: (showing, total) => `${showing.toLocaleString('de')} von ${total.toLocaleString('de')}`,
  showing: (showing) => (showing === 1 ? 'zeigt seine Seite' : 'zeigen ihre Seite'),
  filters: 'Nach Status filtern',
  moreFilters: 'Weitere Filter',
  find: 'Name, Ort, Code',
  inPlace: (place) => `In ${isolated(place)}`,
  list: 'Schilder',
  shown: (count) => `${signs(count)} angezeigt`,
  lastHeard: 'war',
  since: (time) => `seit ${time}`,
  noPlace: 'Ohne Bereich',
  nothing: {
    title: (mark, place, find) => {
      const here = place === null ? '' : ` in ${isolated(place)}`;
      if (mark !== null) return `Kein Schild${here} hat den Status „${mark}“.`;
      return find === '' ? `Kein Schild gefunden${here}.` : `Kein Schild${here} passt zu „${isolated(find)}“.`;
    },
    place: (count, place, isOffline) =>
      count === 1
        ? isOffline
          ? `In ${isolated(place)} ist 1 Schild, und es ist online.`
          : `In ${isolated(place)} ist 1 Schild.`
        : isOffline
          ? `In ${isolated(place)} sind ${count} Schilder, und alle sind online.`
          : `In ${isolated(place)} sind ${count} Schilder.`,
    all: (count) => `Die Veranstaltung hat ${signs(count)}.`,
    searched: (find) => `Sie suchen auch nach „${isolated(find)}“.`,
    drop: (find) => `Suche „${isolated(find)}“ löschen`,
    clear: 'Alle anzeigen',
  },
  add: 'Schild hinzufügen',
  prepare: {
    title: 'Ein Schild vorbereiten',
    lead: 'Sie können ein Schild vorbereiten, bevor das Gerät dafür da ist. Vor Ort wählen Sie das Schild am Telefon aus und scannen den Code des Geräts, in beliebiger Reihenfolge.',
    name: 'Name',
    location: 'Ort',
    locationHint: 'Der Teil vor dem ersten Komma ist der Bereich, zum Beispiel „Foyer Nord“ in „Foyer Nord, Säule 4“.',
    url: 'Seite (optional)',
    button: 'Vorbereiten',
    cancel: 'Fertig',
    made: (name) => `${isolated(name)} wurde vorbereitet. Sie können jetzt ein weiteres Schild vorbereiten.`,
  },
  gone: 'Diese Veranstaltung gibt es nicht mehr',
  goneLead: 'Die Veranstaltung wurde gelöscht, oder Sie sind kein Mitglied der Organisation.',
  loadingWhat: 'die Veranstaltung',
};
