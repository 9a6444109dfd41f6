import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { LIMITS } from '@sign-display/contracts/limits';
import { createMessageBudget } from './message-budget.ts';

const { messagesPerSecond: rate, messageWindowSeconds: window } = LIMITS;

it('a kiosk within 20 a second is never refused', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: Math.ceil(1_000 / rate), max: 500 }), { maxLength: 500 }), (gapsMs) => {
      const budget = createMessageBudget(0);
      let nowMs = 0;
      for (const gapMs of gapsMs) expect(budget.spend((nowMs += gapMs))).toBe(true);
    }),
  );
});

it('over any time no more pass than a window’s worth and the rate', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 100 }), { minLength: 300, maxLength: 2_000 }), (gapsMs) => {
      const budget = createMessageBudget(0);
      let nowMs = 0;
      let passed = 0;
      for (const gapMs of gapsMs) if (budget.spend((nowMs += gapMs))) passed += 1;
      expect(passed).toBeLessThanOrEqual(rate * window + (nowMs / 1_000) * rate);
    }),
  );
});

it('who was refused may send again when the time for one has passed', () => {
  const budget = createMessageBudget(0);
  for (let sent = 0; sent < rate * window; sent += 1) expect(budget.spend(0)).toBe(true);
  expect(budget.spend(1_000 / rate - 1)).toBe(false);
  expect(budget.spend(1_000 / rate)).toBe(true);
  expect(budget.spend(1_000 / rate)).toBe(false);
});
