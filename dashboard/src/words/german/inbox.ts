import type { inbox as english } from '../english/inbox.ts';
import { isolated } from '../isolate-direction.ts';

export const inbox: typeof english = {
  title: 'Posteingang',
  what: 'den Posteingang',
  unread: (count) => (count === 0 ? 'alles gelesen' : `${count} ungelesen`),
  markAll: 'Alle als gelesen markieren',
  markAllEvents: 'Alle Veranstaltungen als gelesen markieren',
  settings: 'Was Sie erreicht',
  list: 'Nachrichten',
  isUnread: 'Ungelesen',
  today: 'heute',
  yesterday: 'gestern',
  day: (event, day, zone) =>
    [event === undefined ? undefined : isolated(event), day, zone === undefined ? undefined : `Zeiten in ${zone}`]
      .filter((part) => part !== undefined)
      .join(', ')
      .replace(/^[a-z]/, (letter) => letter.toUpperCase()),
  account: 'Ihr Konto',
  filters: { label: 'Nachrichten filtern', unread: 'Ungelesen' },
  channels: { email: 'E-Mail', push: 'Push', inbox: 'Posteingang' },
  states: {
    delayed: (channel) => `${channel} wartet`,
    queued: (channel) => `${channel} wird gesendet`,
    sent: (channel) => channel,
    failed: (channel) => `${channel} fehlgeschlagen`,
    dropped: (channel) => `${channel} nicht gesendet`,
  },
  signs: 'Schilder',
  more: (count) => `und ${count} weitere`,
  openOutage: 'Ausfall öffnen',
  openEvent: 'Wand öffnen',
  snooze: '1 h stumm',
  snoozedSigns: (name, more, time) =>
    more === 0
      ? `Keine E-Mail und kein Push zu ${isolated(name)} bis ${time}.`
      : `Keine E-Mail und kein Push zu ${isolated(name)} und ${more} weiteren bis ${time}.`,
  snoozedEvent: (event, time) => `Keine E-Mail und kein Push zu ${isolated(event)} bis ${time}.`,
  arrived: (count) => (count === 1 ? '1 neue Nachricht anzeigen' : `${count} neue Nachrichten anzeigen`),
  older: 'Ältere Nachrichten anzeigen',
  empty: 'Noch keine Nachrichten.',
  emptyLead: 'Hier erscheinen Nachrichten zu Ihren Schildern. Wählen Sie aus, welche Arten Sie erreichen.',
  nothing: 'Zu diesem Filter gibt es keine Nachricht.',
  nothingLead: 'Neue Nachrichten erscheinen hier automatisch.',
  showAll: 'Alle Nachrichten anzeigen',
  notMarked: 'Die Nachrichten konnten nicht als gelesen gespeichert werden.',
  now: {
    still: {
      sign_offline: (count) => (count === 1 ? 'Weiterhin offline' : `Alle ${count} weiterhin offline`),
      content_unreachable: (count) =>
        count === 1 ? 'Weiterhin nicht erreichbar' : `Bei allen ${count} weiterhin nicht erreichbar`,
      content_error: (count) => (count === 1 ? 'Weiterhin Fehler' : `Bei allen ${count} weiterhin Fehler`),
      screen_blank: (count) => (count === 1 ? 'Weiterhin leer' : `Alle ${count} weiterhin leer`),
      digest: (count) => (count === 1 ? 'Noch nicht beendet' : `Keiner von ${count} Ausfällen ist beendet`),
    },
    some: {
      sign_offline: (open, count) => `${open} von ${count} weiterhin offline`,
      content_unreachable: (open, count) => `Bei ${open} von ${count} weiterhin nicht erreichbar`,
      content_error: (open, count) => `Bei ${open} von ${count} weiterhin Fehler`,
      screen_blank: (open, count) => `${open} von ${count} weiterhin leer`,
      digest: (open, count) => `${open} von ${count} Ausfällen noch nicht beendet`,
    },
    over: (count, time) =>
      `${count === 1 ? 'Läuft wieder' : `Alle ${count} laufen wieder`}${time === undefined ? '' : ` seit ${time}`}`,
    overDigest: (count, time) =>
      `${count === 1 ? 'Beendet' : `Alle ${count} Ausfälle beendet`}${time === undefined ? '' : ` seit ${time}`}`,
    left: (time) => `Gerät seit ${time} getrennt`,
    again: (time) => `Erneut gestört seit ${time}`,
  },
  keys: {
    title: 'Posteingang',
    next: 'Nächste Nachricht',
    previous: 'Vorige Nachricht',
    open: 'Nachricht auf- oder zuklappen',
    read: 'Nachricht als gelesen markieren',
    markAll: 'Alle als gelesen markieren',
  },
};
