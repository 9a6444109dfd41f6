/** When the next picture may be asked for. A person has 300 requests a minute for all that they do, and a wall of cards would take them by scrolling. Pure. */

/** At one time: a sign's picture takes some 50 ms of the service. */
export const AT_ONCE = 4;
/** In a minute; the rest is for what the person does. */
export const A_MINUTE = 150;
const MINUTE_MS = 60_000;

export interface Pace {
  /** When those of the last minute were asked for, oldest first; monotonic ms. */
  startedMs: readonly number[];
  /** Not answered yet. */
  asking: number;
  /** Before this the service has said not to come again. */
  restUntilMs: number;
}

/** How long to wait, in ms; null: until one of those that are asked for is answered. */
export function waitOf({ startedMs, asking, restUntilMs }: Pace, nowMs: number): number | null {
  if (asking >= AT_ONCE) return null;
  const first = startedMs.length < A_MINUTE ? nowMs : startedMs[startedMs.length - A_MINUTE]! + MINUTE_MS;
  return Math.max(0, first - nowMs, restUntilMs - nowMs);
}

export const within = (startedMs: readonly number[], nowMs: number): number[] =>
  startedMs.filter((at) => nowMs - at < MINUTE_MS);
