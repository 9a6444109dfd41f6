import type { AdminWords } from '../english-admin.ts';
import { isolated } from '../isolate-direction.ts';

export const settings: AdminWords['settings'] = {
  title: 'Einstellungen der Organisation',
  loading: 'Einstellungen werden geladen',
  loadingWhat: 'die Einstellungen dieser Organisation',
  only: 'Nur Admins können die Einstellungen ändern.',
  headline: {
    proof: 'Übernahmen warten auf den Nachweis.',
    noProof: 'Übernahmen warten nicht auf den Nachweis.',
    hosts: (count) =>
      count === 0
        ? 'Jeder öffentliche Host ist erlaubt.'
        : count === 1
          ? '1 Host ist erlaubt.'
          : `${count} Hosts sind erlaubt.`,
    lead: 'Nur Admins können dies ändern. Jede Änderung steht im Protokoll.',
    created: 'Organisation angelegt',
  },
  fields: {
    name: 'Name',
    language: 'Sprache der E-Mails',
    handshake: 'Eine Übernahme wartet auf den Nachweis',
    hosts: 'Hosts, die ein Schild zeigen darf',
  },
  languageHint: 'Für Mitglieder, die für ihr Konto keine Sprache gewählt haben.',
  languages: { '': 'Nicht festgelegt (Englisch)', en: 'English', de: 'Deutsch' },
  proof: {
    lead: 'Das Schild lädt zuerst die Seite. Erst dann gehört es zur Veranstaltung.',
    on: 'Ein',
    off: 'Aus',
    onAside: 'nachgewiesen',
    offAside: 'nicht nachgewiesen',
    onPoints: [
      '„Übernommen“ auf dem Telefon bedeutet, dass die Seite auf dem Bildschirm war.',
      'Schlägt die Seite fehl, entsteht kein Eintrag, und das Schild zeigt wieder seinen Code.',
      'Die Übernahme dauert so lange wie die Seite, höchstens 20 s.',
    ],
    offPoints: [
      '„Übernommen“ erscheint sofort, auch wenn das Schild langsam ist.',
      'Schlägt die Seite fehl, gilt das Schild trotzdem als übernommen.',
      'Jemand muss jedes Schild ansehen.',
    ],
    follow: (isOn) => `Wie der Dienst: ${isOn ? 'ein' : 'aus'}`,
    foot: 'Eine Änderung gilt nur für neue Übernahmen. Schilder mit Nachweis behalten ihn.',
    values: { true: 'Ein', false: 'Aus', '': 'Wie der Dienst' },
  },
  hosts: {
    lead: 'Ist die Liste leer, ist jede öffentliche Seite erlaubt. Was auf dem Bildschirm ist, bleibt. Die Liste wird bei der nächsten Änderung geprüft.',
    every: 'Die Liste ist leer: Jede öffentliche Seite ist erlaubt.',
    kinds: { host: 'nur dieser Host', wild: 'seine Subdomains', all: 'jeder öffentliche Host' },
    use: (hosts, signs) =>
      `${hosts === 1 ? '1 Host in Gebrauch' : `${hosts} Hosts in Gebrauch`}, ${signs === 1 ? '1 Schild' : `${signs} Schilder`}`,
    unused: 'nicht in Gebrauch',
    unsaved: 'noch nicht gespeichert',
    remove: (host) => `${host} entfernen`,
    add: 'Hinzufügen',
    addLabel: 'Host hinzufügen',
    wrong: 'Geben Sie einen Host wie menu.example ein, oder *.menu.example für seine Subdomains.',
    double: 'Dieser Host steht bereits in der Liste.',
    lost: (host, signs, schedules) =>
      `${host} ist dann nicht mehr erlaubt: ${signs === 1 ? '1 Schild' : `${signs} Schilder`} und ${schedules === 1 ? '1 Zeitplan' : `${schedules} Zeitpläne`} nutzen eine Seite dort.`,
    lostFoot: 'Diese Seiten bleiben auf dem Bildschirm. Die nächste Änderung daran wird abgelehnt.',
    found: 'In Gebrauch',
    notAllowed: 'nicht erlaubt',
  },
  check: {
    title: 'Wäre diese Seite erlaubt?',
    label: 'Zu prüfende Seite',
    button: 'Prüfen',
    now: 'Jetzt:',
    after: 'Nach dem Speichern:',
    yes: (rule) => (rule === null ? 'ja.' : `ja, wegen ${rule}.`),
    no: (why) => `nein. ${why}`,
    notListed: (host) => `${host} steht nicht in der Liste.`,
    notPage: 'Das ist keine Webadresse. Sie muss mit http:// oder https:// beginnen.',
    everyPublic: 'ja, wenn der Host öffentlich ist.',
  },
  usage: {
    title: 'Grenzen und ihre Nutzung',
    signs: 'Schilder',
    events: 'Veranstaltungen',
    schedules: 'Zeitpläne',
    storageBytes: 'Screenshots',
    of: (used, most) => `${used} von ${most}`,
    noLimit: (used) => `${used}, keine Grenze`,
    full: 'Die Grenze ist erreicht.',
    lead: 'Der Betreiber des Dienstes legt die Grenzen fest.',
  },
  failed: {
    title: 'Nicht zugestellte Nachrichten',
    what: 'die nicht zugestellten Nachrichten',
    only: 'Nur Admins sehen nicht zugestellte Nachrichten.',
    none: 'Jede Nachricht wurde zugestellt oder ist noch unterwegs.',
    channels: { email: 'E-Mail', push: 'Push', inbox: 'Posteingang' },
    to: (name, time) => `An ${isolated(name)}, fehlgeschlagen ${time}.`,
    tried: (count) => (count === 1 ? 'Einmal versucht.' : `${count} Mal versucht.`),
    retry: 'Erneut senden',
    retryOf: (button, title) => `${button}: ${isolated(title)}`,
    retried: 'Die Nachricht wird erneut gesendet.',
    more: 'Ältere anzeigen',
  },
  save: 'Speichern',
  saved: 'Die Einstellungen wurden gespeichert.',
  unchanged: 'Es gibt nichts zu speichern.',
  version: (version, name, time) =>
    name ? `Version ${version}, ${isolated(name)}, ${time}` : `Version ${version}, ${time}`,
};
