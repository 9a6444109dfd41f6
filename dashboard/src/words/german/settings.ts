import type { AdminWords } from '../english-admin.ts';
import { isolated } from '../isolate-direction.ts';

export const settings: AdminWords['settings'] = {
  title: 'Einstellungen der Organisation',
  loading: 'Einstellungen werden geladen',
  loadingWhat: 'die Einstellungen dieser Organisation',
  only: 'Nur Admins können die Einstellungen ändern.',
  headline: {
    proof: 'Schilder werden erst übernommen, wenn ihre Seite geladen ist.',
    noProof: 'Schilder werden sofort übernommen, auch bevor ihre Seite geladen ist.',
    hosts: (count) =>
      count === 0
        ? 'Jeder öffentliche Host ist erlaubt.'
        : count === 1
          ? '1 Host ist erlaubt.'
          : `${count} Hosts sind erlaubt.`,
    lead: 'Nur Admins können diese Einstellungen ändern. Jede Änderung steht im Protokoll.',
    created: 'Organisation angelegt',
  },
  fields: {
    name: 'Name',
    language: 'Sprache der E-Mails',
    handshake: 'Übernahme erst nach dem Laden der Seite',
    hosts: 'Erlaubte Hosts',
    secondFactor: 'Anmeldung in zwei Schritten',
  },
  languageHint: 'Für Mitglieder, die für ihr Konto keine Sprache gewählt haben.',
  languages: { '': 'Nicht festgelegt (Englisch)', en: 'English', de: 'Deutsch' },
  proof: {
    lead: 'Das Schild lädt zuerst die Seite. Erst dann gehört es zur Veranstaltung.',
    on: 'Ein',
    off: 'Aus',
    onAside: 'Seite geprüft',
    offAside: 'Seite nicht geprüft',
    onPoints: [
      '„Übernommen“ auf dem Telefon bedeutet, dass die Seite auf dem Bildschirm war.',
      'Wenn die Seite nicht geladen werden kann, wird kein Eintrag angelegt, und das Schild zeigt wieder seinen Code.',
      'Die Übernahme dauert so lange wie das Laden der Seite, höchstens 20 s.',
    ],
    offPoints: [
      '„Übernommen“ erscheint sofort, auch wenn das Schild langsam ist.',
      'Wenn die Seite nicht geladen werden kann, gilt das Schild trotzdem als übernommen.',
      'Jemand muss jedes Schild selbst prüfen.',
    ],
    follow: (isOn) => `Vorgabe des Dienstes: ${isOn ? 'ein' : 'aus'}`,
    foot: 'Eine Änderung gilt nur für neue Übernahmen. Für bereits übernommene Schilder ändert sich nichts.',
    values: { true: 'Ein', false: 'Aus', '': 'Vorgabe des Dienstes' },
  },
  secondFactor: {
    lead: 'Wenn die Anmeldung in zwei Schritten erforderlich ist, haben nur Personen Zugriff auf diese Organisation, die sich mit einem Code oder Passkey angemeldet haben.',
    label: 'Anmeldung in zwei Schritten von allen Mitgliedern verlangen',
    without: (count) =>
      count === 0
        ? 'Alle Mitglieder haben die Anmeldung in zwei Schritten eingeschaltet.'
        : count === 1
          ? '1 Mitglied hat die Anmeldung in zwei Schritten nicht eingeschaltet. Wenn sie erforderlich ist, hat dieses Mitglied keinen Zugriff, bis es sie einschaltet.'
          : `${count} Mitglieder haben die Anmeldung in zwei Schritten nicht eingeschaltet. Wenn sie erforderlich ist, haben diese Mitglieder keinen Zugriff, bis sie sie einschalten.`,
    foot: 'Sitzungen, die nur mit dem Passwort geöffnet wurden, verlieren innerhalb einer Sekunde den Zugriff. Nachrichten an diese Mitglieder werden weiterhin zugestellt.',
    owners: 'Nur Inhaber können dies ändern.',
    turnOn: 'Sie können dies ändern, sobald die Anmeldung in zwei Schritten für Ihr eigenes Konto eingeschaltet ist.',
    signInAgain:
      'Sie haben sich nur mit dem Passwort angemeldet. Melden Sie sich ab und mit einem Code wieder an, dann können Sie dies ändern.',
    toAccount: 'Anmeldung in zwei Schritten im eigenen Konto öffnen',
    values: { true: 'Erforderlich', false: 'Nicht erforderlich' },
  },
  hosts: {
    lead: 'Wenn die Liste leer ist, ist jede öffentliche Seite erlaubt. Seiten, die Schilder gerade zeigen, bleiben auf dem Bildschirm. Die Liste wird geprüft, wenn eine Seite das nächste Mal geändert wird.',
    every: 'Die Liste ist leer: Jede öffentliche Seite ist erlaubt.',
    kinds: { host: 'nur dieser Host', wild: 'Subdomains dieses Hosts', all: 'jeder öffentliche Host' },
    use: (hosts, signs) =>
      `${hosts === 1 ? '1 Host in Gebrauch' : `${hosts} Hosts in Gebrauch`}, auf ${signs === 1 ? '1 Schild' : `${signs} Schildern`}`,
    unused: 'nicht in Gebrauch',
    unsaved: 'noch nicht gespeichert',
    remove: (host) => `${host} entfernen`,
    add: 'Hinzufügen',
    addLabel: 'Host hinzufügen',
    wrong: 'Geben Sie einen Host wie menu.example ein, oder *.menu.example für die Subdomains dieses Hosts.',
    double: 'Dieser Host steht bereits in der Liste.',
    lost: (host, signs, schedules) =>
      `${host} ist dann nicht mehr erlaubt. Betroffen: ${signs === 1 ? '1 Schild' : `${signs} Schilder`} und ${schedules === 1 ? '1 Zeitplan' : `${schedules} Zeitpläne`} mit Seiten von diesem Host.`,
    lostFoot: 'Diese Seiten bleiben auf dem Bildschirm. Die nächste Änderung an einer dieser Seiten wird abgelehnt.',
    found: 'In Gebrauch',
    notAllowed: 'nicht erlaubt',
  },
  check: {
    title: 'Wäre diese Seite erlaubt?',
    label: 'Zu prüfende Seite',
    button: 'Prüfen',
    now: 'Jetzt:',
    after: 'Nach dem Speichern:',
    yes: (rule) => (rule === null ? 'erlaubt.' : `erlaubt durch den Eintrag ${rule}.`),
    no: (why) => `nicht erlaubt. ${why}`,
    notListed: (host) => `${host} steht nicht in der Liste.`,
    notPage: 'Das ist keine Webadresse. Eine Webadresse muss mit http:// oder https:// beginnen.',
    everyPublic: 'erlaubt, wenn der Host öffentlich ist.',
  },
  usage: {
    title: 'Grenzen und aktuelle Nutzung',
    signs: 'Schilder',
    events: 'Veranstaltungen',
    schedules: 'Zeitpläne',
    storageBytes: 'Bildschirmfotos',
    of: (used, most) => `${used} von ${most}`,
    noLimit: (used) => `${used} (unbegrenzt)`,
    full: 'Die Grenze ist erreicht.',
    lead: 'Der Betreiber des Dienstes legt die Grenzen fest.',
  },
  failed: {
    title: 'Nicht zugestellte Nachrichten',
    what: 'die nicht zugestellten Nachrichten',
    only: 'Nur Admins sehen nicht zugestellte Nachrichten.',
    none: 'Alle Nachrichten wurden zugestellt oder werden noch gesendet.',
    channels: { email: 'E-Mail', push: 'Push', inbox: 'Posteingang' },
    to: (name, time) => `Zustellung an ${isolated(name)} fehlgeschlagen (${time}).`,
    tried: (count) => (count === 1 ? 'Bisher 1 Zustellversuch.' : `Bisher ${count} Zustellversuche.`),
    retry: 'Erneut senden',
    retryOf: (button, title) => `${button}: ${isolated(title)}`,
    retried: 'Die Nachricht wird erneut gesendet.',
    more: 'Ältere Nachrichten',
  },
  save: 'Speichern',
  saved: 'Die Einstellungen wurden gespeichert.',
  unchanged: 'Es gibt nichts zu speichern.',
  version: (version, name, time) =>
    name ? `Version ${version}, gespeichert von ${isolated(name)}, ${time}` : `Version ${version}, ${time}`,
};
