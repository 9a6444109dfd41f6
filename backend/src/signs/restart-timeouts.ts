import { sql } from 'kysely';
import { LIMITS } from '@sign-display/contracts/limits';
import type { Clock } from '@sign-display/contracts/clock-and-random';
import { evaluatedPerQuery } from '../cluster/polling-query.ts';
import { notifySignsChanged, type DashboardFeed } from '../cluster/dashboard-feed.ts';
import type { Sweeper } from '../cluster/due-work-sweeps.ts';
import type { Db } from '../db/database-types.ts';
import { createUnchangedFor } from '../flow/unchanged-duration.ts';
import { endRestarts, findRestarts, hasRestarts, type Restart, type RestartChange } from './begin-and-end-restarts.ts';

/**
 * Which signs restart because they were told to (promise N9), as this node knows it, looked at every two seconds while there are any. Every node watches for
 * how long it has seen each of them, by its own monotonic clock, and the first that has seen one for three minutes ends it. So neither the death of a node nor
 * a wall clock that is set makes one shorter; a service that starts anew begins to count anew.
 */
export function createRestartWatch(deps: {
  db: Db;
  clock: Clock;
  feed: DashboardFeed;
  /** Told of each that somebody else has ended: the sign is back, has to be heard from now on, and has time for it. */
  ended(deviceSignId: string): void;
}) {
  const { db, clock, feed } = deps;
  const lookAt = createUnchangedFor(clock, ({ id, restartingUntil }: Restart) => `${id} ${restartingUntil.getTime()}`);
  let restarting: ReadonlySet<string> = new Set();
  /** Begun here since the last look. */
  const begun = new Set<string>();

  async function sweep(): Promise<void> {
    // What begins while this look is under way is for the next.
    restarting = new Set([...restarting, ...begun]);
    begun.clear();
    const found = await findRestarts(db);
    const seenForMs = lookAt(found);
    const over = found.filter((restart) => seenForMs(restart) >= LIMITS.restartMs);
    const endedHere = over.length === 0 ? [] : await endRestarts(db, over);
    const isOver = new Set(over.map(({ deviceSignId }) => deviceSignId));
    const before = restarting;
    restarting = new Set(found.map(({ deviceSignId }) => deviceSignId).filter((device) => !isOver.has(device)));
    const mineToJudge = new Set(endedHere.map(({ deviceSignId }) => deviceSignId));
    for (const device of before) if (!restarting.has(device) && !mineToJudge.has(device)) deps.ended(device);
    notifySignsChanged(feed, endedHere);
  }

  return {
    isRestarting: (deviceSignId: string): boolean => restarting.has(deviceSignId) || begun.has(deviceSignId),
    /**
     * Restarts of devices of this node have begun, after the commit and before they hear of it: when a connection ends it is known why. Dashboards are told.
     */
    begun(changes: readonly RestartChange[]): void {
      for (const { deviceSignId } of changes) begun.add(deviceSignId);
      notifySignsChanged(feed, changes);
    },
    // Also the look after the last one has ended.
    sweeper: {
      name: 'restarts',
      due: sql`${evaluatedPerQuery(() => restarting.size + begun.size > 0)}::boolean or ${hasRestarts}`,
      sweep,
    } satisfies Sweeper,
  };
}

export type RestartWatch = ReturnType<typeof createRestartWatch>;
