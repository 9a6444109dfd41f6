import { expect, test } from 'vitest';
import { describeMessage } from './describe-message.ts';
import { partsOf } from './group-message-by-cause.ts';
import { describeEventStatus } from './count-and-describe-signs.ts';
import type { MessageEntry } from '../../outages/notice-types.ts';
import { english } from '../words/english.ts';

const NOW = Date.UTC(2026, 10, 21, 15, 10);
const MINUTE = 60_000;
const STAND = { atMs: NOW, total: 4, offline: 3, unreachable: 0, failing: 0, blank: 0 };
const entryOf = (signName: string, given: Partial<MessageEntry>): MessageEntry => ({
  kind: 'sign_offline',
  outageId: signName,
  signId: signName,
  signName,
  atMs: NOW - 4 * MINUTE,
  sinceMs: NOW - 5 * MINUTE,
  closedAtMs: null,
  detail: null,
  ...given,
});
const said = (entries: MessageEntry[]) => {
  const { kind, title, text } = describeMessage(
    entries,
    { eventName: 'Ball', timeZone: 'Europe/Berlin', stand: STAND, parts: partsOf(entries, STAND.total) },
    NOW,
  );
  const [stand, ...lines] = text.split('\n');
  expect(stand).toBe('Now, 16:10: 3 of 4 offline.');
  return [kind, title, ...lines];
};

test('an open outage is described with its start, an ended outage with its end and its length', () => {
  expect(said([entryOf('a', {}), entryOf('b', { detail: 'no network' })])).toEqual([
    'sign_offline',
    '2 of 4 signs offline – Ball',
    'a is offline, since 16:05',
    'b is offline, since 16:05 (no network)',
  ]);
  expect(said([entryOf('a', { kind: 'sign_online', atMs: NOW - 2 * MINUTE })])).toEqual([
    'sign_online',
    'a is back online – Ball',
    'a is back online, at 16:08, after 3 min',
  ]);
  expect(said([entryOf('a', { kind: 'claim_completed', sinceMs: null, outageId: null })])[2]).toBe(
    'a was claimed, at 16:06',
  );
});

test('what was over before it could be told is not told as if it were so', () => {
  const over = { closedAtMs: NOW - MINUTE };
  expect(said([entryOf('a', over), entryOf('b', {}), entryOf('c', over)]).slice(0, 3)).toEqual([
    'sign_offline',
    'b is offline, 2 signs were offline and are back – Ball',
    'a was offline and is back, from 16:05 to 16:09',
  ]);
  expect(said([entryOf('a', over)])[1]).toBe('a was offline and is back – Ball');
});

test('several kinds are a digest; another day is named', () => {
  const entries = [entryOf('a', { sinceMs: NOW - 24 * 60 * MINUTE }), entryOf('b', { kind: 'content_unreachable' })];
  expect(said(entries)).toEqual([
    'digest',
    'a is offline, b can’t reach its page – Ball',
    'a is offline, since 20 Nov 16:10',
    'b can’t reach its page, since 16:05',
  ]);
});

test('N11: the state of an event’s signs is one line that names only the problems that occur', () => {
  expect(describeEventStatus({ ...STAND, offline: 0 }, 'UTC', english)).toBe('Now, 15:10: none of 4 offline.');
  expect(describeEventStatus({ ...STAND, unreachable: 2, failing: 1, blank: 3 }, 'UTC', english)).toBe(
    'Now, 15:10: 3 of 4 offline, 2 can’t reach their page, 1 can’t show its page, 3 blank.',
  );
});
