import { STRIPS_MOST } from '@sign-display/contracts/limits';

/** Which strips are asked for next. Pure. */

/**
 * At most so many as one request may ask for; none are due: empty. `wanted`: the lists of those who show strips. `readAtMs`: when a sign's strip was asked for last. `freshFromMs`: what was asked
 * for since then is fresh. `isThere`: the service refuses a whole request for one sign that is gone.
 */
export function stripsDue(
  wanted: Iterable<readonly string[]>,
  readAtMs: (id: string) => number | undefined,
  freshFromMs: number,
  isThere: (id: string) => boolean,
): string[] {
  const due = new Set<string>();
  for (const ids of wanted)
    for (const id of ids) {
      if (due.size === STRIPS_MOST) return [...due];
      if ((readAtMs(id) ?? -Infinity) < freshFromMs && isThere(id)) due.add(id);
    }
  return [...due];
}
