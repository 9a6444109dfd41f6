import { sql } from 'kysely';
import type { RowWarmUp } from '../cluster/nodes-repository.ts';
import { evaluatedPerQuery } from '../cluster/polling-query.ts';
import type { Sweeper } from '../cluster/due-work-sweeps.ts';
import type { Db } from '../db/database-types.ts';
import { countOnline } from '../signs/heartbeat-facts-repository.ts';
import type { Presence } from './presence.ts';

/**
 * What this node's row says of its warm-up: how many claimed devices it hears now, of how many (docs/presence.md). After a mass silence they
 * are those that were there at its beginning. At a start nobody knows which signs will come to this node: all that the records say are online,
 * read once, at the first renewal of the lease. Until then there are no counts.
 */
export function createWarmUpCounts(deps: { db: Db; presence: Pick<Presence, 'warmUp' | 'heard'> }) {
  const { db, presence } = deps;
  let onlineAtStart: number | null = null;
  const isUnknown = (): boolean => presence.warmUp()?.reason === 'start' && onlineAtStart === null;

  return {
    /** For the node's row, as it is now; null where no verdict waits. `of` is never less than `heard`: signs that were offline come as well. */
    warmUp(): RowWarmUp | null {
      const warmUp = presence.warmUp();
      if (!warmUp) return null;
      const { reason, sinceMs, untilMs } = warmUp;
      const [heard, of] = [presence.heard(), reason === 'start' ? onlineAtStart : warmUp.of];
      return { reason, sinceMs, untilMs, counts: of === null ? null : { heard, of: Math.max(heard, of) } };
    },
    sweeper: {
      name: 'onlineAtStart',
      due: sql`${evaluatedPerQuery(isUnknown)}::boolean`,
      async sweep() {
        onlineAtStart = await countOnline(db);
      },
    } satisfies Sweeper,
  };
}
