import { conflict } from './conflict.ts';
import { leave } from './unsaved-changes.ts';
import type { WallWords } from '../english-wall.ts';
import { isolated } from '../isolate-direction.ts';

type Tabs = 'settings' | 'conflict' | 'end' | 'clones' | 'logs' | 'fetches' | 'schedule';

export const signTabs: Pick<WallWords['sign'], Tabs> = {
  settings: {
    title: 'Einstellungen',
    save: 'Speichern',
    saved: 'Gespeichert.',
    unchanged: 'Es gibt nichts zu speichern.',
    fields: {
      name: 'Name',
      location: 'Ort',
      zoom: 'Zoom',
      rotation: 'Drehung',
      reloadEverySeconds: 'Neulade-Intervall (Sekunden)',
      screenshotEverySeconds: 'Bildschirmfoto-Intervall (Sekunden)',
      reachabilityIntervalMs: 'Intervall der Seitenprüfung (ms)',
      muted: 'Stumm',
      showCursor: 'Mauszeiger anzeigen',
      idleMessage: 'Text, wenn keine Seite zugewiesen ist',
      logLevel: 'Log-Stufe',
    },
    hints: { zoom: '0,25 bis 4', never: '0: nie' },
    unset: 'Standard',
    stays: (fields) => `Diese Einstellungen können geändert, aber nicht entfernt werden: ${fields}.`,
    yes: 'Ja',
    no: 'Nein',
    only: 'Nur Operatoren und Admins können Einstellungen ändern.',
    leave,
  },
  conflict,
  end: {
    replace: 'Gerät tauschen',
    link: 'Gerät verbinden',
    unregister: 'Gerät trennen',
    unregisterTitle: (name) => `Gerät von ${isolated(name)} trennen?`,
    unregisterText: {
      now: 'Das Gerät zeigt innerhalb einer Sekunde wieder seinen Code und kann von jeder Veranstaltung übernommen werden. Name, Ort, Zeitplan und Verlauf des Schilds bleiben erhalten, und Sie können ein anderes Gerät mit dem Schild verbinden.',
      away: 'Das Gerät ist offline. Es wird sofort vom Schild getrennt und zeigt wieder seinen Code, sobald es online ist. Dann kann jede Veranstaltung das Gerät übernehmen. Name, Ort, Zeitplan und Verlauf des Schilds bleiben erhalten, und Sie können ein anderes Gerät mit dem Schild verbinden.',
    },
    keep: 'Behalten',
    askTitle: (what, name) => `„${what}“ an ${isolated(name)} senden?`,
    askText: {
      on: 'Dieser Befehl kann nicht rückgängig gemacht werden, aber Sie können das Schild wieder in den Vordergrund holen. Bis dahin ist die Seite des Schilds nicht sichtbar. Seite, Einstellungen und Zeitplan bleiben erhalten.',
      reboot:
        'Das kann nicht rückgängig gemacht werden. Das Schild zeigt einige Sekunden lang keine Seite. Seite, Einstellungen und Zeitplan bleiben erhalten.',
      reboot_device:
        'Das kann nicht rückgängig gemacht werden. Der Bildschirm ist etwa eine Minute lang dunkel, bis das Gerät neu gestartet ist. Seite, Einstellungen und Zeitplan bleiben erhalten.',
    },
    askAway:
      'Das Gerät ist offline und nicht erreichbar. Der Befehl wird auch später nicht gesendet. Versuchen Sie es noch einmal, wenn das Gerät wieder online ist.',
    leave: 'Abbrechen',
    unregistered: (name) => `${isolated(name)} hat kein Gerät mehr.`,
    delete: 'Löschen',
    deleteTitle: (name) => `${isolated(name)} löschen?`,
    deleteText: {
      now: 'Das Schild wird mit Seite und Zeitplan gelöscht. Das Gerät zeigt wieder seinen Code. Der Verlauf bleibt erhalten. Das kann nicht rückgängig gemacht werden.',
      away: 'Das Schild wird mit Seite und Zeitplan gelöscht. Das Gerät ist offline und zeigt wieder seinen Code, sobald es online ist. Der Verlauf bleibt erhalten. Das kann nicht rückgängig gemacht werden.',
      none: 'Das Schild hat kein Gerät und wird mit Seite und Zeitplan gelöscht. Der Verlauf bleibt erhalten. Das kann nicht rückgängig gemacht werden.',
    },
    deleted: (name) => `${isolated(name)} wurde gelöscht. Sie sehen jetzt die Wand der Veranstaltung.`,
    deleteTyped: 'Namen des Schilds eingeben',
  },
  clones: {
    title: 'Zwei Rechner mit derselben Identität',
    lead: 'Der erste Rechner bleibt verbunden, der neue wird abgewiesen. Entscheiden Sie, welcher Rechner zu diesem Schild gehört.',
    first: 'Erster Rechner mit dieser Identität',
    newcomer: 'Neuer Rechner mit dieser Identität',
    tried: (count, time) =>
      count === 1 ? `1 Verbindungsversuch um ${time}` : `${count} Verbindungsversuche, zuletzt um ${time}`,
    decisions: {
      keep_first: 'Ersten Rechner behalten',
      accept_newcomer: 'Neuen Rechner verwenden',
      reset_both: 'Jedem eine neue Identität geben',
    },
    advice: {
      none: 'Der nicht gewählte Rechner hat weiterhin dieselbe Identität und kann als dieses Schild auftreten, solange der gewählte Rechner ausgeschaltet ist. Wenn ein Datenträger kopiert wurde, hilft nur, jedem Rechner eine neue Identität zu geben.',
      keep_first:
        'Der neue Rechner hat weiterhin dieselbe Identität und kann als dieses Schild auftreten, solange der erste Rechner ausgeschaltet ist. Wenn ein Datenträger kopiert wurde, geben Sie jedem Rechner eine neue Identität.',
      accept_newcomer:
        'Der erste Rechner hat weiterhin dieselbe Identität und kann als dieses Schild auftreten, solange der neue Rechner ausgeschaltet ist. Wenn ein Datenträger kopiert wurde, geben Sie jedem Rechner eine neue Identität.',
    },
    resetTitle: 'Jedem Rechner eine neue Identität geben?',
    resetText:
      'Das Schild verliert sein Gerät. Jeder Rechner erscheint als neues Schild und zeigt einen Code, sobald er wieder verbunden ist. Name, Ort, Zeitplan und Verlauf des Schilds bleiben erhalten.',
    keep: 'Jetzt nicht',
    decided: 'Ihre Entscheidung wurde gespeichert.',
    what: 'die anderen Rechner',
    all: 'Was jede Entscheidung bewirkt, und alle geklonten Geräte der Veranstaltung',
  },
  logs: {
    title: 'Log',
    fetch: 'Log abrufen',
    live: 'Live',
    liveHint: 'wird alle 10 s aktualisiert',
    none: 'Es wurden noch keine Log-Zeilen abgerufen.',
    noneFits: 'Keine Zeile passt zur Suche.',
    find: 'In diesen Zeilen suchen',
    level: 'Stufe',
    levels: 'Alle Stufen',
    older: 'Ältere',
    what: 'das Log',
    lines: 'Log-Zeilen',
    kept: (count) => `Nur die neuesten ${count.toLocaleString('de')} Log-Zeilen werden gespeichert.`,
  },
  fetches: {
    title: 'Seitenabrufe',
    none: 'Das Schild hat keine Seitenabrufe gemeldet.',
    what: 'die Seitenabrufe',
    at: 'Zeit',
    page: 'URL',
    answer: 'Antwort',
    took: 'Dauer',
    size: 'Größe',
    cache: 'aus dem Cache',
    log: 'Filtern und exportieren',
  },
  schedule: {
    title: 'Zeitplan',
    now: 'Jetzt auf dem Bildschirm',
    ofSign: 'Dieses Schild',
    ofEvent: 'Veranstaltung',
    none: 'Es ist nichts geplant.',
    what: 'den Zeitplan',
    priority: (priority) => `Priorität ${priority}`,
    off: 'ausgeschaltet',
    repeats: (rule) => `Wiederholung: ${rule}`,
    exceptDays: (count) => (count === 1 ? 'außer an 1 Tag' : `außer an ${count} Tagen`),
    order:
      'Angezeigt wird der Eintrag mit der höheren Priorität, bei gleicher Priorität der aus dem Zeitplan dieses Schilds. Eine manuell zugewiesene Seite hat immer Vorrang.',
  },
};
