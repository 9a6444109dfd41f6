import type { Words } from '../english.ts';

export const events: Words['events'] = {
  newTitle: 'Veranstaltung anlegen',
  newLead: 'Eine Veranstaltung gibt Schildern einen Ort, eine Zeitzone und Menschen, die etwas erfahren.',
  make: 'Veranstaltung anlegen',
  settingsTitle: 'Einstellungen der Veranstaltung',
  settingsLead: 'Was Sie hier ändern, gilt sofort, an jeder Wand.',
  save: 'Speichern',
  saved: 'Die Veranstaltung ist geändert.',
  toWall: 'Zu ihrer Wand',
  onlyAdmins: 'Nur Admins legen Veranstaltungen an und ändern sie.',
  name: 'Name',
  venue: 'Ort',
  timeZone: 'Zeitzone',
  timeZoneHint:
    'Tippen Sie eine Stadt, ein Land oder eine Abkürzung. Alle Zeiten der Veranstaltung stehen in dieser Zone.',
  timeZoneNow: (time, offset) => `Dort ist es jetzt ${time} Uhr (${offset}).`,
  timeZones: 'Zeitzonen',
  timeZonesFound: (count) => (count === 1 ? '1 Zeitzone gefunden' : `${count} Zeitzonen gefunden`),
  noTimeZone: 'Keine Stadt, kein Land und keine Abkürzung beginnt mit diesem Text.',
  timeZoneUnknown: 'Dieser Browser kennt keine Zone dieses Namens: Die Zeiten darunter sind UTC.',
  timeZoneNoTimes:
    'Dieser Browser kennt keine Zone dieses Namens und kann darum keine Zeiten in ihr speichern. Nehmen Sie eine der Liste, etwa Europe/Berlin.',
  startsAt: 'Beginn',
  endsAt: 'Ende',
  grace: 'Benachrichtigen, wenn ein Schild länger offline ist als',
  graceHint: 'In Sekunden. Leer: 30 Sekunden',
  delete: 'Veranstaltung löschen',
  deleteTitle: (name) => `${name} löschen?`,
  deleteText: 'Sie verschwindet aus jeder Liste und kommt nicht zurück. Was geschah, bleibt im Protokoll.',
  deleteTyped: 'Ihren Namen tippen',
  deleteHasSigns: 'Sie hat Schilder. Melden Sie sie erst ab oder verlegen Sie sie. Nichts wurde gelöscht.',
  keep: 'Behalten',
  organization: {
    title: 'Organisation anlegen',
    lead: 'Sie hat Personen, Veranstaltungen und Schilder. Sie werden ihr Inhaber.',
    make: 'Organisation anlegen',
    forbidden:
      'Bei diesem Dienst können Sie keine Organisation anlegen. Fragen Sie, wer ihn betreibt, oder bitten Sie einen Admin um eine Einladung.',
  },
};
