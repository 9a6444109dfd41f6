import fc from 'fast-check';
import { expect, test } from 'vitest';
import { describeMessage } from '../planning/describe-message.ts';
import { renderNotificationMail } from './notification-mail.ts';
import type { MessageEntry } from '../../outages/vocabulary.ts';

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
const mailOf = (entries: MessageEntry[], title = 'Title', eventName = 'Opera') =>
  renderNotificationMail({
    title,
    eventName,
    timeZone: 'Europe/Zurich',
    at: AT,
    entries,
    publicUrl: 'https://signs.example.org',
  })({
    id: 'id',
    to: 'ada@example.org',
    unsubscribeUrl: 'https://signs.example.org/api/unsubscribe/token',
    standing: 'Now, 20:04: 1 of 4 offline.',
  });

test('a mail says of each sign what is and since when, on the event’s wall clock, with a link', () => {
  const { subject, text, html } = mailOf([entryOf(1)], 'Sign 1 is offline – Opera');
  expect(subject).toBe('Sign 1 is offline – Opera');
  expect(text.split('\n').slice(0, 6)).toEqual([
    'Sign 1 is offline – Opera',
    '',
    'Now, 20:04: 1 of 4 offline.',
    '',
    'Sign 1 is offline, since 20:03',
    '  https://signs.example.org/signs/id-1',
  ]);
  expect(text).toContain('https://signs.example.org/api/unsubscribe/token');
  expect(html).toContain('<a href="https://signs.example.org/signs/id-1">Sign 1</a> is offline, since 20:03');
});

test('a thousand are listed, and how many more there are', () => {
  const { text, html } = mailOf(Array.from({ length: 1_012 }, (_, number) => entryOf(number)));
  expect(text.match(/is offline/g)).toHaveLength(1_000);
  expect(html!.match(/<li/g)).toHaveLength(1_000);
  expect([text.includes('\nand 12 more\n'), html!.includes('<p>and 12 more</p>')]).toEqual([true, true]);
});

test('A5: no name adds markup, and nothing is loaded from anywhere', () => {
  const name = fc.oneof(
    fc.string({ unit: 'grapheme' }),
    fc.constantFrom('<img src=x onerror=a>', '"><script>', "'&lt;"),
  );
  const tagsOf = (html: string | undefined) => html!.match(/<[a-z]+/g);
  fc.assert(
    fc.property(name, name, (signName, title) => {
      const { html } = mailOf([entryOf(1, signName)], title);
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
      const context = { eventName, timeZone: 'Europe/Zurich', stand };
      const told = describeMessage(entries, context, AT.getTime());
      const { text } = mailOf(entries, told.title, eventName);
      const lines = (written: string) => written.split(/[\n\r\u2028\u2029\u0085]/).length;
      expect([lines(told.title), lines(told.text), lines(text)]).toEqual([1, 2, lines(mailOf([entryOf(1)]).text)]);
    }),
  );
});
