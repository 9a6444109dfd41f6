import type { HistoryItem } from '@sign-display/contracts/rest/signs';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { rowsOf } from './history-rows.ts';

const item = (nth: number, detail: string, by = 'ada'): HistoryItem => ({
  id: `item ${nth}`,
  at: new Date(Date.parse('2026-11-14T18:00:00.000Z') - nth * 10_000).toISOString(),
  kind: 'command',
  actor: { id: by, name: by },
  device: null,
  url: null,
  outcome: 'acked',
  reason: null,
  durationMs: nth,
  // As the service has it: each command's own.
  requestId: `command ${nth}`,
  detail,
});
const items = fc
  .array(fc.record({ detail: fc.constantFrom('fetch_logs', 'refresh'), by: fc.constantFrom('ada', 'bo') }))
  .map((all) => all.map(({ detail, by }, nth) => item(nth, detail, by)));

test('D2: logs that were fetched again and again are one row of the history, with how often and since when', () => {
  const all = [item(0, 'fetch_logs'), item(1, 'fetch_logs'), item(2, 'fetch_logs'), item(3, 'refresh')];
  expect(rowsOf(all)).toEqual([
    { id: 'item 2', item: all[0], count: 3, firstAt: all[2]!.at },
    { id: 'item 3', item: all[3], count: 1, firstAt: all[3]!.at },
  ]);
});

test('D2: tries of two people’s claims, and commands of which more is known to differ, are rows of their own', () => {
  const all = [item(0, 'set_background_mode'), item(1, 'set_background_mode')];
  expect(rowsOf(all, ({ id }) => id)).toHaveLength(2);
  expect(rowsOf(all.map((one) => ({ ...one, kind: 'claim' })))).toHaveLength(2);
});

test('D2: of a history nothing is lost or told out of order, and no two neighbours say the same', () => {
  fc.assert(
    fc.property(items, (all) => {
      const rows = rowsOf(all);
      expect(rows.reduce((sum, { count }) => sum + count, 0)).toBe(all.length);
      expect(new Set(rows.map(({ id }) => id)).size).toBe(rows.length);
      for (const [nth, { item: one }] of rows.entries()) {
        const next = rows[nth + 1]?.item;
        if (next) expect([one.detail, one.actor]).not.toEqual([next.detail, next.actor]);
      }
    }),
  );
});
