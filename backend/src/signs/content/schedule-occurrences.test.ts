import fc from 'fast-check';
import { expect, test } from 'vitest';
import { lookUpOccurrences, type Timing } from '../../recurrence/occurrences.ts';
import { aroundOf, occurrenceColumns } from './schedule-occurrences.ts';

const DAY_MS = 86_400_000;
const START_MS = Date.UTC(2026, 9, 20, 20);

/** A schedule's row after a look at `lookedMs`. */
function rowAt(timing: Timing, lookedMs: number) {
  return {
    id: 'a',
    organizationId: 'b',
    eventId: null,
    signId: 'c',
    position: 0,
    url: 'https://x.example/',
    contentId: 'd',
    startsAt: new Date(timing.startsAtMs),
    endsAt: new Date(timing.endsAtMs),
    recurrence: timing.recurrence,
    timeZone: timing.timeZone,
    exdates: [...(timing.exdates ?? [])],
    priority: 0,
    enabled: true,
    ...occurrenceColumns(lookUpOccurrences(timing, lookedMs)!),
  };
}

const given = fc.record({
  recurrence: fc.constantFrom(
    'FREQ=DAILY',
    'FREQ=WEEKLY;BYDAY=MO,SA',
    'FREQ=DAILY;BYHOUR=8,20',
    'FREQ=MONTHLY',
    'FREQ=DAILY;COUNT=9',
    null,
  ),
  timeZone: fc.constantFrom('Europe/Berlin', 'Australia/Lord_Howe', 'UTC'),
  hours: fc.integer({ min: 1, max: 70 }),
  exdates: fc.subarray(['2026-10-20', '2026-10-21', '2026-10-24', '2026-10-25', '2026-10-26']),
  lookedMs: fc.integer({ min: -DAY_MS, max: 12 * DAY_MS }).map((ms) => START_MS + ms),
  laterMs: fc.integer({ min: 0, max: 3 * DAY_MS }),
});

test('M2: what a row says of its rule is right until it says, and of the occurrence after that too', () => {
  fc.assert(
    fc.property(given, ({ recurrence, timeZone, hours, exdates, lookedMs, laterMs }) => {
      const timing = { startsAtMs: START_MS, endsAtMs: START_MS + hours * 3_600_000, recurrence, timeZone, exdates };
      const row = rowAt(timing, lookedMs);
      const nowMs = lookedMs + laterMs;
      const { current, next } = lookUpOccurrences(timing, nowMs)!;
      const around = aroundOf(row, nowMs);
      if (recurrence === null || row.lookedUntil === null || nowMs < row.lookedUntil.getTime()) {
        expect(around).toEqual({ current, nextStartMs: next?.startMs ?? null });
        return;
      }
      // Past: it is looked at again within a moment, and meanwhile the next occurrence is known.
      expect(around.nextStartMs! - nowMs).toBeLessThanOrEqual(1_000);
      if (row.nextStart && current?.startMs === row.nextStart.getTime()) expect(around.current).toEqual(current);
    }),
    { numRuns: 400 },
  );
});
