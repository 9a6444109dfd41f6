import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { systemClock } from './system-clock.ts';
import { systemRandom } from './system-random.ts';

test('the clock tells the time, and its ages never go back', () => {
  expect(Math.abs(systemClock.now() - Date.now())).toBeLessThan(1_000);
  const ages = Array.from({ length: 1_000 }, () => systemClock.monotonicMs());
  expect(ages).toEqual(ages.toSorted((a, b) => a - b));
});

test('a timer runs once, in order, and not at all when it was cancelled before', async () => {
  const ran: string[] = [];
  const done = Promise.withResolvers<void>();
  const cancel = systemClock.after(1, () => ran.push('cancelled'));
  systemClock.after(5, () => ran.push('first'));
  systemClock.after(30, done.resolve);
  cancel();
  await done.promise;
  cancel();
  expect(ran).toEqual(['first']);
});

test('chance gives as many bytes as asked, other ones each time, and numbers from 0 to below 1', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 256 }), (length) => {
      expect(systemRandom.bytes(length)).toHaveLength(length);
      const float = systemRandom.float();
      expect(float >= 0 && float < 1).toBe(true);
    }),
  );
  expect(systemRandom.bytes(16)).not.toEqual(systemRandom.bytes(16));
});
