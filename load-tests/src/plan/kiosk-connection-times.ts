import type { Stage } from './profiles.ts';

/** Pure: which kiosk is connected when. Every number that a run must come to is counted from here, and never from what k6 says that it did. */

export const durationMs = (stages: readonly Stage[]): number =>
  stages.reduce((sum, { seconds }) => sum + seconds * 1_000, 0);

/** The share of the full load at `atMs`; it begins at 0. */
export function shareAt(stages: readonly Stage[], atMs: number): number {
  let beginMs = 0;
  let from = 0;
  for (const { seconds, share } of stages) {
    const lengthMs = seconds * 1_000;
    if (atMs < beginMs + lengthMs) return from + ((share - from) * (atMs - beginMs)) / lengthMs;
    beginMs += lengthMs;
    from = share;
  }
  return from;
}

/** A stretch of a run in which a kiosk is connected, in milliseconds since the run's begin. */
export interface Stay {
  fromMs: number;
  toMs: number;
  /** It ends in a storm: the connection is cut, and comes back at once. */
  isCut: boolean;
}

/** When the kiosk `index` of `count` is there: while the share of the load is above its own place in the fleet. */
export function staysOf(
  stages: readonly Stage[],
  index: number,
  count: number,
  stormsMs: readonly number[] = [],
): Stay[] {
  const level = (index + 0.5) / count;
  const stays: Stay[] = [];
  let beginMs = 0;
  let from = 0;
  let sinceMs: number | null = null;
  for (const { seconds, share } of stages) {
    const lengthMs = seconds * 1_000;
    const crossingMs = Math.round(beginMs + (lengthMs * (level - from)) / (share - from));
    if (sinceMs === null && from < level && share >= level) sinceMs = crossingMs;
    else if (sinceMs !== null && share < level) {
      stays.push({ fromMs: sinceMs, toMs: crossingMs, isCut: false });
      sinceMs = null;
    }
    beginMs += lengthMs;
    from = share;
  }
  if (sinceMs !== null) stays.push({ fromMs: sinceMs, toMs: beginMs, isCut: false });
  return stays.flatMap((stay) => cut(stay, stormsMs));
}

/** How long a kiosk must have been there, and must go on, for a storm to cut it: what has just come or is about to go is left alone. */
const AROUND_STORM_MS = 2_000;

function cut(stay: Stay, stormsMs: readonly number[]): Stay[] {
  const pieces: Stay[] = [];
  let { fromMs } = stay;
  for (const stormMs of stormsMs) {
    if (stormMs < fromMs + AROUND_STORM_MS || stormMs > stay.toMs - AROUND_STORM_MS) continue;
    pieces.push({ fromMs, toMs: stormMs, isCut: true });
    fromMs = stormMs;
  }
  return [...pieces, { ...stay, fromMs }];
}

/** The moments at which everybody loses their connection: every `everyMs` while the load is at least half. */
export function stormsOf(stages: readonly Stage[], everyMs: number): number[] {
  const storms: number[] = [];
  for (let atMs = everyMs; atMs < durationMs(stages) - AROUND_STORM_MS; atMs += everyMs)
    if (shareAt(stages, atMs) >= 0.5) storms.push(atMs);
  return storms;
}

/** Finer than anybody measures. */
const STEP_MS = 5;

/** When each thing is due that is done at `rate` a second times the share, in milliseconds since the begin. */
export function* duesOf(stages: readonly Stage[], rate: number): Generator<number> {
  let owed = 0;
  for (let atMs = 0; atMs < durationMs(stages); atMs += STEP_MS) {
    for (owed += (rate * shareAt(stages, atMs) * STEP_MS) / 1_000; owed >= 1; owed -= 1) yield atMs;
  }
}
