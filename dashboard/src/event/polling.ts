import type { Clock } from '@sign-display/contracts/clock-and-random';
import { createThrottle } from './throttle.ts';

/**
 * Asks the same again and again, and gives each answer to `take`. What is wanted while an answer is on its way is asked after it: a slow answer is not lost,
 * however often it is wanted. `restMs`: at least so long between two that are only wanted.
 */
export function createPolling<Answer>(
  clock: Clock,
  restMs: number | (() => number),
  ask: () => Promise<Answer>,
  take: (answer: Answer) => void,
) {
  let asking = 0;
  let isUnderWay = false;
  let isWanted = false;
  async function begin(): Promise<void> {
    asking += 1;
    const mine = asking;
    isUnderWay = true;
    isWanted = false;
    try {
      const answer = await ask();
      if (mine === asking) take(answer);
    } finally {
      if (mine === asking) isUnderWay = false;
    }
    if (mine === asking && isWanted) rested.want();
  }
  const rested = createThrottle(clock, restMs, () => void begin());
  return {
    /** At once: an answer on its way is of before, and dropped. */
    read: rested.run,
    want(): void {
      if (isUnderWay) isWanted = true;
      else rested.want();
    },
    stop(): void {
      asking += 1;
      isUnderWay = false;
      rested.stop();
    },
  };
}
