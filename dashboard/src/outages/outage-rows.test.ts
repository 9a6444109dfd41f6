import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Group } from './outage-groups.ts';
import {
  axisOf,
  barOf,
  countsOf,
  filtered,
  FILTERS,
  inState,
  isCounted,
  rowsOf,
  STATES,
  todayOf,
} from './outage-rows.ts';

const NOW = Date.parse('2026-11-14T18:42:31Z');
const HOUR_MS = 3_600_000;

const group = fc
  .record({
    agoMs: fc.integer({ min: 1_000, max: 48 * HOUR_MS }),
    lasted: fc.option(fc.double({ min: 0, max: 1, noNaN: true })),
    mark: fc.constantFrom(
      'offline' as const,
      'content_error' as const,
      'blank' as const,
      'content_unreachable' as const,
    ),
    isAcknowledged: fc.boolean(),
  })
  .map(({ agoMs, lasted, mark, isAcknowledged }): Group => {
    const sinceMs = NOW - agoMs;
    const acknowledged = isAcknowledged ? { by: { id: 'me', name: 'Me' }, at: '', note: null } : null;
    return { sinceMs, untilMs: lasted === null ? null : sinceMs + lasted * agoMs, mark, acknowledged } as Group;
  });
const groups = fc.array(group);
const AWAY = [{ from: '2026-11-14T18:06:10Z', to: '2026-11-14T18:06:34Z' }];

test('N10: a filter leaves as many rows as it says; the open ones and the others together are all', () => {
  fc.assert(
    fc.property(groups, (all) => {
      const rows = rowsOf(all, AWAY);
      expect(inState(rows, 'open').length + inState(rows, 'closed').length).toBe(rows.length);
      for (const state of STATES) {
        const shown = inState(rows, state);
        const counts = countsOf(shown);
        for (const filter of FILTERS) expect(filtered(shown, filter).length).toBe(counts[filter]);
        expect(filtered(shown, null)).toEqual(shown);
      }
    }),
  );
});

test('N10: half of what ended today was over within the time that is told', () => {
  fc.assert(
    fc.property(groups, (all) => {
      const { count, halfMs } = todayOf(all, NOW, 'Europe/Berlin');
      const midnightMs = Date.parse('2026-11-13T23:00:00Z');
      const own = all.filter(({ sinceMs }) => sinceMs >= midnightMs);
      expect(count).toBe(own.length);
      const lasted = own.filter(({ untilMs }) => untilMs !== null).map(({ sinceMs, untilMs }) => untilMs! - sinceMs);
      if (halfMs === null) expect(lasted).toEqual([]);
      else expect(lasted.filter((ms) => ms <= halfMs).length * 2).toBeGreaterThanOrEqual(lasted.length);
    }),
  );
});

test('N10: on a day of a clock change the day begins at its own midnight, not at one of the later offset', () => {
  const noon = Date.parse('2026-10-25T11:00:00Z');
  const startedAt = (time: string) => [{ sinceMs: Date.parse(time), untilMs: null }] as unknown as Group[];
  expect(todayOf(startedAt('2026-10-24T22:30:00Z'), noon, 'Europe/Berlin').count).toBe(1);
  expect(todayOf(startedAt('2026-10-24T21:59:59Z'), noon, 'Europe/Berlin').count).toBe(0);
});

test.each(['Europe/Berlin', 'Asia/Kolkata', 'UTC'])(
  'N10: in %s the bars’ hours are whole ones of the wall clock, and now is in the last',
  (timeZone) => {
    const axis = axisOf(NOW, timeZone);
    const minutes = new Intl.DateTimeFormat('en', { timeZone, minute: 'numeric' });
    expect(axis.hoursMs.map((at) => minutes.format(at))).toEqual(['0', '0', '0', '0', '0']);
    expect(axis.toMs).toBeGreaterThanOrEqual(NOW);
    expect(axis.toMs - NOW).toBeLessThan(HOUR_MS);
    expect(barOf(axis.fromMs - 2, axis.fromMs - 1, axis)).toBeNull();
    expect(barOf(axis.fromMs - 1, NOW, axis)!.from).toBe(0);
  },
);

test('N10: while there are older ones that were not read, only what is counted of those that are open has a number', () => {
  for (const filter of FILTERS) {
    for (const state of STATES) expect(isCounted(filter, state, false)).toBe(true);
    expect(isCounted(filter, 'open', true)).toBe(true);
    for (const state of ['all', 'closed'] as const)
      expect(isCounted(filter, state, true)).toBe(filter === 'nobody' || filter === 'away');
  }
});
