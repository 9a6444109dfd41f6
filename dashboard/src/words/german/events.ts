import type { Words } from '../english.ts';

export const events: Words['events'] = {
  newTitle: 'Veranstaltung anlegen',
  newLead: 'Eine Veranstaltung legt Ort, Zeitzone und die zu benachrichtigenden Personen fest.',
  make: 'Veranstaltung anlegen',
  settingsTitle: 'Einstellungen der Veranstaltung',
  settingsLead: 'Änderungen gelten sofort auf allen Wänden.',
  save: 'Speichern',
  saved: 'Die Veranstaltung wurde gespeichert.',
  toWall: 'Zur Wand',
  onlyAdmins: 'Nur Admins können Veranstaltungen anlegen und ändern.',
  name: 'Name',
  venue: 'Ort',
  timeZone: 'Zeitzone',
  timeZoneHint:
    'Geben Sie eine Stadt, ein Land oder eine Abkürzung ein. Alle Zeiten der Veranstaltung werden in dieser Zone angezeigt.',
  timeZoneNow: (time, offset) => `Dort ist es jetzt ${time} Uhr (${offset}).`,
  timeZones: 'Zeitzonen',
  timeZonesFound: (count) => (count === 1 ? '1 Zeitzone gefunden' : `${count} Zeitzonen gefunden`),
  noTimeZone: 'Keine Stadt, kein Land und keine Abkürzung beginnt mit diesem Text.',
  timeZoneUnknown: 'Ihr Browser kennt diese Zeitzone nicht. Die Zeiten unten sind in UTC angegeben.',
  timeZoneNoTimes:
    'Ihr Browser kennt diese Zeitzone nicht und kann keine Zeiten darin speichern. Wählen Sie eine aus der Liste, etwa Europe/Berlin.',
  startsAt: 'Beginn',
  endsAt: 'Ende',
  grace: 'Benachrichtigen, wenn ein Schild länger offline ist als',
  graceHint: 'In Sekunden. Leer: 30 Sekunden',
  delete: 'Veranstaltung löschen',
  deleteTitle: (name) => `${name} löschen?`,
  deleteText:
    'Die Veranstaltung verschwindet aus allen Listen. Das kann nicht rückgängig gemacht werden. Ihr Verlauf bleibt im Protokoll.',
  deleteTyped: 'Namen der Veranstaltung eingeben',
  deleteHasSigns:
    'Die Veranstaltung hat noch Schilder. Trennen Sie zuerst deren Geräte oder verschieben Sie die Schilder. Es wurde nichts gelöscht.',
  keep: 'Behalten',
  organization: {
    title: 'Organisation anlegen',
    lead: 'Eine Organisation umfasst Personen, Veranstaltungen und Schilder. Sie werden Inhaber der Organisation.',
    make: 'Organisation anlegen',
    forbidden:
      'Bei diesem Dienst können Sie keine Organisation anlegen. Wenden Sie sich an den Betreiber oder bitten Sie einen Admin um eine Einladung.',
  },
};
