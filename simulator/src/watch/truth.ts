import type { Subscribers, Watch } from '../plan/watch-schema.ts';

/**
 * What happened, as the simulator did it, and what must come of it: written from behaviour N1 to N5 and knowing nothing of the backend.
 * Wall clock, milliseconds.
 */

/** A sign that could not be heard. `toMs`: its backend heard it again; null: not before the end of the run. */
export interface Silence {
  /** The sign's index in the fleet. */
  sign: number;
  fromMs: number;
  toMs: number | null;
}

export interface Span {
  fromMs: number;
  toMs: number;
}

/** How the backend was told to judge. */
export interface Limits {
  heartbeatIntervalMs: number;
  offlineAfterMs: number;
  warmUpMs: number;
  offlineGraceMs: number;
  groupWindowMs: number;
}

/** Sweeps, jobs and mails take a while, more so on a busy machine. */
export const SLACK_MS = 10_000;
/** A node looks each second, and writes 250 ms later. */
const NOTICED_MS = 1_250;
/** Five changes within ten minutes: the third time that it is offline (promise N5). */
const CHANGES_WITHIN_MS = 10 * 60_000;
const SILENCES = 3;

export const graceOf = ({ graceSeconds }: Pick<Subscribers, 'graceSeconds'>, { offlineGraceMs }: Limits): number =>
  graceSeconds === undefined ? offlineGraceMs : graceSeconds * 1_000;

export type Expected = 'must' | 'may' | 'never';

/**
 * Whether who has this grace is to be told of a silence. It must be told if it lasted longer than the latest verdict, the grace and a window;
 * never if it was over before the earliest verdict and the grace were. What is between depends on the moment, and is neither.
 */
export function expectedOf(
  silence: Silence,
  graceMs: number,
  limits: Limits,
  { kills, endMs }: { kills: readonly Span[]; endMs: number },
): Expected {
  const { fromMs, toMs } = silence;
  const lastedMs = (toMs ?? endMs) - fromMs;
  const { heartbeatIntervalMs, offlineAfterMs, warmUpMs, groupWindowMs } = limits;
  // The last heartbeat may have been one interval earlier.
  const earliestMs = offlineAfterMs - heartbeatIntervalMs + graceMs;
  if (lastedMs < earliestMs) return 'never';
  const latestMs = offlineAfterMs + warmUpMs + NOTICED_MS + graceMs + groupWindowMs + SLACK_MS;
  // A backend that was away meanwhile begins its own warm-up anew.
  const wasAway = kills.some((kill) => kill.fromMs < fromMs + latestMs && kill.toMs > fromMs);
  return lastedMs >= latestMs && !wasAway ? 'must' : 'may';
}

interface Stability {
  expected: Expected;
  /** The earliest moment at which it can be called unstable; null: never. */
  fromMs: number | null;
}

/** Whether a sign with these silences (oldest first) must be called unstable. A silence counts where it brings a verdict. */
export function stabilityOf(silences: readonly Silence[], limits: Limits): Stability {
  const { offlineAfterMs, heartbeatIntervalMs } = limits;
  const third = (those: readonly Silence[]) =>
    those.find(
      ({ fromMs }, index) => index >= SILENCES - 1 && fromMs - those[index - SILENCES + 1]!.fromMs < CHANGES_WITHIN_MS,
    );
  const lasted = (leastMs: number) => silences.filter(({ fromMs, toMs }) => toMs === null || toMs - fromMs >= leastMs);
  const possible = third(lasted(offlineAfterMs - heartbeatIntervalMs));
  if (!possible) return { expected: 'never', fromMs: null };
  const certain = third(lasted(offlineAfterMs + 2 * NOTICED_MS));
  return { expected: certain ? 'must' : 'may', fromMs: possible.fromMs };
}

export const limitsOf = (heartbeatIntervalMs: number, { limits }: Watch): Limits => ({
  heartbeatIntervalMs,
  ...limits,
});
