import type { Words } from '../english.ts';

export const events: Words['events'] = {
  newTitle: 'Veranstaltung anlegen',
  newLead: 'Eine Veranstaltung legt Ort, Zeitzone und die Personen fest, die benachrichtigt werden.',
  make: 'Veranstaltung anlegen',
  settingsTitle: 'Einstellungen der Veranstaltung',
  settingsLead: 'Was Sie hier ändern, gilt sofort auf allen Wänden.',
  save: 'Speichern',
  saved: 'Die Veranstaltung ist gespeichert.',
  toWall: 'Zu ihrer Wand',
  onlyAdmins: 'Nur Admins können Veranstaltungen anlegen und ändern.',
  name: 'Name',
  venue: 'Ort',
  timeZone: 'Zeitzone',
  timeZoneHint:
    'Tippen Sie eine Stadt, ein Land oder eine Abkürzung. Alle Zeiten der Veranstaltung stehen in dieser Zone.',
  timeZoneNow: (time, offset) => `Dort ist es jetzt ${time} Uhr (${offset}).`,
  timeZones: 'Zeitzonen',
  timeZonesFound: (count) => (count === 1 ? '1 Zeitzone gefunden' : `${count} Zeitzonen gefunden`),
  noTimeZone: 'Keine Stadt, kein Land und keine Abkürzung beginnt mit diesem Text.',
  timeZoneUnknown: 'Dieser Browser kennt diese Zeitzone nicht: Die Zeiten darunter sind in UTC.',
  timeZoneNoTimes:
    'Dieser Browser kennt diese Zeitzone nicht und kann darum keine Zeiten in ihr speichern. Wählen Sie eine aus der Liste, etwa Europe/Berlin.',
  startsAt: 'Beginn',
  endsAt: 'Ende',
  grace: 'Benachrichtigen, wenn ein Schild länger offline ist als',
  graceHint: 'In Sekunden. Leer: 30 Sekunden',
  delete: 'Veranstaltung löschen',
  deleteTitle: (name) => `${name} löschen?`,
  deleteText:
    'Sie verschwindet aus jeder Liste; das lässt sich nicht rückgängig machen. Was geschah, bleibt im Protokoll.',
  deleteTyped: 'Namen der Veranstaltung eintippen',
  deleteHasSigns:
    'Sie hat Schilder. Trennen Sie erst deren Geräte oder verlegen Sie die Schilder. Nichts wurde gelöscht.',
  keep: 'Behalten',
  organization: {
    title: 'Organisation anlegen',
    lead: 'Sie hat Personen, Veranstaltungen und Schilder. Sie werden ihr Inhaber.',
    make: 'Organisation anlegen',
    forbidden:
      'Bei diesem Dienst können Sie keine Organisation anlegen. Fragen Sie, wer ihn betreibt, oder bitten Sie einen Admin um eine Einladung.',
  },
};
