import type { Clock } from '@sign-display/contracts/clock-and-random';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createPolling } from './polling.ts';

const REST_MS = 5_000;

/** Answers take `slowMs`, and it is wanted every `everyMs` for a minute. */
async function minuteOf(slowMs: number, everyMs: number) {
  let nowMs = 0;
  let due: { atMs: number; task: () => void }[] = [];
  const clock: Clock = {
    now: () => nowMs,
    monotonicMs: () => nowMs,
    after(delayMs, task) {
      const mine = { atMs: nowMs + delayMs, task };
      due.push(mine);
      return () => void (due = due.filter((one) => one !== mine));
    },
  };
  let [begun, underWay, most] = [0, 0, 0];
  const taken: number[] = [];
  const asking = createPolling(
    clock,
    REST_MS,
    async () => {
      begun += 1;
      underWay += 1;
      most = Math.max(most, underWay);
      const mine = begun;
      await new Promise<void>((resolve) => clock.after(slowMs, resolve));
      underWay -= 1;
      return mine;
    },
    (answer) => taken.push(answer),
  );
  for (; nowMs <= 60_000; nowMs += 250) {
    for (const one of due.filter(({ atMs }) => atMs <= nowMs)) {
      due = due.filter((other) => other !== one);
      one.task();
    }
    // An answer is taken some turns after it came.
    for (let turn = 0; turn < 8; turn += 1) await Promise.resolve();
    if (nowMs % everyMs === 0) asking.want();
  }
  asking.stop();
  return { begun, most, taken };
}

test('D4: however slow the answers and however often they are wanted, one is asked at a time, each is taken, and there is a rest between', async () => {
  const slow = fc.integer({ min: 1, max: 80 }).map((quarters) => quarters * 250);
  const every = fc.integer({ min: 1, max: 8 }).map((quarters) => quarters * 250);
  await fc.assert(
    fc.asyncProperty(slow, every, async (slowMs, everyMs) => {
      const { begun, most, taken } = await minuteOf(slowMs, everyMs);
      expect(most).toBe(1);
      expect(taken.length).toBeGreaterThanOrEqual(begun - 1);
      expect(taken.length).toBeGreaterThan(0);
      expect(begun).toBeLessThanOrEqual(60_000 / REST_MS + 1);
    }),
    { numRuns: 30 },
  );
});
