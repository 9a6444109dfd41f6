import type { NotificationKind } from '@sign-display/contracts/rest/subscriptions';
import type { CountedSigns, KindWords, NotificationWords } from './english.ts';

const KINDS: Record<NotificationKind, KindWords> = {
  sign_offline: { one: 'ist offline', many: 'offline' },
  sign_online: { one: 'ist wieder online', many: 'wieder online' },
  content_unreachable: { one: 'kann seine Seite nicht erreichen', many: 'können ihre Seite nicht erreichen' },
  content_recovered: { one: 'zeigt seine Seite wieder', many: 'zeigen ihre Seite wieder' },
  content_error: { one: 'kann seine Seite nicht laden', many: 'können ihre Seite nicht laden' },
  screen_blank: { one: 'zeigt einen leeren Bildschirm', many: 'zeigen einen leeren Bildschirm' },
  claim_completed: { one: 'wurde übernommen', many: 'wurden übernommen' },
  sign_unregistered: { one: 'wurde vom Gerät getrennt', many: 'wurden vom Gerät getrennt' },
  update_failed: { one: 'konnte nicht aktualisiert werden', many: 'konnten nicht aktualisiert werden' },
  clone_detected: {
    one: 'hat dieselbe Identität wie ein anderer Rechner',
    many: 'haben jeweils dieselbe Identität wie ein anderer Rechner',
  },
  sign_unstable: { one: 'ist instabil und fällt immer wieder aus', many: 'sind instabil' },
  doors_check: {
    one: 'hat den Einlass-Check nicht bestanden',
    many: 'haben den Einlass-Check nicht bestanden',
  },
};

const KINDS_OVER: Partial<Record<NotificationKind, KindWords>> = {
  sign_offline: { one: 'war offline und ist wieder online', many: 'waren offline und sind wieder online' },
  content_unreachable: {
    one: 'konnte seine Seite zeitweise nicht erreichen',
    many: 'konnten ihre Seite zeitweise nicht erreichen',
  },
  content_error: {
    one: 'konnte seine Seite zeitweise nicht laden',
    many: 'konnten ihre Seite zeitweise nicht laden',
  },
  screen_blank: {
    one: 'zeigte zeitweise einen leeren Bildschirm',
    many: 'zeigten zeitweise einen leeren Bildschirm',
  },
};

/** The names of kinds in a list, as the dashboard writes them. */
const KIND_NAMES: Record<NotificationKind, string> = {
  sign_offline: 'Schild offline',
  sign_online: 'Schild wieder online',
  content_unreachable: 'Inhalt nicht erreichbar',
  content_recovered: 'Inhalt wieder verfügbar',
  content_error: 'Inhalt fehlerhaft',
  screen_blank: 'Bildschirm leer',
  claim_completed: 'Schild übernommen',
  sign_unregistered: 'Gerät vom Schild getrennt',
  update_failed: 'Aktualisierung fehlgeschlagen',
  clone_detected: 'zwei Rechner mit derselben Identität',
  sign_unstable: 'Schild instabil',
  doors_check: 'Einlass-Check',
};

const verb = (count: number, one: string, many: string): string => (count === 1 ? one : many);
const signs = ({ count, of, isMore }: CountedSigns): string =>
  of !== null
    ? `${count} von ${of} ${verb(of, 'Schild', 'Schildern')}`
    : `${count} ${isMore ? verb(count, 'weiteres ', 'weitere ') : ''}${verb(count, 'Schild', 'Schilder')}`;

function failsNow(count: number, host: string, kind: NotificationKind): string {
  if (kind === 'screen_blank')
    return `${verb(count, 'zeigt', 'zeigen')} bei Seiten von ${host} einen leeren Bildschirm`;
  const can = verb(count, 'kann', 'können');
  return `${can} keine Seiten von ${host} ${kind === 'content_unreachable' ? 'erreichen' : 'laden'}`;
}
function failedThen(count: number, host: string, kind: NotificationKind): string {
  if (kind === 'screen_blank')
    return `${verb(count, 'zeigte', 'zeigten')} bei Seiten von ${host} zeitweise einen leeren Bildschirm`;
  const could = verb(count, 'konnte', 'konnten');
  return `${could} zeitweise keine Seiten von ${host} ${kind === 'content_unreachable' ? 'erreichen' : 'laden'}`;
}

/** Writes times of another day with the day in front: `20. Nov., 19:04`. */
const at = (time: string): string => (/^\d\d:/.test(time) ? `um ${time}` : `am ${time}`);
const fromTo = (from: string, to: string): string =>
  /^\d\d:/.test(from) ? `von ${from} bis ${to}` : `vom ${from}, bis ${to}`;
const CHECK_HOST = 'Prüfen Sie diesen Server und die Netzverbindung dorthin.';

/** The German words of messages about signs. */
export const german: NotificationWords = {
  language: 'de',
  locale: 'de-DE',
  quotes: ['„', '“'],
  dayAndTime: (day, time) => `${day}, ${time}`,
  kinds: KINDS,
  kindsOver: KINDS_OVER,
  several: ({ count, of }, { many }) => `${signs({ count, of, isMore: false })} ${many}`,
  atPlace: {
    open: (counted, place) => `${signs(counted)} in ${place} offline`,
    ended: (counted, place) => `${signs(counted)} in ${place} wieder online`,
    over: (counted, place) =>
      `${signs(counted)} in ${place} ${verb(counted.count, 'war offline und ist', 'waren offline und sind')} wieder online`,
  },
  onHost: {
    open: (counted, host, kind) => `${signs(counted)} ${failsNow(counted.count, host, kind)}`,
    ended: (counted, host) => `${signs(counted)} ${verb(counted.count, 'zeigt', 'zeigen')} wieder Seiten von ${host}`,
    over: (counted, host, kind) => `${signs(counted)} ${failedThen(counted.count, host, kind)}`,
  },
  inAll: (headline, count) => `${headline}; insgesamt ${count}`,
  isOver: (title) => `Ausfall beendet: ${title}`,
  subject: (headline) => headline.replace(/^(\d+ Schilder in .+) wieder online$/, 'Wieder online: $1'),
  andMore: (count) => `und ${count} weitere ${verb(count, 'Meldung', 'Meldungen')}`,
  times: {
    at,
    since: (time) => `seit ${time}`,
    fromTo,
    endedAt: (time, duration) => `seit ${time}, nach ${duration}`,
    offlineFromTo: (from, to) => `offline ${fromTo(from, to)}`,
    lastSeen: (time) => `zuletzt ${at(time)} gesehen`,
    unstable: (time) => `instabil seit ${time}`,
    onlineAgain: (time, duration) => `wieder online seit ${time}, nach ${duration}`,
    recovered: (time, duration) => `behoben ${at(time)}, nach ${duration}`,
  },
  status: {
    line: (time, parts) => `Stand ${time}: ${parts.join(', ')}.`,
    offline: (offline, total) =>
      `${offline === 0 ? 'keines' : offline} von ${total} ${verb(total, 'Schild', 'Schildern')} offline`,
    unreachable: (count) => `${count} ${verb(count, 'kann seine', 'können ihre')} Seite nicht erreichen`,
    failing: (count) => `${count} ${verb(count, 'kann seine', 'können ihre')} Seite nicht laden`,
    blank: (count) => `${count} mit leerem Bildschirm`,
    over: (over, count) =>
      count === 1
        ? 'Der Ausfall ist beendet.'
        : over === count
          ? 'Alle Ausfälle sind beendet.'
          : `${over} ${verb(over, 'Ausfall ist', 'Ausfälle sind')} beendet.`,
    acknowledged: (name, acknowledged, count) => {
      const outages =
        count === 1
          ? 'den Ausfall'
          : acknowledged === count
            ? 'alle Ausfälle'
            : `${acknowledged} ${verb(acknowledged, 'Ausfall', 'Ausfälle')}`;
      return `${name === null ? 'Mehrere Personen haben' : `${name} hat`} ${outages} bestätigt.`;
    },
  },
  lead: {
    placeEnded: (from, to, duration) => `Offline ${fromTo(from, to)}, Dauer: ${duration}.`,
    hostEnded: (from, to, duration) => `Von ${from} bis ${to}, Dauer: ${duration}.`,
    host: (host) => `Alle diese Schilder zeigen Seiten von ${host} und sind mit dem Dienst verbunden. ${CHECK_HOST}`,
    hostGrown: (count, host, kind) =>
      `Insgesamt ${count} ${verb(count, 'Schild', 'Schilder')} ${failsNow(count, host, kind)}, obwohl sie mit dem Dienst verbunden sind. ${CHECK_HOST}`,
    place: (offline, others, seconds, time) => {
      const look =
        others <= 0
          ? 'Dort ist kein Schild mehr online. Prüfen Sie deshalb, wovon der ganze Bereich abhängt: Strom und Netz.'
          : `${verb(others, 'Das andere Schild dort ist', `Die anderen ${others} Schilder dort sind`)} nicht betroffen. Prüfen Sie, was die ${offline} betroffenen Schilder gemeinsam haben, zum Beispiel einen Switch oder eine Steckdosenleiste.`;
      return `Die Schilder fielen innerhalb ${verb(seconds, 'einer Sekunde', `von ${seconds} Sekunden`)} aus, das letzte ${at(time)}. ${look}`;
    },
  },
  open: { outage: 'Ausfall öffnen', devices: 'Geklonte Geräte öffnen', sign: 'Schild öffnen', wall: 'Wand öffnen' },
  foot: {
    once: 'Zu diesem Ausfall erhalten Sie diese Nachricht und eine weitere, wenn er endet.',
    why: (kinds, event, timeZone) =>
      `Sie erhalten diese Nachricht, weil Sie für ${event} Benachrichtigungen abonniert haben: ${kinds.map((kind) => KIND_NAMES[kind]).join(', ')}. Alle Uhrzeiten gelten in der Zeitzone ${timeZone}.`,
    change: 'Benachrichtigungen ändern',
    mute: 'für eine Stunde stummschalten',
    muteFirst: 'Benachrichtigungen für eine Stunde stummschalten',
    or: ' oder ',
    unsubscribe: 'Diese E-Mails abbestellen',
    unsubscribeLast: 'diese E-Mails abbestellen',
  },
  linkPages: {
    unsubscribe: {
      ask: (event) => `E-Mails zu ${event ?? 'dieser Veranstaltung'} abbestellen?`,
      text: 'Ihre anderen Benachrichtigungen ändern sich dadurch nicht.',
      act: 'Abbestellen',
      done: (event) => `Sie erhalten keine E-Mails mehr zu ${event ?? 'dieser Veranstaltung'}.`,
      undo: 'Rückgängig: wieder E-Mails erhalten',
    },
    resubscribe: {
      ask: (event) => `Wieder E-Mails zu ${event ?? 'dieser Veranstaltung'} erhalten?`,
      text: 'Ihre anderen Benachrichtigungen ändern sich dadurch nicht.',
      act: 'Wieder E-Mails erhalten',
      done: (event) => `Sie erhalten wieder E-Mails zu ${event ?? 'dieser Veranstaltung'}.`,
    },
    snooze: {
      ask: (event) => `Benachrichtigungen zu ${event ?? 'dieser Veranstaltung'} für eine Stunde stummschalten?`,
      text: 'Sie erhalten eine Stunde lang keine E-Mails und keine Push-Nachrichten zu dieser Veranstaltung. Im Posteingang kommt weiterhin alles an.',
      act: 'Für eine Stunde stummschalten',
      done: (event, time) =>
        `Benachrichtigungen zu ${event ?? 'dieser Veranstaltung'} sind bis ${time} stummgeschaltet.`,
      after:
        'Im Posteingang kommt weiterhin alles an. Über Ausfälle, die danach noch andauern, werden Sie benachrichtigt.',
      undo: 'Stummschaltung wieder aufheben',
    },
    unmute: {
      ask: (event) => `Stummschaltung für ${event ?? 'diese Veranstaltung'} aufheben?`,
      text: 'Sie erhalten wieder E-Mails und Push-Nachrichten zu dieser Veranstaltung.',
      act: 'Stummschaltung aufheben',
      done: (event) => `Benachrichtigungen zu ${event ?? 'dieser Veranstaltung'} sind nicht mehr stummgeschaltet.`,
      restored: (event, time) =>
        `Benachrichtigungen zu ${event ?? 'dieser Veranstaltung'} sind wie zuvor bis ${time} stummgeschaltet.`,
      unchanged: (event) =>
        `Es gibt nichts rückgängig zu machen: Die Stummschaltung für ${event ?? 'diese Veranstaltung'} ist schon beendet oder wurde geändert.`,
    },
    none: {
      title: (event) => `Sie haben ${event ?? 'diese Veranstaltung'} nicht abonniert.`,
      text: 'Sie erhalten dazu keine Benachrichtigungen. Es gibt nichts zu ändern.',
    },
    expired: {
      title: 'Dieser Link ist abgelaufen',
      text: 'Links in E-Mails gelten 30 Tage. Nutzen Sie den Link einer neueren E-Mail, oder ändern Sie Ihre Benachrichtigungen im Dashboard.',
    },
    broken: {
      title: 'Dieser Link funktioniert nicht',
      text: 'Vielleicht ist er unvollständig. Öffnen Sie den Link noch einmal aus der E-Mail, oder ändern Sie Ihre Benachrichtigungen im Dashboard.',
    },
    dashboard: 'Dashboard öffnen',
  },
  test: {
    title: 'Dies ist ein Test: Es ist nichts passiert',
    text: (event) => `Sie haben für ${event} eine Testnachricht angefordert. Die Nachricht ist angekommen.`,
    note: 'Sie erhalten diese Nachricht, weil Sie einen Test angefordert haben.',
  },
};
