import fc from 'fast-check';
import { expect, test } from 'vitest';
import { phaseOf, spanOf } from './event-phase.ts';

const at = (ms: number) => new Date(ms).toISOString();

test.each([
  [null, null, 50, { is: 'open' }],
  [100, null, 50, { is: 'before', leftMs: 50 }],
  [100, null, 100, { is: 'open' }],
  [100, 200, 100, { is: 'during', leftMs: 100 }],
  [100, 200, 200, { is: 'after' }],
  [null, 200, 50, { is: 'during', leftMs: 150 }],
])('an event from %j to %j is, at %d, %j', (start, end, now, phase) => {
  const event = { startsAt: start === null ? null : at(start), endsAt: end === null ? null : at(end) };
  expect(phaseOf(event, now)).toEqual(phase);
});

const UNIT_MS = { second: 1_000, minute: 60_000, hour: 3_600_000, day: 86_400_000 };

test('a span is said in one unit that is never shorter than it is, by less than one of that unit, and with at most 120 of them below days', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 400 * UNIT_MS.day }), (ms) => {
      const { count, unit } = spanOf(ms);
      const saidMs = count * UNIT_MS[unit];
      expect(saidMs).toBeGreaterThanOrEqual(ms);
      expect(saidMs - ms).toBeLessThan(UNIT_MS[unit]);
      if (unit !== 'day') expect(count).toBeLessThanOrEqual(120);
    }),
  );
});
