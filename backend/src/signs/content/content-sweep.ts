import { sql } from 'kysely';
import type { Clock } from '@sign-display/contracts/clock-and-random';
import type { Db } from '../../db/database-types.ts';
import type { Sweeper } from '../../cluster/due-work-sweeps.ts';
import type { SignPublisher } from '../sign-change-publisher.ts';
import type { ScheduleOccurrences } from './schedule-occurrences.ts';
import { updateShownContent } from './update-page-to-show.ts';

/**
 * Changes what is right where its time has come: an occurrence or an override that ends, a schedule that begins (promise M2). Every node does
 * it, each woken at the instant of the next change that it knows of, and else within a look; rows that another has under its hands are passed
 * over, so nothing is done twice and nobody waits. What was due while no node ran is due still, and is made right at the start.
 */

/** So many signs in one transaction: some tens of milliseconds. */
const CHUNK = 500;

export function createContentSweep(deps: {
  db: Db;
  clock: Clock;
  telling: SignPublisher;
  looks: ScheduleOccurrences;
}): Sweeper {
  const { db, clock, telling, looks } = deps;

  /** Settles what is due; how many it was. */
  async function settleDue(): Promise<number> {
    const { due, changes } = await db.transaction().execute(async (trx) => {
      const nowMs = clock.now();
      const rows = await trx
        .selectFrom('sign')
        .selectAll()
        .where('nextChangeAt', '<=', new Date(nowMs))
        .orderBy('nextChangeAt')
        .orderBy('id')
        .limit(CHUNK)
        .forNoKeyUpdate()
        .skipLocked()
        .execute();
      return { due: rows.length, changes: await updateShownContent(trx, rows, nowMs) };
    });
    await telling.changed(changes);
    return due;
  }

  return {
    name: 'content',
    // By indexes that hold only what has a time.
    due: sql`least(
      (select min(next_change_at) from sign where next_change_at is not null),
      (select min(looked_until) from schedule where looked_until is not null)
    )`,
    async sweep(goesOn) {
      // Before, and in no transaction: what a rule gives may take a while to compute.
      await looks.look(goesOn);
      while ((await settleDue()) === CHUNK && goesOn());
    },
  };
}
