import type { Words } from '../english.ts';
import { isolated } from '../isolated.ts';

const signs = (count: number): string => `${count} ${count === 1 ? 'Schild' : 'Schilder'}`;

export const wall: Words['wall'] = {
  headline: {
    calm: (total) => (total === 1 ? 'Das Schild zeigt.' : `Alle ${total} Schilder zeigen.`),
    quiet: (showing, total) =>
      showing === 0 ? 'Kein Schild zeigt.' : `${showing} von ${total} Schildern ${showing === 1 ? 'zeigt' : 'zeigen'}.`,
    one: (name, is) => `${isolated(name)} ${is}.`,
    many: (count, are) => `${signs(count)} ${are}.`,
    mixed: (count, parts) => `Nach ${count} Schildern ist zu sehen: ${parts}.`,
    is: {
      offline: 'ist offline',
      content_error: 'kann die Seite nicht laden',
      blank: 'zeigt ein leeres Bild',
      content_unreachable: 'erreicht die Seite nicht',
      unstable: 'kommt und geht',
    },
    are: {
      offline: 'sind offline',
      content_error: 'können die Seite nicht laden',
      blank: 'zeigen ein leeres Bild',
      content_unreachable: 'erreichen die Seite nicht',
      unstable: 'kommen und gehen',
    },
    all: 'Alle',
    some: (count) => `${count} davon`,
    place: (who, place) => `${who} stehen zusammen in ${isolated(place)}.`,
    host: (who, host) => `${who} laden sie von ${isolated(host)}.`,
  },
  figure: (showing, total) => `${showing.toLocaleString('de')} von ${total.toLocaleString('de')}`,
  showing: (showing) => (showing === 1 ? 'zeigt' : 'zeigen'),
  filters: 'Nach Status filtern',
  moreFilters: 'Weitere Filter',
  find: 'Name, Ort, Code',
  inPlace: (place) => `In ${isolated(place)}`,
  list: 'Schilder',
  shown: (count) => `${signs(count)} zu sehen`,
  lastHeard: 'war',
  since: (time) => `seit ${time}`,
  noPlace: 'Ohne Ort',
  nothing: {
    title: (mark, place, find) => {
      const here = place === null ? '' : ` in ${isolated(place)}`;
      if (mark !== null) return `Kein Schild${here} ist: ${mark}.`;
      return find === '' ? `Kein Schild gefunden${here}.` : `Kein Schild${here} passt zu „${isolated(find)}“.`;
    },
    place: (count, place, isOffline) =>
      `${signs(count)} ${count === 1 ? 'steht' : 'stehen'} in ${isolated(place)}${isOffline ? `; ${count === 1 ? 'es ist' : 'alle sind'} online` : ''}.`,
    all: (count) => `Die Veranstaltung hat ${signs(count)}.`,
    searched: (find) => `Sie suchen auch nach „${isolated(find)}“.`,
    drop: (find) => `Ohne „${isolated(find)}“`,
    clear: 'Alles zeigen',
  },
  add: 'Schild hinzufügen',
  prepare: {
    title: 'Ein Schild vorbereiten',
    lead: 'Der Eintrag wartet auf sein Gerät. Vor Ort wählen Sie ihn am Telefon aus und scannen den Code des Schilds, in beliebiger Reihenfolge.',
    name: 'Name',
    location: 'Ort',
    locationHint: 'Was vor dem ersten Komma steht, ist der Platz: „Foyer Nord, Säule 4“.',
    url: 'Seite (noch nicht nötig)',
    button: 'Vorbereiten',
    cancel: 'Fertig',
    made: (name) => `${isolated(name)} ist vorbereitet. Das nächste?`,
  },
  gone: 'Diese Veranstaltung gibt es nicht mehr',
  goneLead: 'Sie wurde gelöscht, oder Sie gehören nicht zu ihrer Organisation.',
  loadingWhat: 'die Veranstaltung',
};
