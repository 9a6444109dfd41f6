import { isolated } from '../isolate-direction.ts';
import type { views as english } from '../english/wall-views.ts';

const signs = (count: number): string => `${count} ${count === 1 ? 'Schild' : 'Schilder'}`;

export const views: typeof english = {
  content: {
    showing: 'Zeigt',
    idle: 'Leerlauf',
    loading: 'Lädt',
    content_unreachable: 'Nicht erreichbar',
    content_error: 'Fehler',
    none: 'Unbekannt',
  },
  was: {
    showing: 'zeigte die Seite',
    idle: 'war im Leerlauf',
    loading: 'lud die Seite',
    content_unreachable: 'war nicht erreichbar',
    content_error: 'hatte einen Fehler',
    none: 'unbekannt',
  },
  table: {
    label: (count) => `${signs(count)} als Tabelle`,
    columns: {
      sign: 'Schild, Ort',
      status: 'Status',
      connection: 'Verbindung',
      content: 'Inhalt',
      screen: 'Bildschirm',
      url: 'URL',
      heard: 'Zuletzt gesehen',
      since: 'Seit',
      beats: 'Herzschläge, letzte Stunde',
      code: 'Code',
    },
    choose: 'Spalten',
    fitting: 'So viele Spalten wie möglich',
    select: (name) => `${isolated(name)} auswählen`,
    selectAll: 'Alle sichtbaren Schilder auswählen',
    noDevice: 'Kein Gerät',
    noUrl: 'keine URL',
    now: 'jetzt',
    gone: 'Entfernt',
    place: (place, count, of, since) =>
      `Ausfall in ${isolated(place)}: ${count} von ${of} Schildern${since === '' ? '' : ` seit ${since}`}`,
    host: (host, count, since) => `${isolated(host)}: ${signs(count)}${since === '' ? '' : ` seit ${since}`}`,
    keys: 'Bewegen mit den Pfeiltasten, auswählen mit X, öffnen mit der Eingabetaste.',
  },
  cards: {
    label: (count) => `${signs(count)} als Karten`,
    none: 'Noch kein Bild',
    noDevice: 'Noch kein Gerät',
    failed: 'Das Bild kann nicht geladen werden',
    ago: (age) => `vor ${age}`,
    before: (time) => `${time} (vor dem Ausfall)`,
  },
  place: {
    one: (place, name, is) => [`${isolated(place)}.`, `${isolated(name)} ${is}.`],
    many: (place, count, of, are) => [
      `${isolated(place)}.`,
      count === of ? `Alle ${of} Schilder ${are}.` : `${count} von ${of} Schildern ${are}.`,
    ],
    other: (place, sentence) => [`${isolated(place)}.`, sentence],
    fromTo: (first, last) => `${isolated(first)} bis ${isolated(last)}`,
    more: (names, count) => `${names} und ${count === 1 ? '1 weiteres Schild' : `${count} weitere Schilder`}`,
    since: (who, time) => `Offline seit ${time}: ${who}.`,
    others: (count) => (count === 1 ? 'Das andere Schild ist online.' : `Die ${count} anderen Schilder sind online.`),
  },
};
