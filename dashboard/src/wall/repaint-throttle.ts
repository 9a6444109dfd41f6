/** How long after one painting of changes the next may begin: a busy computer paints less often, and never holds what a person does. Pure. */

/** Painting may take so much of the time; above it the next waits twice as long, below the other half as long. Between them lies more than a factor of two: it doesn't swing. */
const MOST_SHARE = 0.06;
const LEAST_SHARE = 0.015;
/** The feed tells at most so often. */
export const LEAST_APART_MS = 250;
export const MOST_APART_MS = 2_000;

export interface Brake {
  /** From the beginning of one painting to that of the next, at least. */
  apartMs: number;
  /** When the last began; by a clock that never goes back. */
  beganAtMs: number;
}

export const RELEASED: Brake = { apartMs: LEAST_APART_MS, beganAtMs: -Infinity };

/** When the next may begin. */
export const mayBeginAt = ({ apartMs, beganAtMs }: Brake): number => beganAtMs + apartMs;

/** After a painting of changes. `spentMs`: all that painting took since the one before began, that of the whole view too. */
export function afterPainting({ apartMs, beganAtMs }: Brake, nowMs: number, spentMs: number): Brake {
  const share = spentMs / Math.max(1, nowMs - beganAtMs);
  const times = share > MOST_SHARE ? 2 : share < LEAST_SHARE ? 0.5 : 1;
  return { apartMs: Math.min(MOST_APART_MS, Math.max(LEAST_APART_MS, apartMs * times)), beganAtMs: nowMs };
}
