import type { Clock } from '@sign-display/contracts/clock-and-random';
import type { Plan } from '../plan/plan.ts';
import { duesOf, shareAt } from '../plan/kiosk-connection-times.ts';

/** Fulfilled at `atMs` of the wall clock, or at once where that has passed. */
export const until = (clock: Clock, atMs: number): Promise<void> => {
  const leftMs = atMs - clock.now();
  return leftMs <= 0 ? Promise.resolve() : new Promise((resolve) => void clock.after(leftMs, resolve));
};

/** Fulfilled with what `promise` gives, or with null after `withinMs`. */
export function within<Value>(clock: Clock, withinMs: number, promise: Promise<Value>): Promise<Value | null> {
  return new Promise((resolve, reject) => {
    const cancel = clock.after(withinMs, () => resolve(null));
    promise.then(
      (value) => {
        cancel();
        resolve(value);
      },
      (error: unknown) => {
        cancel();
        reject(error as Error);
      },
    );
  });
}

/**
 * Runs `task` at `rate` a second times the share of the load, each at its due time whatever became of the one before, and waits for all of them.
 * `task` gets the time at which it was due.
 */
export async function atRate(
  clock: Clock,
  plan: Plan,
  rate: number,
  beginMs: number,
  task: (dueMs: number, number: number) => Promise<void>,
): Promise<void> {
  const under: Promise<void>[] = [];
  for (const atMs of duesOf(plan.stages, rate)) {
    await until(clock, beginMs + atMs);
    under.push(task(beginMs + atMs, under.length));
  }
  await Promise.all(under);
}

/** So long a sign may take to come in, on a machine that is busy as well, before a command to it is a fair one. */
const COMES_WITHIN_MS = 8_000;
/** And so long it must stay, to do it and to tell. */
const STAYS_MS = 3_000;

/** How many of the fleet's kiosks should have come in by now, and are to stay for a while. */
export function kiosksThere(plan: Plan, sinceBeginMs: number): number {
  if (sinceBeginMs + STAYS_MS > plan.durationMs) return 0;
  const moments = [Math.max(0, sinceBeginMs - COMES_WITHIN_MS), sinceBeginMs, sinceBeginMs + STAYS_MS];
  return Math.floor(Math.min(...moments.map((atMs) => shareAt(plan.stages, atMs))) * plan.settings.kiosks);
}
