import fc from 'fast-check';
import { expect, test } from 'vitest';
import { expectedFromMs, hourOf, stripOf } from './heartbeat-minutes.ts';

const FROM = Date.parse('2026-11-14T18:00:00Z');
const MINUTE_MS = 60_000;
const counts = fc.array(fc.integer({ min: 0, max: 14 }), { minLength: 60, maxLength: 60 });
const at = (minute: number): string => new Date(FROM + minute * MINUTE_MS).toISOString();
const hour = (away: { from: string; to: string }[] = []) =>
  hourOf({ from: at(0), minutes: 60, expectedPerMinute: 12, away });

test('D1: a strip counts every heartbeat of the time that the sign is known, and says neither kept nor missed of what lies before it', () => {
  fc.assert(
    fc.property(counts, fc.integer({ min: -10, max: 70 }), (own, born) => {
      const first = Math.min(60, Math.max(0, born));
      const { kept, expected, missed, first: from } = stripOf(hour(), own, FROM + born * MINUTE_MS);
      expect(from).toBe(first);
      expect(kept).toBe(own.slice(first).reduce((sum, count) => sum + Math.min(12, count), 0));
      expect(expected).toBe((60 - first) * 12);
      expect(missed).toEqual(
        own.flatMap((count, minute) => (minute >= first && count <= 11 ? [{ minute, share: (12 - count) / 12 }] : [])),
      );
    }),
  );
});

test('D1: of a sign without a device no heartbeat is expected, so none is missed', () => {
  fc.assert(
    fc.property(counts, (own) => {
      const of = stripOf(hour(), own, expectedFromMs({ createdAt: at(0), device: null }));
      expect(of).toEqual({ hour: hour(), expected: 0, kept: 0, missed: [], first: 60, hasDevice: false });
    }),
  );
});

test('D1: of a sign that the answer does not have every minute since it is known is missed', () => {
  const { missed, kept } = stripOf(hour(), undefined, FROM + 50 * MINUTE_MS);
  expect([kept, missed.length]).toEqual([0, 10]);
  expect(missed.every(({ share }) => share === 1)).toBe(true);
});

test('D1: what a sign could not tell us while we were away it has not missed, and our absence is a band within the strip', () => {
  fc.assert(
    fc.property(fc.integer({ min: -20, max: 59 }), fc.integer({ min: 1, max: 90 }), counts, (from, long, own) => {
      const to = from + long;
      const is = stripOf(hour([{ from: at(from), to: at(to) }]), own, 0);
      const [left, right] = [Math.max(0, from), Math.min(60, to)];
      expect(is.hour.away).toEqual(right > left ? [{ from: left, to: right }] : []);
      expect(is.missed.filter(({ minute }) => minute >= left && minute < right)).toEqual([]);
      expect(is.expected).toBe((60 - Math.max(0, right - left)) * 12);
    }),
  );
});

test('D1: of a minute in which we were away for a part the rest is expected', () => {
  const { missed } = stripOf(
    hour([{ from: at(10.5), to: at(11) }]),
    Array.from({ length: 60 }, () => 6),
    0,
  );
  expect(missed.map(({ minute }) => minute)).not.toContain(10);
  expect(missed).toHaveLength(59);
});
