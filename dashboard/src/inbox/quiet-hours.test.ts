import fc from 'fast-check';
import { expect, test } from 'vitest';
import { clockOf, eventHours, lengthOf, minutesOf, overlapOf, piecesOf, startAfter } from './quiet-hours.ts';

const minute = fc.integer({ min: 0, max: 1_439 });
const span = fc.record({ start: minute, end: minute }).filter(({ start, end }) => start !== end);

test('N6: the picture of 24 hours shows each quiet minute exactly once', () => {
  fc.assert(
    fc.property(span, (drawn) => {
      const pieces = piecesOf(drawn);
      const shown = pieces.reduce((sum, { from, to }) => sum + (to - from), 0);
      expect(shown * 1_440).toBeCloseTo(lengthOf(drawn), 6);
      for (const { from, to } of pieces) expect([from >= 0, to <= 1, to >= from]).toEqual([true, true, true]);
    }),
  );
});

test('N6: the offered start of quiet hours is within them and leaves no minute of the event quiet', () => {
  fc.assert(
    fc.property(span, span, (quiet, event) => {
      const start = startAfter(quiet, event);
      if (start === null) return;
      const later = { start, end: quiet.end };
      expect(overlapOf(later, event)).toBe(0);
      expect(lengthOf(later)).toBeLessThan(lengthOf(quiet));
    }),
  );
});

test('N6: quiet hours overlap an event by as many minutes as the event overlaps the quiet hours', () => {
  fc.assert(
    fc.property(span, span, (one, other) => {
      expect(overlapOf(one, other)).toBe(overlapOf(other, one));
    }),
  );
});

test('N6: quiet hours from 22:00 to 07:00 cover four hours of an event from 20:00 to 02:00, and quiet hours from 02:00 cover none', () => {
  const quiet = { start: 22 * 60, end: 7 * 60 };
  const event = eventHours({ startsAt: '2026-11-14T19:00:00Z', endsAt: '2026-11-15T01:00:00Z' }, 'Europe/Berlin')!;
  expect([clockOf(event.start), clockOf(event.end)]).toEqual(['20:00', '02:00']);
  expect(overlapOf(quiet, event)).toBe(240);
  expect(startAfter(quiet, event)).toBe(120);
});

test('N6: an event that lasts a day or longer, or has no end, has no hours on the 24-hour clock', () => {
  for (const endsAt of ['2026-11-15T19:00:00Z', '2026-11-20T19:00:00Z', null])
    expect(eventHours({ startsAt: '2026-11-14T19:00:00Z', endsAt }, 'Europe/Berlin')).toBeNull();
});

test('N6: every time of day is parsed to its minutes, and no other text is accepted', () => {
  fc.assert(
    fc.property(minute, (drawn) => {
      expect(minutesOf(clockOf(drawn))).toBe(drawn);
    }),
  );
  for (const text of ['', '24:00', '7:00', '22:60']) expect(minutesOf(text)).toBeNull();
});
