import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { MOST_RETRY_AFTER_MS, readRetryAfter } from './retry-after.ts';

const NOW = Date.parse('2026-11-22T19:00:00.000Z');

describe('F6: Retry-After', () => {
  test('in seconds, or as a date, is the wait, at most a day', () => {
    fc.assert(
      fc.property(fc.nat({ max: 10 * 86_400 }), (seconds) => {
        const expected = Math.min(MOST_RETRY_AFTER_MS, seconds * 1_000);
        expect(readRetryAfter(String(seconds), NOW)).toBe(expected);
        expect(readRetryAfter(new Date(NOW + seconds * 1_000).toUTCString(), NOW)).toBe(expected);
      }),
    );
  });

  test('whatever it says is a wait within a day, or nothing', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        const waitMs = readRetryAfter(text, NOW);
        if (waitMs === null) return;
        expect(waitMs).toBeGreaterThanOrEqual(0);
        expect(waitMs).toBeLessThanOrEqual(MOST_RETRY_AFTER_MS);
      }),
    );
  });

  test.each([
    ['Sun, 22 Nov 2026 19:01:00 GMT', 60_000],
    ['Sunday, 22-Nov-26 19:01:00 GMT', 60_000],
    ['Sun Nov 22 19:01:00 2026', 60_000],
    ['Sun, 22 Nov 2026 18:00:00 GMT', 0],
    ['9'.repeat(400), MOST_RETRY_AFTER_MS],
    [' 5 ', 5_000],
    ['', null],
    ['-5', null],
    ['1.5', null],
    ['soon', null],
    ['Sun, 99 Nov 2026 19:01:00 GMT', null],
    [undefined, null],
  ])('%j is %j ms', (header, waitMs) => expect(readRetryAfter(header, NOW)).toBe(waitMs));
});
