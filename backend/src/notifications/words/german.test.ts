import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { NOTIFICATION_KINDS } from '@sign-display/contracts/rest/subscriptions';
import type { MessageEntry } from '../../outages/notice-types.ts';
import { describeSince } from '../delivery/current-status-text.ts';
import { renderNotificationMail } from '../delivery/notification-mail.ts';
import { describeEventStatus } from '../planning/count-and-describe-signs.ts';
import { describeEntries, headlineOf, titleOf } from '../planning/describe-message.ts';
import { partsOf, type MessagePart, type SeenSigns } from '../planning/group-message-by-cause.ts';
import { english, type NotificationWords } from './english.ts';
import { german } from './german.ts';

const AT = new Date('2026-11-20T19:04:30Z');
const entryOf = (nth: number, given: Partial<MessageEntry> = {}): MessageEntry => ({
  kind: 'sign_offline',
  outageId: `outage-${nth}`,
  signId: `sign-${nth}`,
  signName: `Säule ${nth}`,
  atMs: AT.getTime() - 60_000,
  sinceMs: AT.getTime() - 75_000 - nth * 700,
  closedAtMs: null,
  detail: null,
  ...given,
});
const several = (count: number, given: Partial<MessageEntry> = {}): MessageEntry[] =>
  Array.from({ length: count }, (_, nth) => entryOf(nth, given));
const SEEN: SeenSigns = { placeOf: () => 'Foyer Nord', hostOf: () => 'menu.example', signsOf: () => 18 };
const NOWHERE: SeenSigns = { placeOf: () => '', hostOf: () => null, signsOf: () => 0 };
const headlines = (entries: MessageEntry[], seen = SEEN): string[] =>
  partsOf(entries, 240, seen).map((part) => headlineOf(part, entries, german));
const mailOf = (
  entries: MessageEntry[],
  parts: MessagePart[] | null,
  words: NotificationWords = german,
  standing = { line: 'Stand 20:04: 6 von 240 Schildern offline.', isOver: false },
) =>
  renderNotificationMail({
    eventId: 'event',
    eventName: 'Lichterfest',
    timeZone: 'Europe/Berlin',
    at: AT,
    entries,
    parts,
    publicUrl: 'https://signs.example.org',
    words,
  })({
    id: 'id',
    to: 'ada@example.org',
    unsubscribeUrl: 'https://signs.example.org/api/unsubscribe/token',
    snoozeUrl: 'https://signs.example.org/api/snooze/token',
    standing,
  });

test('a German mail about one cause names the signs’ common place, when each was last seen, and the event’s current status', () => {
  const entries = several(3);
  const { subject, text, html } = mailOf(entries, partsOf(entries, 240, { ...SEEN, signsOf: () => 5 }));
  expect(subject).toBe('3 von 5 Schildern in Foyer Nord offline (Lichterfest)');
  expect(text.split('\n')).toEqual([
    '3 von 5 Schildern in Foyer Nord offline',
    'Lichterfest, 20:04:30 MEZ',
    '',
    'Die Schilder fielen innerhalb von 2 Sekunden aus, das letzte um',
    '20:03:15. Die anderen 2 Schilder dort sind nicht betroffen.',
    'Prüfen Sie, was die 3 betroffenen Schilder gemeinsam haben, zum',
    'Beispiel einen Switch oder eine Steckdosenleiste.',
    '',
    '  Säule 2   zuletzt um 20:03:13 gesehen',
    '  Säule 1   zuletzt um 20:03:14 gesehen',
    '  Säule 0   zuletzt um 20:03:15 gesehen',
    '',
    'Stand 20:04: 6 von 240 Schildern offline.',
    '',
    'Ausfall öffnen:',
    'https://signs.example.org/outages/outage-0',
    '',
    'Zu diesem Ausfall erhalten Sie diese Nachricht und eine weitere, wenn er endet.',
    'Sie erhalten diese Nachricht, weil Sie für „Lichterfest“ Benachrichtigungen abonniert haben: Schild offline. Alle Uhrzeiten gelten in der Zeitzone Europe/Berlin.',
    'Benachrichtigungen ändern: https://signs.example.org/inbox/subscription?event=event',
    'Benachrichtigungen für eine Stunde stummschalten: https://signs.example.org/api/snooze/token',
    'Diese E-Mails abbestellen: https://signs.example.org/api/unsubscribe/token',
    '',
  ]);
  expect(html).toContain('<html lang="de">');
});

test('a German subject says “Wieder online” after a recovery, and “Ausfall beendet” if the outage ended before delivery', () => {
  const ended = several(5, { kind: 'sign_online' });
  expect(mailOf(ended, partsOf(ended, 240, SEEN)).subject).toBe(
    'Wieder online: 5 Schilder in Foyer Nord (Lichterfest)',
  );
  const late = { line: 'Stand 21:10: keines von 240 Schildern offline. Alle Ausfälle sind beendet.', isOver: true };
  expect(mailOf(several(2), null, german, late).subject).toBe('Ausfall beendet: 2 Schilder offline (Lichterfest)');
});

test('German headlines agree in number and case', () => {
  expect(headlines(several(1), NOWHERE)).toEqual(['Säule 0 ist offline']);
  expect(headlines(several(6), NOWHERE)).toEqual(['6 von 240 Schildern offline']);
  const over = { closedAtMs: AT.getTime() };
  expect(headlines(several(6, over))).toEqual(['6 Schilder in Foyer Nord waren offline und sind wieder online']);
  expect(headlines(several(4, { kind: 'content_error' }))).toEqual([
    '4 Schilder können keine Seiten von menu.example laden',
  ]);
  const follower = [entryOf(9, { kind: 'content_unreachable' })];
  const grown = { cause: { kind: 'host' as const, name: 'menu.example' }, of: null, entries: [0] };
  expect(headlineOf({ ...grown, grown: { signs: 9, isMore: true } }, follower, german)).toBe(
    '1 weiteres Schild kann keine Seiten von menu.example erreichen; insgesamt 9',
  );
  expect(headlineOf({ ...grown, grown: { signs: 9, isMore: false } }, follower, german)).toBe(
    '1 Schild kann keine Seiten von menu.example erreichen; insgesamt 9',
  );
});

test('German lines write a time of another day with a German date and the matching preposition', () => {
  const [yesterday, today] = [AT.getTime() - 24 * 3_600_000, AT.getTime() - 60_000];
  const claimed = { kind: 'claim_completed' as const, outageId: null, sinceMs: null };
  const lines = describeEntries(
    [
      entryOf(1, { sinceMs: yesterday }),
      entryOf(2, { ...claimed, atMs: yesterday }),
      entryOf(3, { ...claimed, atMs: today }),
    ],
    'Europe/Berlin',
    AT.getTime(),
    german,
  );
  expect(lines).toEqual([
    'Säule 1 ist offline, seit 19. Nov., 20:04',
    'Säule 2 wurde übernommen, am 19. Nov., 20:04',
    'Säule 3 wurde übernommen, um 20:03',
  ]);
});

test('N11: German messages state how many signs have problems and which outages have ended or were acknowledged', () => {
  const status = { atMs: AT.getTime(), total: 4, offline: 3, unreachable: 2, failing: 1, blank: 3 };
  expect(describeEventStatus(status, 'Europe/Berlin', german)).toBe(
    'Stand 20:04: 3 von 4 Schildern offline, 2 können ihre Seite nicht erreichen, 1 kann seine Seite nicht laden, 3 mit leerem Bildschirm.',
  );
  const open = { isOver: false, knownBy: null };
  const over = { isOver: true, knownBy: null };
  const known = (knownBy: string) => ({ isOver: false, knownBy });
  expect(describeSince([open], german)).toBe(null);
  expect(describeSince([over], german)).toBe('Der Ausfall ist beendet.');
  expect(describeSince([over, over], german)).toBe('Alle Ausfälle sind beendet.');
  expect(describeSince([over, known('Ada'), open], german)).toBe('1 Ausfall ist beendet. Ada hat 1 Ausfall bestätigt.');
  expect(describeSince([known('Ada'), known('Ben')], german)).toBe('Mehrere Personen haben alle Ausfälle bestätigt.');
});

const anyEntries = fc.array(
  fc.record({
    nth: fc.nat({ max: 12 }),
    kind: fc.constantFrom(...NOTIFICATION_KINDS),
    isOver: fc.boolean(),
    sinceMs: fc.option(fc.integer({ min: AT.getTime() - 9_000_000, max: AT.getTime() })),
  }),
  { minLength: 1, maxLength: 25 },
);
const OUTAGES = new Set<string>(['sign_offline', 'content_unreachable', 'content_error', 'screen_blank']);

test('for any entries, a German message has the same signs and links as the English one and never says “1 Schilder”', () => {
  fc.assert(
    fc.property(anyEntries, fc.boolean(), (drawn, isSomewhere) => {
      const entries = drawn.map(({ nth, kind, isOver, sinceMs }) => {
        const closedAtMs = isOver && OUTAGES.has(kind) ? AT.getTime() : null;
        return entryOf(nth, { kind, sinceMs, closedAtMs });
      });
      const parts = partsOf(entries, 240, isSomewhere ? SEEN : NOWHERE);
      const [de, en] = [mailOf(entries, parts, german), mailOf(entries, parts, english)];
      const hrefs = (html: string | undefined) => html!.match(/href="[^"]*"/g);
      const names = (text: string) => text.match(/^ {2}Säule \d+/gm);
      expect(hrefs(de.html)).toEqual(hrefs(en.html));
      expect(names(de.text)).toEqual(names(en.text));
      const lines = [german, english].map((words) => describeEntries(entries, 'UTC', AT.getTime(), words).length);
      expect(lines[0]).toBe(lines[1]);
      const title = titleOf({ parts, entries, eventName: 'Ball' }, german);
      const withoutUrls = `${title}\n${de.text.replaceAll(/https?:\S+/g, '')}`;
      expect(withoutUrls).not.toMatch(/\b1 (?:weitere )?Schilder\b|undefined|\bsigns?\b/);
    }),
  );
});

test.each([english, german])('a mail in $language says in words which notifications its reader gets', (words) => {
  const entries = NOTIFICATION_KINDS.map((kind, nth) => entryOf(nth, { kind }));
  const { text, html } = mailOf(entries, null, words);
  // The links contain no kinds, and the names of this test's signs no underscores, so every match would be a raw kind.
  for (const kind of NOTIFICATION_KINDS) expect(`${text}${html}`).not.toContain(kind);
});
