import type { Clock } from '@sign-display/contracts/clock-and-random';
import type { Problem } from '@sign-display/contracts/rest/problem';
import type { Page } from './browser-page-type.ts';

/** When what could not be loaded is asked for again, by itself. */

const FIRST_WAIT_MS = 1_000;
/** Somebody may stand before it. */
const LONGEST_WAIT_MS = 15_000;
/** What may be otherwise in a moment; other refusals stay. */
const PASSING: ReadonlySet<string> = new Set(['unavailable', 'rate_limited', 'internal']);

/**
 * How long to wait after so many failures before this one: doubled each time, spread by `chance` in [0, 1) so that walls of a restarted service don't come back at one moment, and
 * never less than the service asks for. Null: trying again by itself would not help.
 */
export function waitMsOf(why: Problem | null, failures: number, chance: number): number | null {
  if (why !== null && !PASSING.has(why.code)) return null;
  const ownMs = Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** failures) * (0.5 + chance / 2);
  return Math.max(ownMs, why?.retryAfterMs ?? 0);
}

export interface Retries {
  failed(why: Problem | null): void;
  /** A person asks for it: nothing where the service said to come later. */
  now(): void;
  stop(): void;
}

/** `due`: when the next try is, by the clock that never goes back; null: one is under way, or none follows by itself. */
export function makeRetries(
  { clock, page, chance }: { clock: Clock; page: Page; chance: () => number },
  again: () => void,
  due: (atMs: number | null) => void,
): Retries {
  let failures = 0;
  let isDue = false;
  /** Who was told when to come again is not heard earlier. */
  let notBeforeMs = -Infinity;
  let cancel = (): void => {};
  function run(): void {
    cancel();
    isDue = false;
    due(null);
    again();
  }
  const runUnlessEarly = (): void => void (clock.monotonicMs() >= notBeforeMs && run());
  const stopWatching = page.onWorthATry(() => isDue && runUnlessEarly());
  return {
    failed(why) {
      cancel();
      const nowMs = clock.monotonicMs();
      const waitMs = waitMsOf(why, failures, chance());
      failures += 1;
      isDue = waitMs !== null;
      notBeforeMs = nowMs + (why?.retryAfterMs ?? 0);
      due(waitMs === null ? null : nowMs + waitMs);
      if (waitMs !== null) cancel = clock.after(waitMs, run);
    },
    now: runUnlessEarly,
    stop() {
      stopWatching();
      cancel();
    },
  };
}
