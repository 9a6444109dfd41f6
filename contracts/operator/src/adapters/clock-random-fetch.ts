import { randomBytes } from 'node:crypto';
import type { Fetch } from '@sign-display/client/client';
import type { Clock, Random } from '@sign-display/contracts/clock-and-random';

/** The machine's own time and chance. */
export const clock: Clock = {
  now: () => Date.now(),
  monotonicMs: () => performance.now(),
  after(delayMs, task) {
    const timer = setTimeout(task, delayMs);
    return () => clearTimeout(timer);
  },
};

const ANSWERS_WITHIN_MS = 30_000;
/** What can be ended by a signal is a claim, which waits for its sign: longer than the service lets it. */
const CLAIMED_WITHIN_MS = 60_000;

/** The platform's `fetch`, which waits so long for a reply to its end. */
export const fetchInTime: Fetch = (url, { signal, ...init }) => {
  const late = AbortSignal.timeout(signal ? CLAIMED_WITHIN_MS : ANSWERS_WITHIN_MS);
  return fetch(url, { ...init, signal: signal ? AbortSignal.any([signal, late]) : late });
};

export const random: Random = { float: () => Math.random(), bytes: (length) => randomBytes(length) };
