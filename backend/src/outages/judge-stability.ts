/**
 * Whether a sign is stable: it is not from its fifth change of verdict within ten minutes on, until fifteen minutes have passed without one
 * (promise N5). Pure; times in milliseconds, by the wall clock.
 */
export interface Stability {
  /** When its verdict changed, oldest first, the newest five at most. */
  changesAtMs: readonly number[];
  unstableSinceMs: number | null;
}

export const NEVER_CHANGED: Stability = { changesAtMs: [], unstableSinceMs: null };

const CHANGES = 5;
const WITHIN_MS = 10 * 60_000;
const QUIET_MS = 15 * 60_000;

/** After one more change of its verdict, at `nowMs`. A clock that is behind the change before is taken for that moment. */
export function judgeStability({ changesAtMs, unstableSinceMs }: Stability, nowMs: number): Stability {
  const lastMs = changesAtMs.at(-1) ?? -Infinity;
  const atMs = Math.max(nowMs, lastMs);
  const newest = [...changesAtMs, atMs].slice(-CHANGES);
  const isStill = unstableSinceMs !== null && atMs - lastMs < QUIET_MS;
  const isUnstable = isStill || (newest.length === CHANGES && atMs - newest[0]! <= WITHIN_MS);
  return { changesAtMs: newest, unstableSinceMs: isStill ? unstableSinceMs : isUnstable ? atMs : null };
}

/** When what is told of the sign at `nowMs` counts, if its verdict does not change before; null of a stable one. */
export function stableAtMs({ changesAtMs, unstableSinceMs }: Stability, nowMs: number): number | null {
  const quietAtMs = (changesAtMs.at(-1) ?? -Infinity) + QUIET_MS;
  return unstableSinceMs !== null && nowMs < quietAtMs ? quietAtMs : null;
}
