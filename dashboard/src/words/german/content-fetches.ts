import type { AdminWords } from '../english-admin.ts';
import { audit } from './audit.ts';

const inGerman = (count: number): string => count.toLocaleString('de');

export const contentFetches: AdminWords['contentFetches'] = {
  title: 'Seitenabrufe',
  loading: 'Seitenabrufe werden geladen',
  loadingWhat: 'die Seitenabrufe',
  tabs: { label: 'Protokolle', audit: 'Protokoll', fetches: 'Seitenabrufe' },
  headline: {
    none: 'Heute ist kein Abruf fehlgeschlagen.',
    failed: (count, signs) => {
      if (count === 1) return 'Heute ist 1 Abruf fehlgeschlagen.';
      return signs === 1
        ? `Heute sind ${inGerman(count)} Abrufe eines Schilds fehlgeschlagen.`
        : `Heute sind ${inGerman(count)} Abrufe von ${inGerman(signs)} Schildern fehlgeschlagen.`;
    },
    more: (count) => `Heute sind mehr als ${inGerman(count)} Abrufe fehlgeschlagen.`,
    host: (host) => `Alle gingen an ${host}.`,
    lead: 'Schilder melden jeden Abruf für ihre Seite. War ein Schild offline, meldet es seine Abrufe, sobald es wieder da ist.',
  },
  filters: {
    label: 'Seitenabrufe filtern',
    anyEvent: 'alle Veranstaltungen',
    anySign: 'alle Schilder',
    oneSign: 'ein Schild',
    anyTime: 'jederzeit',
    from: (time) => `ab ${time}`,
    to: (time) => `bis ${time}`,
    clear: 'Filter aufheben',
  },
  range: {
    title: 'Zeitraum wählen',
    from: 'Von',
    to: 'Bis',
    zone: (zone) => `Zeiten in ${zone}.`,
    wrong: 'Das Ende liegt nicht nach dem Anfang.',
    apply: 'Abrufe anzeigen',
    clear: 'Jederzeit',
    cancel: 'Abbrechen',
  },
  sign: {
    title: 'Schild wählen',
    find: 'Name, Ort oder Code eines Schilds',
    found: (count, isMore) => {
      if (count === 0) return 'Kein Schild passt dazu.';
      if (isMore) return `Die ersten ${count} Schilder. Tippen Sie mehr, um andere zu finden.`;
      return count === 1 ? '1 Schild' : `${count} Schilder`;
    },
    any: 'Alle Schilder',
    cancel: 'Abbrechen',
  },
  results: { ok: 'ok', failed: 'fehlgeschlagen' },
  cache: 'aus dem Cache',
  reasons: {
    noNetwork: 'das Schild hat kein Netz',
    noHost: 'Hostname nicht gefunden',
    refused: 'Host lehnt die Verbindung ab',
    timedOut: 'Host antwortet nicht rechtzeitig',
    certificate: 'Zertifikat ist nicht vertrauenswürdig',
    unreachable: 'Host ist nicht erreichbar',
    redirects: 'Seite leitet im Kreis weiter',
    cancelled: 'Seite hat den Abruf abgebrochen',
    denied: 'Host verweigert den Zugriff',
    notFound: 'unter dieser URL ist nichts',
    rejected: 'Host weist den Abruf zurück',
    hostError: 'Host hat einen Fehler',
  },
  columns: { when: 'Wann', sign: 'Schild', url: 'URL', result: 'Ergebnis', took: 'Dauer', size: 'Größe' },
  list: 'Abrufe, neueste zuerst',
  deletedSign: 'gelöschtes Schild',
  older: 'Ältere Abrufe anzeigen',
  nothing: 'Kein Abruf passt zu diesen Filtern.',
  nothingLead: 'Heben Sie die Filter auf, um alle Abrufe zu sehen.',
  empty: 'Noch hat kein Schild einen Abruf gemeldet.',
  emptyLead: 'Hier erscheint jeder Abruf, den ein Schild für seine Seite macht, nach etwa einer Minute.',
  export: {
    ...audit.export,
    lead: (rows) => {
      const what = rows === 1 ? '1 Zeile' : rows === undefined ? 'Alle Zeilen' : `${inGerman(rows)} Zeilen`;
      return `${what} nach den aktuellen Filtern, älteste zuerst.`;
    },
    formats: {
      csv: audit.export.formats.csv,
      ndjson: { name: 'NDJSON', text: 'eine Zeile je Eintrag, für Programme' },
    },
  },
};
