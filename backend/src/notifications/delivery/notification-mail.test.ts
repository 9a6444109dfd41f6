import fc from 'fast-check';
import { expect, test } from 'vitest';
import { describeMessage } from '../planning/describe-message.ts';
import { partsOf, type MessagePart } from '../planning/group-message-by-cause.ts';
import { renderNotificationMail } from './notification-mail.ts';
import type { MessageEntry } from '../../outages/notice-types.ts';
import { english } from '../words/english.ts';

const AT = new Date('2026-11-20T19:04:30Z');
const entryOf = (number: number, signName = `Sign ${number}`): MessageEntry => ({
  kind: 'sign_offline',
  outageId: null,
  signId: `id-${number}`,
  signName,
  atMs: AT.getTime() - 60_000,
  sinceMs: AT.getTime() - 75_000,
  closedAtMs: null,
  detail: null,
});
const STANDING = 'Now, 20:04: 6 of 240 offline.';
const STANDS = { line: STANDING, isOver: false };
const mailOf = (
  entries: MessageEntry[],
  parts: MessagePart[] | null = null,
  eventName = 'Opera',
  standing = STANDS,
  words = english,
) =>
  renderNotificationMail({
    eventId: 'event',
    eventName,
    timeZone: 'Europe/Zurich',
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
const atFoyer = (entries: MessageEntry[]) =>
  partsOf(entries, 240, { placeOf: () => 'Foyer Nord', hostOf: () => null, signsOf: () => 18 });

test('a mail of one cause says what its signs share, when each was last seen, and how things stand', () => {
  const entries = Array.from({ length: 6 }, (_, nth) => ({
    ...entryOf(nth, `Säule 0${nth + 4}`),
    sinceMs: AT.getTime() - 45_000 - nth * 700,
    outageId: `outage-${nth}`,
  }));
  const { subject, text, html } = mailOf(entries, atFoyer(entries), 'Lichterfest 2026');
  expect(subject).toBe('6 of 18 signs offline at Foyer Nord (Lichterfest 2026)');
  expect(text.split('\n')).toEqual([
    '6 of 18 signs offline at Foyer Nord',
    'Lichterfest 2026, 20:04:30 CET',
    '',
    'They went offline within 4 seconds of each other at 20:03:45. The',
    'other 12 signs there are not affected. Check what these 6 have in',
    'common, such as a switch or a power strip.',
    '',
    '  Säule 09   last seen 20:03:41',
    '  Säule 07   last seen 20:03:42',
    '  Säule 08   last seen 20:03:42',
    '  Säule 06   last seen 20:03:43',
    '  Säule 05   last seen 20:03:44',
    '  Säule 04   last seen 20:03:45',
    '',
    STANDING,
    '',
    'Open the outage:',
    'https://signs.example.org/outages/outage-0',
    '',
    'You get one message about this outage, and one more when it ends.',
    'You get this message because you are subscribed to these notifications for “Lichterfest 2026”: sign offline. All times are in the time zone Europe/Zurich.',
    'Change your notifications: https://signs.example.org/inbox/subscription?event=event',
    'Mute these notifications for an hour: https://signs.example.org/api/snooze/token',
    'Unsubscribe from these mails: https://signs.example.org/api/unsubscribe/token',
    '',
  ]);
  const words = html!.replaceAll(/<[^>]*>/g, '\n').split('\n');
  for (const line of text.split('\n').slice(0, 2)) expect(words).toContain(line);
  expect(html).toContain(
    'The other 12 signs there are not affected. Check what these 6 have in common, such as a switch or a power strip.',
  );
  expect(words).toContain(STANDING);
  expect(html).toContain('href="https://signs.example.org/outages/outage-0"');
  expect(html).toContain('href="https://signs.example.org/inbox/subscription?event=event"');
  expect(words).toContain('mute them for an hour');
  expect(words).toContain('unsubscribe from these mails');
});

test('a mail of a sign that follows others on its host says how many they are, and lists that sign alone', () => {
  const entries = [{ ...entryOf(9, 'Tresen'), kind: 'content_unreachable' as const, outageId: 'outage-9' }];
  const cause = { kind: 'host' as const, name: 'menu.example' };
  const { subject, text } = mailOf(entries, [{ cause, of: null, entries: [0], grown: { signs: 9, isMore: true } }]);
  expect(subject).toBe('1 more sign can’t reach pages from menu[.]example; 9 in all (Opera)');
  expect(text).toContain('\nIn total, 9 signs can’t reach pages from menu[.]example, although\nthey are connected.');
  expect(text).toContain('\n  Tresen   can’t reach its page, since 20:03:15\n');
});

test('N11: a mail that is sent when all its outages have ended says so in its subject, headline and colour', () => {
  const isOver = { line: 'Now, 21:10: none of 240 offline. All are over.', isOver: true };
  const entries = [1, 2, 3].map((nth) => entryOf(nth));
  const [late, prompt] = [isOver, STANDS].map((standing) => mailOf(entries, null, 'Opera', standing));
  expect(late!.subject).toBe(`Over: ${prompt!.subject}`);
  expect(late!.text).toMatch(/^Over: 3 signs offline\n/);
  expect(late!.text).toContain(`\n${isOver.line}\n`);
  expect(late!.html).toContain('>Over: 3 signs offline</h1>');
  const hueIn = ({ html }: { html?: string }) => /border-top:6px solid (#\w+)/.exec(html!)?.[1];
  expect([hueIn(late!), hueIn(prompt!)]).toEqual(['#12766a', '#c42912']);
});

test('a mail of a return says how long the signs were away', () => {
  const entries = Array.from({ length: 5 }, (_, nth) => ({
    ...entryOf(nth),
    kind: 'sign_online' as const,
    outageId: `outage-${nth}`,
    sinceMs: AT.getTime() - 780_000,
  }));
  const { subject, text } = mailOf(entries, atFoyer(entries));
  expect(subject).toBe('Back: 5 signs at Foyer Nord (Opera)');
  expect(text).toMatch(/^5 signs at Foyer Nord are back online\nOpera, 20:04:30 CET\n/);
  expect(text).toContain('\nOffline from 19:51:30 to 20:03:30, 12 min 0 s.\n');
  expect(text).toContain('\n  Sign 0   online again at 20:03:30, after 12 min 0 s\n');
  expect(text).not.toContain('once more');
});

test('a mail of a return counts from the first sign that went: no row lasted longer than its sentence says', () => {
  const untilMs = AT.getTime() - 10_000;
  const away = fc.array(fc.integer({ min: 60, max: 69 }), { minLength: 5, maxLength: 12 });
  fc.assert(
    fc.property(away, (seconds) => {
      const entries = seconds.map((each, nth) => ({
        ...entryOf(nth),
        kind: 'sign_online' as const,
        outageId: `outage-${nth}`,
        atMs: untilMs,
        sinceMs: untilMs - each * 1_000,
      }));
      const longest = Math.max(...seconds);
      const from = new Date(untilMs - longest * 1_000).toISOString().slice(14, 19);
      expect(mailOf(entries, atFoyer(entries)).text).toContain(
        `\nOffline from 20:${from} to 20:04:20, 1 min ${longest - 60} s.\n`,
      );
    }),
  );
});

test('the signs of a mail stand in the order of the times that it shows, and at one time in that of their numbers', () => {
  const ms = fc.nat({ max: 4_000 });
  const kind = fc.constantFrom('sign_offline' as const, 'sign_online' as const);
  const times = fc.uniqueArray(fc.record({ number: fc.nat({ max: 120 }), sinceMs: ms, atMs: ms }), {
    minLength: 1,
    maxLength: 20,
    selector: ({ number }) => number,
  });
  fc.assert(
    fc.property(kind, times, (which, drawn) => {
      const fromMs = AT.getTime() - 60_000;
      const entries = drawn.map(({ number, sinceMs, atMs }) => ({
        ...entryOf(number),
        kind: which,
        sinceMs: fromMs - 5_000 + sinceMs,
        atMs: fromMs + atMs,
      }));
      const rows = [...mailOf(entries).text.matchAll(/^ {2}Sign (\d+) +(?:last seen|online again at) (\S{8})/gm)];
      const shown = rows.map(([, number, time]) => `${time} ${number!.padStart(3, '0')}`);
      expect(shown).toHaveLength(entries.length);
      expect(shown).toEqual(shown.toSorted());
    }),
  );
});

test('a mail of several things has a part for each, with what is wrong and why', () => {
  const lost = { ...entryOf(9, 'Tor 1'), kind: 'content_unreachable' as const, detail: 'no route to host.example' };
  const { text, html } = mailOf([entryOf(1), lost]);
  expect(text.split('\n').slice(0, 9)).toEqual([
    'Sign 1 is offline, Tor 1 can’t reach its page',
    'Opera, 20:04:30 CET',
    '',
    'Sign 1 is offline',
    '  Sign 1   last seen 20:03:15',
    '',
    'Tor 1 can’t reach its page',
    '  Tor 1   since 20:03:15 (no route to host[.]example)',
    '',
  ]);
  expect(text).toContain('\nOpen the wall:\nhttps://signs.example.org/events/event\n');
  expect(html!.match(/<h2/g)).toHaveLength(2);
});

test('a mail lists three hundred signs and counts the others, and stays below the size at which mail programs cut mails', () => {
  const { text, html } = mailOf(Array.from({ length: 1_012 }, (_, number) => entryOf(number)));
  expect(text.match(/last seen/g)).toHaveLength(300);
  expect(html!.match(/last seen/g)).toHaveLength(300);
  expect(Buffer.byteLength(html!)).toBeLessThan(100_000);
  expect([text.includes('\nand 712 more\n'), html!.includes('>and 712 more<')]).toEqual([true, true]);
});

test('A5: no name adds markup, and nothing is loaded from anywhere', () => {
  const name = fc.oneof(
    fc.string({ unit: 'grapheme' }),
    fc.constantFrom('<img src=x onerror=a>', '"><script>', "'&lt;"),
  );
  const tagsOf = (html: string | undefined) => html!.match(/<[a-z]+/g);
  fc.assert(
    fc.property(name, name, (signName, eventName) => {
      const { html } = mailOf([entryOf(1, signName)], null, eventName);
      expect(tagsOf(html)).toEqual(tagsOf(mailOf([entryOf(1)]).html));
      expect(html).not.toMatch(/<img|<link|<script|url\(|src=(?!x)/);
    }),
  );
});

test('A5: neither a name nor what a kiosk says is wrong makes a line of its own', () => {
  const words = fc.string({ unit: fc.constantFrom('a', ' ', '\n', '\r', '\u2028', '\u0085', '\t', '\u0000') });
  fc.assert(
    fc.property(words, words, words, (signName, detail, eventName) => {
      const entries = [{ ...entryOf(1, signName), detail }];
      const stand = { atMs: AT.getTime(), total: 1, offline: 1, unreachable: 0, failing: 0, blank: 0 };
      const context = { eventName, timeZone: 'Europe/Zurich', stand, parts: partsOf(entries, 1) };
      const told = describeMessage(entries, context, AT.getTime());
      const { text } = mailOf(entries, null, eventName);
      const lines = (written: string) => written.split(/[\n\r\u2028\u2029\u0085]/).length;
      expect([lines(told.title), lines(told.text), lines(text)]).toEqual([1, 2, lines(mailOf([entryOf(1)]).text)]);
    }),
  );
});
