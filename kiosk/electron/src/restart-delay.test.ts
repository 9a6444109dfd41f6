import fc from 'fast-check';
import { expect, test } from 'vitest';
import { delayAfter, failuresNow } from './restart-delay.ts';

test('what fails at once is started again and again, a minute apart at most, and never in a tight loop', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 299_999 }), { minLength: 1, maxLength: 2_000 }), (lives) => {
      let failures = 0;
      let longest = 0;
      for (const livedMs of lives) {
        failures = failuresNow(failures, livedMs);
        const delayMs = delayAfter(failures);
        expect(delayMs).toBeGreaterThanOrEqual(Math.max(1_000, longest));
        expect(delayMs).toBeLessThanOrEqual(60_000);
        longest = delayMs;
      }
      if (lives.length >= 7) expect(longest).toBe(60_000);
    }),
  );
});

test('what ran well for five minutes waits a second only', () => {
  expect(delayAfter(failuresNow(500, 300_000))).toBe(1_000);
});
