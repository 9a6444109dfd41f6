import { expect, test } from 'vitest';
import { lastSeenMsOf } from './status-since-time.ts';
import { rowOf } from './testing/make-sign-rows.ts';

test('D1: a sign whose heartbeats come is seen now, though the list says when it was read; else when it was heard last', () => {
  const row = rowOf(1);
  const last = Date.parse(row.lastSeenAt!);
  expect(lastSeenMsOf(row, 'online', false)).toBe('now');
  expect(lastSeenMsOf(row, 'unstable', false)).toBe('now');
  expect(lastSeenMsOf(row, 'online', true)).toBe(last);
  expect(lastSeenMsOf(row, 'held', false)).toBe(last);
  expect(lastSeenMsOf(row, 'offline', false)).toBe(last);
  expect(lastSeenMsOf(rowOf(1, { lastSeenAt: null }), 'unlinked', false)).toBeNull();
});
