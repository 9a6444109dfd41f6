import type { Subscribers, Watch } from '../plan/watch-schema.ts';

/**
 * What the simulator did to the signs, and what the service must tell of it. Written from behaviour N1 to N5 and N9 to N11, without any code of the backend.
 * All times are wall clock, in milliseconds.
 */

/** A time in which the backend did not hear a sign. `toMs`: the backend heard it again; null: not before the end of the run. */
export interface Silence {
  /** The sign's index in the fleet. */
  sign: number;
  fromMs: number;
  toMs: number | null;
  /** When somebody had acknowledged its outage: from then on nobody is told who was not before (promise N10). Absent: nobody has. */
  knownMs?: number;
  /** Which switch it was. Signs of one switch have one cause. */
  switchNumber?: number;
  /** It was told to restart: until then its silence is no outage (promise N9). */
  restartingUntilMs?: number;
}

export interface Span {
  fromMs: number;
  toMs: number;
}

/** The limits that the backend was configured with. */
export interface Limits {
  heartbeatIntervalMs: number;
  offlineAfterMs: number;
  warmUpMs: number;
  offlineGraceMs: number;
  groupWindowMs: number;
}

/** Room for sweeps, jobs and mails, which take longer on a busy machine. */
export const SLACK_MS = 10_000;
/** How long a restart that the service has ordered is no outage (promise N9). */
export const RESTART_MS = 180_000;
/** A node looks for silent signs each second, and writes its verdict 250 ms later. */
const NOTICED_MS = 1_250;
/** Five changes within ten minutes make a sign unstable: with the third time that it is offline (promise N5). */
const CHANGES_WITHIN_MS = 10 * 60_000;
const SILENCES = 3;

export const graceOf = ({ graceSeconds }: Pick<Subscribers, 'graceSeconds'>, { offlineGraceMs }: Limits): number =>
  graceSeconds === undefined ? offlineGraceMs : graceSeconds * 1_000;

/** From when on the silence counts as one. */
const countsFromMs = ({ fromMs, restartingUntilMs = -Infinity }: Silence, { offlineAfterMs }: Limits): number =>
  Math.max(fromMs, restartingUntilMs - offlineAfterMs);

/** The earliest moment at which the service may call the sign offline. The last heartbeat may have been one interval before its silence. */
export const mayBeOfflineFromMs = (silence: Silence, limits: Limits): number =>
  countsFromMs(silence, limits) + limits.offlineAfterMs - limits.heartbeatIntervalMs;

export type Expected = 'must' | 'may' | 'never';

/**
 * Whether a subscriber with this grace must be told of a silence. They must if it lasted longer than the latest verdict, the grace and a window
 * together. They must not if it ended before the earliest verdict and the grace. In between both are right.
 */
export function expectedOf(
  silence: Silence,
  graceMs: number,
  limits: Limits,
  { kills, endMs }: { kills: readonly Span[]; endMs: number },
): Expected {
  const { toMs, knownMs = Infinity } = silence;
  const fromMs = countsFromMs(silence, limits);
  const lastedMs = Math.min(toMs ?? endMs, knownMs) - fromMs;
  const { heartbeatIntervalMs, offlineAfterMs, warmUpMs, groupWindowMs } = limits;
  // The last heartbeat may have been one interval earlier.
  const earliestMs = offlineAfterMs - heartbeatIntervalMs + graceMs;
  if (lastedMs < earliestMs) return 'never';
  const latestMs = offlineAfterMs + warmUpMs + NOTICED_MS + graceMs + groupWindowMs + SLACK_MS;
  // A backend that was down meanwhile starts with a warm-up.
  const wasAway = kills.some((kill) => kill.fromMs < fromMs + latestMs && kill.toMs > fromMs);
  return lastedMs >= latestMs && !wasAway ? 'must' : 'may';
}

interface Stability {
  expected: Expected;
  /** The earliest moment at which the sign can be called unstable; null: never. */
  fromMs: number | null;
}

/** Whether a sign with these silences (oldest first) must be called unstable. A silence counts if it leads to an offline verdict. */
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
