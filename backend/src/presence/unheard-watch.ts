import type { Clock } from '@sign-display/contracts/ports';
import type { Unheard } from './sign-facts.ts';

/**
 * Which records say online and are heard by nobody: the time of their last heartbeat has not changed for `unheardForMs` of this node's monotonic
 * clock. Whoever hears a device writes another time every 5 s. That the time looks old, or lies in the future, says nothing by itself: a wall
 * clock was set, perhaps.
 */
export function createUnheardWatch(
  clock: Pick<Clock, 'monotonicMs'>,
  { unheardForMs }: { unheardForMs: number },
): {
  /** All records whose time looks wrong now. Those of them that nobody has written for long enough. */
  look(stale: readonly Unheard[]): Unheard[];
} {
  let watched = new Map<string, { timeMs: number | null; sinceMs: number }>();
  return {
    look(stale) {
      const nowMs = clock.monotonicMs();
      const next: typeof watched = new Map();
      for (const { id, lastSeenAt } of stale) {
        const timeMs = lastSeenAt && lastSeenAt.getTime();
        const known = watched.get(id);
        next.set(id, known?.timeMs === timeMs ? known : { timeMs, sinceMs: nowMs });
      }
      watched = next;
      return stale.filter(({ id }) => nowMs - watched.get(id)!.sinceMs >= unheardForMs);
    },
  };
}
