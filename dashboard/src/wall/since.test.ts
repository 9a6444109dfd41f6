import { expect, test } from 'vitest';
import { heardMsOf } from './since.ts';
import { rowOf } from './testing/rows.ts';

test('D1: a sign whose heartbeats come is seen now, though the list says when it was read; else when it was heard last', () => {
  const row = rowOf(1);
  const last = Date.parse(row.lastSeenAt!);
  expect(heardMsOf(row, 'online', false)).toBe('now');
  expect(heardMsOf(row, 'unstable', false)).toBe('now');
  expect(heardMsOf(row, 'online', true)).toBe(last);
  expect(heardMsOf(row, 'held', false)).toBe(last);
  expect(heardMsOf(row, 'offline', false)).toBe(last);
  expect(heardMsOf(rowOf(1, { lastSeenAt: null }), 'unlinked', false)).toBeNull();
});
