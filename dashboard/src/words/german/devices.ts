import type { englishDevices } from '../english-devices.ts';
import { isolated } from '../isolate-direction.ts';

export const devices: (typeof englishDevices)['devices'] = {
  clones: {
    title: 'Geklonte Geräte',
    what: 'die geklonten Geräte',
    one: (name) => `Zwei Rechner haben die Identität von ${isolated(name)}.`,
    oneLead:
      'Der erste Rechner bleibt verbunden, bis Sie entscheiden. Der neue wird abgewiesen, zeigt aber vielleicht weiter die Seite, die mit dem Datenträger kopiert wurde.',
    many: (count) => `Über ${count} geklonte Geräte ist zu entscheiden.`,
    manyLead:
      'Der jeweils erste Rechner bleibt verbunden, bis Sie entscheiden. Der neue wird abgewiesen, zeigt aber vielleicht weiter die Seite, die mit dem Datenträger kopiert wurde.',
    none: 'Über kein geklontes Gerät ist zu entscheiden.',
    noneLead:
      'Ein geklontes Gerät ist ein zweiter Rechner mit der Identität eines Schilds, etwa nach dem Kopieren eines Datenträgers.',
    waiting: () => 'offene Entscheidungen',
    ofSign: (name) => `${isolated(name)}: beide Rechner`,
    first: 'Erster Rechner',
    firstLead: (name) => `verbunden als ${isolated(name)}`,
    newcomer: 'Neuer Rechner',
    newcomerLead: 'abgewiesen seit',
    address: 'Adresse',
    mac: 'MAC-Adresse',
    app: 'App-Version',
    connected: 'Verbunden seit',
    lastTried: 'Letzter Versuch',
    attempts: 'Versuche',
    unknown: 'unbekannt',
    choose: 'Ihre Entscheidung',
    preview: (first, newcomer) => `Danach: erster Rechner: ${first}; neuer Rechner: ${newcomer}.`,
    rejected: 'abgewiesen',
    newCode: 'neuer Code',
    effects: { first: 'Erster Rechner', newcomer: 'Neuer Rechner', record: 'Eintrag' },
    options: {
      keep_first: {
        action: 'Ersten Rechner behalten',
        done: 'Der erste Rechner wurde behalten.',
        when: 'Der neue Rechner ist eine Kopie, etwa ein Ersatzgerät mit kopiertem Datenträger.',
        first: 'Nichts ändert sich.',
        newcomer: 'Er bleibt abgewiesen: Er erhält keine Seiten und keine Befehle.',
        record: (name) => `${isolated(name)} bleibt unverändert.`,
        hint: 'Meistens richtig',
      },
      accept_newcomer: {
        action: 'Neuen Rechner verwenden',
        done: 'Der neue Rechner wird verwendet.',
        when: 'Der erste Rechner ist defekt oder wurde ausgebaut, und sein Datenträger steckt jetzt im neuen.',
        first:
          'Er wird innerhalb von 2 Sekunden getrennt und dann abgewiesen. Seine letzte Seite zeigt er vielleicht weiter.',
        newcomer: 'Er wird das Schild, mit Seite, Zeitplan und Verlauf.',
        record: (name) => `${isolated(name)} erhält die MAC-Adresse des neuen Rechners.`,
        hint: 'Mit Bestätigung',
      },
      reset_both: {
        action: 'Beide zurücksetzen',
        done: 'Beide Rechner wurden zurückgesetzt.',
        when: 'Der Datenträger wurde kopiert, oder Sie wissen nicht, welcher Rechner der richtige ist.',
        first: 'Er zeigt die Seite nicht mehr, wird ein neues Schild und zeigt einen neuen Code.',
        newcomer: 'Er wird ein neues Schild und zeigt einen neuen Code.',
        record: (name) => `${isolated(name)} verliert sein Gerät. Name, Seite, Zeitplan und Verlauf bleiben.`,
        hint: 'Fragt nach dem Namen des Schilds',
      },
    },
    advice: {
      none: 'Ein abgewiesener Rechner behält die Identität. Er kann als dieses Schild auftreten, solange der andere ausgeschaltet ist. Wurde ein Datenträger kopiert, hält nur das Zurücksetzen beider Rechner die Kopie dauerhaft fern.',
      keep_first:
        'Der neue Rechner hat die Identität weiterhin. Er kann als dieses Schild auftreten, solange der erste ausgeschaltet ist. Wurde ein Datenträger kopiert, setzen Sie beide Rechner zurück.',
      accept_newcomer:
        'Der erste Rechner hat die Identität weiterhin. Er kann als dieses Schild auftreten, solange der neue ausgeschaltet ist. Wurde ein Datenträger kopiert, setzen Sie beide Rechner zurück.',
    },
    confirm: {
      accept: (name) => `Den neuen Rechner als ${isolated(name)} verwenden?`,
      acceptText:
        'Der erste Rechner wird innerhalb von 2 Sekunden getrennt, zeigt seine letzte Seite aber vielleicht weiter. Der neue Rechner wird das Schild.',
      reset: (name) => `Beide Rechner von ${isolated(name)} zurücksetzen?`,
      resetText:
        'Das Schild verliert sein Gerät. Beide Rechner werden neue Schilder und zeigen neue Codes. Name, Seite, Zeitplan und Verlauf bleiben. Das kann nicht rückgängig gemacht werden.',
      typed: 'Geben Sie den Namen des Schilds ein',
      cancel: 'Abbrechen',
    },
    decided: 'Entschieden',
    decidedBy: (name) => `von ${isolated(name)}`,
    more: 'Weitere geklonte Geräte',
    openSign: 'Schild öffnen',
  },
  replaced: {
    title: 'Getauschte Geräte',
    what: 'die getauschten Geräte',
    headline: (count, hasMore) =>
      hasMore
        ? `Mehr als ${count} Geräte wurden getauscht.`
        : count === 1
          ? '1 Gerät wurde getauscht.'
          : `${count} Geräte wurden getauscht.`,
    lead: 'Wird das Gerät eines Schilds getauscht, bleiben Name, Ort, Seite, Zeitplan und Verlauf erhalten.',
    none: 'Noch kein Gerät wurde getauscht.',
    noneLead: 'Um ein Gerät zu tauschen, öffnen Sie das Schild und scannen Sie das neue Gerät.',
    linked: (linked, all) => `${linked} von ${all}`,
    linkedLead: 'Schildern haben ein Gerät',
    when: 'Zeit',
    sign: 'Schild',
    old: 'Altes Gerät',
    new: 'Neues Gerät',
    who: 'Getauscht von',
    why: 'Grund',
    noReason: 'kein Grund angegeben',
    now: 'Zustand des alten Geräts',
    nobody: 'Unbekannt',
    unnamed: 'Gelöschtes Schild',
    states: {
      unclaimed: 'verbunden, nicht übernommen',
      disconnected: 'nicht verbunden',
      claimed: (name) => `übernommen als ${isolated(name)}`,
    },
    more: 'Ältere',
    how: 'Zum Tauschen genügt ein Scan. Das neue Gerät lädt zuerst die Seite; bis dahin bleibt das alte verbunden.',
    list: 'Getauschte Geräte',
  },
};
