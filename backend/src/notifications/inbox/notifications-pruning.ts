import { sql } from 'kysely';
import { firstUuidV7At } from '@sign-display/contracts/identifier-generation';
import type { Db } from '../../db/database-types.ts';
import { PRUNED_AT_ONCE, pruneInSteps } from '../../db/run-pruning-tasks.ts';

/** Removes messages from before `beforeMs` that are delivered or given up, found by their identifiers, which begin with their time. */
export async function pruneNotifications(db: Db, beforeMs: number): Promise<void> {
  const firstId = firstUuidV7At(beforeMs);
  await pruneInSteps(() =>
    sql`
      delete from notification where id in (
        select id from notification where id < ${firstId} and state <> 'queued' order by id limit ${PRUNED_AT_ONCE}
      )`.execute(db),
  );
  await pruneInSteps(() =>
    sql`
      delete from message where id in (
        select id from message
        where id < ${firstId} and not exists (select from notification where notification.message_id = message.id)
        order by id limit ${PRUNED_AT_ONCE}
      )`.execute(db),
  );
  await db.deleteFrom('accountMessage').where('at', '<', new Date(beforeMs)).execute();
}
