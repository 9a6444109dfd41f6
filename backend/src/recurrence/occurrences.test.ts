import fc from 'fast-check';
import { Temporal } from 'temporal-polyfill';
import { describe, expect, test } from 'vitest';
import type { Timing } from './occurrences.ts';
import { occurrencesAround } from './testing/occurrence-lookups.ts';
import { walk } from './testing/occurrence-walk.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const at = (text: string): number => Date.parse(text);
const iso = (atMs: number | null): string | null =>
  atMs === null ? null : new Date(atMs).toISOString().slice(0, 16) + 'Z';

/** Both changes of 2026 and 2027, and a zone that has none. */
const CHANGES: [zone: string, missing: string, twice: string][] = [
  ['Europe/Berlin', '2026-03-29T02:30', '2026-10-25T02:30'],
  ['Europe/Berlin', '2027-03-28T02:30', '2027-10-31T02:30'],
  ['America/New_York', '2026-03-08T02:30', '2026-11-01T01:30'],
  ['America/New_York', '2027-03-14T02:30', '2027-11-07T01:30'],
  ['Australia/Lord_Howe', '2026-10-04T02:15', '2026-04-05T01:45'],
  ['Australia/Lord_Howe', '2027-10-03T02:15', '2027-04-04T01:45'],
];
const ZONES = ['Europe/Berlin', 'America/New_York', 'Australia/Lord_Howe', 'Asia/Kolkata', 'UTC', 'America/St_Johns'];

/** A wall time's instant, by Temporal itself. */
const instant = (wall: string, zone: string): number =>
  Temporal.PlainDateTime.from(wall).toZonedDateTime(zone, { disambiguation: 'compatible' }).epochMilliseconds;
const plus = (wall: string, minutes: number): string => Temporal.PlainDateTime.from(wall).add({ minutes }).toString();

/** A daily schedule at `time` for `minutes` on the wall, which began some days before `day`. */
function daily(zone: string, day: string, time: string, minutes: number, daysBefore = 40): Timing {
  const first = `${Temporal.PlainDate.from(day).subtract({ days: daysBefore }).toString()}T${time}`;
  return {
    startsAtMs: instant(first, zone),
    endsAtMs: instant(plus(first, minutes), zone),
    recurrence: 'FREQ=DAILY',
    timeZone: zone,
  };
}

describe('through the changes of the clock', () => {
  test.each(CHANGES)(
    'M2: %s: a morning stays where it is on the wall, whatever the clock does (%s, %s)',
    (zone, ...days) => {
      for (const wall of days) {
        const timing = daily(zone, wall.slice(0, 10), '09:00', 60);
        for (let offset = -3; offset <= 3; offset += 1) {
          const day = Temporal.PlainDate.from(wall.slice(0, 10)).add({ days: offset }).toString();
          const [startMs, endMs] = [instant(`${day}T09:00`, zone), instant(`${day}T10:00`, zone)];
          expect(occurrencesAround(timing, startMs).current).toEqual({ startMs, endMs });
          expect(occurrencesAround(timing, startMs - 1).nextStartMs).toBe(startMs);
          expect(occurrencesAround(timing, startMs - 1).current).toBeNull();
          expect(occurrencesAround(timing, endMs - 1).current).toEqual({ startMs, endMs });
          expect(occurrencesAround(timing, endMs).current).toBeNull();
        }
      }
    },
  );

  test.each(CHANGES)('M2: %s: 22:00–06:00 stays that in the nights of both changes (%s, %s)', (zone, ...days) => {
    for (const wall of days) {
      const eve = Temporal.PlainDate.from(wall.slice(0, 10)).subtract({ days: 1 }).toString();
      const timing = daily(zone, eve, '22:00', 8 * 60);
      const [startMs, endMs] = [instant(`${eve}T22:00`, zone), instant(`${wall.slice(0, 10)}T06:00`, zone)];
      expect(endMs - startMs).not.toBe(8 * HOUR_MS);
      for (const nowMs of [startMs, startMs + 3 * HOUR_MS, startMs + 5 * HOUR_MS, endMs - 1])
        expect(occurrencesAround(timing, nowMs).current).toEqual({ startMs, endMs });
      expect(occurrencesAround(timing, endMs).current).toBeNull();
      expect(occurrencesAround(timing, endMs).nextStartMs).toBe(instant(`${wall.slice(0, 10)}T22:00`, zone));
    }
  });

  test.each(CHANGES)('M2: %s: a start in the hour that is missing (%s) shifts forward by it', (zone, wall) => {
    const timing = daily(zone, wall.slice(0, 10), wall.slice(11), 5 * 60);
    const startMs = instant(wall, zone);
    expect(Temporal.Instant.fromEpochMilliseconds(startMs).toZonedDateTimeISO(zone).toPlainTime().toString()).not.toBe(
      `${wall.slice(11)}:00`,
    );
    expect(occurrencesAround(timing, startMs - 1)).toMatchObject({ current: null, nextStartMs: startMs });
    expect(occurrencesAround(timing, startMs).current).toEqual({ startMs, endMs: instant(plus(wall, 300), zone) });
    // The next day it is back where it was.
    const next = instant(plus(wall, 24 * 60), zone);
    expect(occurrencesAround(timing, startMs).nextStartMs).toBe(next);
  });

  test.each(CHANGES)(
    'M2: %s: a start in the hour that comes twice (not %s) is in its first coming (%s)',
    (zone, _, wall) => {
      const timing = daily(zone, wall.slice(0, 10), wall.slice(11), 10);
      const startMs = instant(wall, zone);
      const change = walk(timing, startMs - HOUR_MS, startMs + 4 * HOUR_MS);
      expect(change.map(({ occurrence, fromMs }) => [iso(fromMs), occurrence !== null])).toEqual([
        [iso(startMs - HOUR_MS), false],
        [iso(startMs), true],
        [iso(startMs + 10 * MINUTE_MS), false],
      ]);
    },
  );

  test('M2: what lies wholly between two times that do not exist happens an hour later; what ends after them but begins in them is short', () => {
    const inside = daily('Europe/Berlin', '2026-03-29', '02:10', 20);
    expect(walk(inside, at('2026-03-29T00:00Z'), at('2026-03-29T06:00Z')).map(({ fromMs }) => iso(fromMs))).toEqual([
      '2026-03-29T00:00Z',
      '2026-03-29T01:10Z',
      '2026-03-29T01:30Z',
    ]);
    // 02:30–03:10: the start shifts to 03:30, behind its end. Nothing is left of it, and the next one is the next day's.
    const crossing = daily('Europe/Berlin', '2026-03-29', '02:30', 40);
    const { current, nextStartMs } = occurrencesAround(crossing, at('2026-03-29T01:05Z'));
    expect([current, iso(nextStartMs)]).toEqual([null, '2026-03-30T00:30Z']);
    expect(iso(occurrencesAround(crossing, at('2026-03-28T12:00Z')).nextStartMs)).toBe('2026-03-30T00:30Z');
  });

  test('M2: the first occurrence is the instants that were given, also in the second coming of its hour', () => {
    const timing = {
      startsAtMs: at('2026-10-25T01:30Z'),
      endsAtMs: at('2026-10-25T02:30Z'),
      recurrence: 'FREQ=DAILY',
      timeZone: 'Europe/Berlin',
    };
    expect(walk(timing, at('2026-10-25T00:00Z'), at('2026-10-26T06:00Z')).map(({ fromMs }) => iso(fromMs))).toEqual([
      '2026-10-25T00:00Z',
      '2026-10-25T01:30Z',
      '2026-10-25T02:30Z',
      '2026-10-26T01:30Z',
      '2026-10-26T02:30Z',
    ]);
  });

  test('M2: through a day that the date line took away (Apia, 30 December 2011)', () => {
    const timing = daily('Pacific/Apia', '2011-12-30', '12:00', 60);
    const starts = walk(timing, at('2011-12-28T00:00Z'), at('2012-01-01T00:00Z')).flatMap(({ occurrence }) =>
      occurrence ? [iso(occurrence.startMs)] : [],
    );
    // The 30th shifts to the 31st, where the 31st's own is: it is one.
    expect(starts).toEqual(['2011-12-28T22:00Z', '2011-12-29T22:00Z', '2011-12-30T22:00Z', '2011-12-31T22:00Z']);
  });
});

describe('any daily schedule, beside every day tried by Temporal', () => {
  const given = fc.record({
    zone: fc.constantFrom(...ZONES),
    change: fc.constantFrom(...CHANGES.flatMap(([, ...walls]) => walls)),
    minuteOfDay: fc.integer({ min: 0, max: 1_439 }),
    // Also over more than a day, so that occurrences overlap.
    minutes: fc.integer({ min: 1, max: 3 * 1_440 }),
    nowMinute: fc.integer({ min: -2 * 1_440, max: 2 * 1_440 }),
  });

  test('M2: the one that began last of those that are on, and the start of the next', () => {
    fc.assert(
      fc.property(given, ({ zone, change, minuteOfDay, minutes, nowMinute }) => {
        // So many days before that the first occurrence itself lies at no change: what it lasts on the wall is what was meant.
        const first = Temporal.PlainDateTime.from(`${change.slice(0, 10)}T00:00`)
          .subtract({ days: 12 })
          .add({ minutes: minuteOfDay });
        const walls = Array.from({ length: 25 }, (_, index) => first.add({ days: index }).toString());
        const spans = walls
          .map((wall) => ({ startMs: instant(wall, zone), endMs: instant(plus(wall, minutes), zone) }))
          .filter(({ startMs, endMs }) => startMs < endMs);
        const timing = {
          startsAtMs: spans[0]!.startMs,
          endsAtMs: spans[0]!.endMs,
          recurrence: 'FREQ=DAILY',
          timeZone: zone,
        };
        const nowMs = instant(change, zone) + nowMinute * MINUTE_MS;
        const on = spans.filter(({ startMs, endMs }) => startMs <= nowMs && nowMs < endMs);
        const coming = spans.map(({ startMs }) => startMs).filter((startMs) => startMs > nowMs);
        const around = occurrencesAround(timing, nowMs);
        const last = on.toSorted((one, other) => one.startMs - other.startMs || one.endMs - other.endMs).at(-1);
        expect(around.current).toEqual(last ?? null);
        expect(around.nextStartMs).toBe(Math.min(...coming));
      }),
      { numRuns: 600 },
    );
  });
});
