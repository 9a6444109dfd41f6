import type { Words } from '../english.ts';

export const events: Words['events'] = {
  newTitle: 'Veranstaltung anlegen',
  newLead: 'Für eine Veranstaltung legen Sie Ort, Zeitzone und die Personen fest, die benachrichtigt werden.',
  make: 'Veranstaltung anlegen',
  settingsTitle: 'Einstellungen der Veranstaltung',
  settingsLead: 'Änderungen an der Veranstaltung gelten sofort auf allen Wänden.',
  save: 'Speichern',
  saved: 'Die Veranstaltung wurde gespeichert.',
  toWall: 'Zur Wand',
  onlyAdmins: 'Nur Admins können Veranstaltungen anlegen und ändern.',
  name: 'Name',
  venue: 'Ort',
  timeZone: 'Zeitzone',
  timeZoneHint:
    'Geben Sie eine Stadt, ein Land oder eine Abkürzung ein. Alle Zeiten der Veranstaltung werden in dieser Zeitzone angezeigt.',
  timeZoneNow: (time, offset) => `In dieser Zeitzone ist es jetzt ${time} Uhr (${offset}).`,
  timeZones: 'Zeitzonen',
  timeZonesFound: (count) => (count === 1 ? '1 Zeitzone gefunden' : `${count} Zeitzonen gefunden`),
  noTimeZone: 'Keine Stadt, kein Land und keine Abkürzung beginnt mit diesem Text.',
  timeZoneUnknown: 'Ihr Browser kennt diese Zeitzone nicht. Die Zeiten unten sind in UTC angegeben.',
  timeZoneNoTimes:
    'Ihr Browser kennt diese Zeitzone nicht und kann keine Zeiten darin speichern. Wählen Sie eine Zeitzone aus der Liste, etwa Europe/Berlin.',
  startsAt: 'Beginn',
  endsAt: 'Ende',
  grace: 'Benachrichtigen, wenn ein Schild länger offline ist als',
  graceHint: 'In Sekunden. Wenn das Feld leer bleibt: Vorgabe des Dienstes',
  delete: 'Veranstaltung löschen',
  deleteTitle: (name) => `${name} löschen?`,
  deleteText:
    'Die Veranstaltung verschwindet aus allen Listen. Das Löschen kann nicht rückgängig gemacht werden. Der Verlauf der Veranstaltung bleibt im Protokoll.',
  deleteTyped: 'Namen der Veranstaltung eingeben',
  deleteHasSigns:
    'Zu dieser Veranstaltung gehören noch Schilder. Trennen Sie zuerst die Geräte dieser Schilder oder verschieben Sie die Schilder. Es wurde nichts gelöscht.',
  keep: 'Veranstaltung behalten',
  organization: {
    title: 'Organisation anlegen',
    lead: 'Eine Organisation umfasst Personen, Veranstaltungen und Schilder. Wenn Sie eine Organisation anlegen, werden Sie ihr Inhaber.',
    make: 'Organisation anlegen',
    forbidden:
      'Bei diesem Dienst können Sie keine Organisation anlegen. Wenden Sie sich an den Betreiber oder bitten Sie einen Admin um eine Einladung.',
  },
};
