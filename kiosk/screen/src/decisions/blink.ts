import type { IdentifyOverlay } from '../model.ts';

/** Half a period: the code blinks once a second, and the phone beside it in step (contract, `sign:identify`). */
const HALF_MS = 500;

/** Whether the code's plate is bright at `nowMs`, and after how many milliseconds that changes. It is bright at phase 0 and before the start. */
export function blinkAt(startsAtMs: number, nowMs: number): { bright: boolean; changesInMs: number } {
  const sinceMs = nowMs - startsAtMs;
  if (sinceMs < 0) return { bright: true, changesInMs: HALF_MS - sinceMs };
  return { bright: Math.floor(sinceMs / HALF_MS) % 2 === 0, changesInMs: HALF_MS - (sinceMs % HALF_MS) };
}

/**
 * The overlay with its times by the monotonic clock, which nobody sets. `clock`: both clocks at one moment. Only whole milliseconds
 * are subtracted, because fractions of such large numbers are rounded: an end that has passed by one clock has passed by the other.
 */
export function byMonotonicClock(
  overlay: IdentifyOverlay,
  clock: { nowMs: number; monotonicMs: number },
): IdentifyOverlay {
  const aheadMs = clock.nowMs - Math.floor(clock.monotonicMs);
  return { ...overlay, startsAtMs: overlay.startsAtMs - aheadMs, untilMs: overlay.untilMs - aheadMs };
}

/** The code is shown from the moment it is asked for, so that a clock that differs hides nothing, and until its end. */
export const isOver = ({ untilMs }: IdentifyOverlay, nowMs: number): boolean => nowMs >= untilMs;
