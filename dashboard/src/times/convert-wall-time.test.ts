import fc from 'fast-check';
import { expect, test } from 'vitest';
import { instantOf, offsetMsAt, wallTimeOf } from './convert-wall-time.ts';

const ZONES = ['Europe/Berlin', 'America/New_York', 'Asia/Kolkata', 'Australia/Lord_Howe', 'Africa/Cairo', 'UTC'];
const zone = fc.constantFrom(...ZONES);
const minute = fc
  .integer({ min: Date.UTC(2020, 0) / 60_000, max: Date.UTC(2035, 0) / 60_000 })
  .map((minutes) => minutes * 60_000);

test('D3: what a wall clock shows leads back to an instant at which it shows that, in every zone', () => {
  fc.assert(
    fc.property(minute, zone, (at, timeZone) => {
      const wall = wallTimeOf(at, timeZone);
      const back = instantOf(wall, timeZone)!;
      expect(wallTimeOf(back, timeZone)).toBe(wall);
      // The same, or the first of two.
      expect(back).toBeLessThanOrEqual(at);
    }),
    { numRuns: 2_000 },
  );
});

test('D3: of an hour that a clock change repeats the first is meant, and one that it leaves out is moved past the change', () => {
  const iso = (wall: string) => new Date(instantOf(wall, 'Europe/Berlin')!).toISOString();
  expect(iso('2026-10-25T02:30')).toBe('2026-10-25T00:30:00.000Z');
  expect(iso('2026-10-25T03:00')).toBe('2026-10-25T02:00:00.000Z');
  expect(iso('2026-03-29T02:30')).toBe('2026-03-29T01:30:00.000Z');
  expect(iso('2026-03-29T03:30')).toBe('2026-03-29T01:30:00.000Z');
});

test('a zone’s offset is that of the instant, and what is no time is none', () => {
  expect(offsetMsAt(Date.UTC(2026, 6), 'Europe/Berlin')).toBe(2 * 3_600_000);
  expect(offsetMsAt(Date.UTC(2026, 0) + 999, 'Europe/Berlin')).toBe(3_600_000);
  expect(instantOf('', 'Europe/Berlin')).toBeNull();
});
