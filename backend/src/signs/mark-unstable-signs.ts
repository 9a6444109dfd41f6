import { sql } from 'kysely';
import type { Clock } from '@sign-display/contracts/clock-and-random';
import type { Db, Trx } from '../db/database-types.ts';
import { notifySignsChanged, type DashboardFeed } from '../cluster/dashboard-feed.ts';
import type { Sweeper } from '../cluster/due-work-sweeps.ts';
import type { OutageChanges } from '../outages/compute-outage-changes.ts';
import { lockSignsThat } from './signs-repository.ts';

/**
 * What signs' rows say of how stable they are (promise N5), so that a list reads it as fast as the rest. `outages` judges it where a verdict changes, and
 * gives the time from which a sign is stable again; nothing else happens then, so that every node looks for that time.
 */

/** Writes what was judged of signs that the transaction has locked. */
export async function writeUnstable(trx: Trx, judged: OutageChanges['unstable']): Promise<void> {
  if (judged.length === 0) return;
  await sql`
    update sign set unstable_until = judged.until
    from unnest(
      ${judged.map(({ signRecordId }) => signRecordId)}::uuid[],
      ${judged.map(({ untilMs }) => (untilMs === null ? null : new Date(untilMs).toISOString()))}::timestamptz[]
    ) as judged (id, until)
    where sign.id = judged.id and sign.unstable_until is distinct from judged.until`.execute(trx);
}

/** So many rows a transaction: heartbeats and changes of those signs wait for it. */
const CHUNK = 500;

/** Makes up to `CHUNK` of those stable whose time has come, unless another change of verdict has put it off meanwhile. */
async function endUnstable(db: Db, nowMs: number): Promise<{ id: string; organizationId: string }[]> {
  return await db.transaction().execute(async (trx) => {
    const ids = await lockSignsThat(trx, sql`unstable_until <= ${new Date(nowMs)}`, CHUNK);
    if (ids.length === 0) return [];
    const { rows } = await sql<{ id: string; organizationId: string }>`
      update sign set unstable_until = null where id = any(${ids}::uuid[]) returning id, organization_id`.execute(trx);
    return rows;
  });
}

/** Ends what is over, and tells dashboards of it. */
export function createUnstableSigns(deps: { db: Db; clock: Clock; feed: DashboardFeed }): Sweeper {
  const { db, clock, feed } = deps;
  return {
    name: 'unstableSigns',
    due: sql`(select min(unstable_until) from sign where unstable_until is not null)`,
    async sweep(goesOn) {
      for (let ended = CHUNK; ended === CHUNK && goesOn();) {
        const rows = await endUnstable(db, clock.now());
        notifySignsChanged(feed, rows);
        ended = rows.length;
      }
    },
  };
}
