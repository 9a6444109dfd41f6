import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { isNews, restAfter, type Told } from './scan-pace-and-news.ts';

test('reading a picture takes at most half of the time, and a slow phone still reads twice a second or as fast as it can', () => {
  fc.assert(
    fc.property(fc.double({ min: 0, max: 60_000, noNaN: true }), (tookMs) => {
      expect(restAfter(tookMs)).toBe(Math.min(tookMs, 500));
    }),
  );
  expect(restAfter(-1)).toBe(0);
});

test('D5: a code that stays in the picture is told once, however often a frame misses it; another one, or one that comes back, is told', () => {
  const gaps = fc.array(fc.integer({ min: 1, max: 1_499 }), { maxLength: 50 });
  fc.assert(
    fc.property(gaps, fc.integer({ min: 1_500, max: 100_000 }), (between, away) => {
      let nowMs = 0;
      let told: Told | null = null;
      const see = (key: string): boolean => {
        const isTold = isNews(told, key, nowMs);
        told = { key, lastSeenMs: nowMs };
        return isTold;
      };
      expect(see('poster')).toBe(true);
      for (const gap of between) {
        nowMs += gap;
        expect(see('poster')).toBe(false);
      }
      nowMs += away;
      expect(see('poster')).toBe(true);
      expect(see('sign')).toBe(true);
    }),
  );
});
