/**
 * The beat of one sign: a grid over the monotonic clock whose phase is drawn once at start. A reconnect keeps the phase, so a
 * fleet that comes back in one second is spread over the interval again with its first heartbeat (contract, section 5).
 */

const gridPosition = (phase: number, intervalMs: number, monotonicMs: number): number =>
  monotonicMs / intervalMs - phase;

const delayTo = (step: number, phase: number, intervalMs: number, monotonicMs: number): number =>
  Math.max(0, (step + phase) * intervalMs - monotonicMs);

/** Milliseconds until the first beat after `monotonicMs`: in (0, intervalMs]. `phase` is in [0, 1). */
export function firstBeatDelayMs(phase: number, intervalMs: number, monotonicMs: number): number {
  return delayTo(Math.floor(gridPosition(phase, intervalMs, monotonicMs)) + 1, phase, intervalMs, monotonicMs);
}

/**
 * Milliseconds until the beat that follows the one at about `monotonicMs`. Rounds, so that a timer that fired a hair too early
 * does not beat twice, and one that fired late (a machine asleep) goes on from now instead of catching up.
 */
export function nextBeatDelayMs(phase: number, intervalMs: number, monotonicMs: number): number {
  return delayTo(Math.round(gridPosition(phase, intervalMs, monotonicMs)) + 1, phase, intervalMs, monotonicMs);
}
