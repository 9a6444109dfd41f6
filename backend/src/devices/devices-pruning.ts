import { sql, type RawBuilder } from 'kysely';
import type { Db } from '../db/database-types.ts';

/** The most rows that one statement deletes or changes, so that each statement holds its locks briefly. */
const ROWS_A_STATEMENT = 500;

const noRecord = sql`not exists (select from sign where sign.device_sign_id = device.sign_id)`;
const noAttempt = sql`not exists (select from claim where claim.device_sign_id = device.sign_id and claim.state = 'awaiting_ack')`;
/** Machines under its identity about which an admin may still decide. */
const noOpenClone = sql`not exists (select from clone where clone.device_sign_id = device.sign_id and clone.decision is null)`;

/**
 * Removes the devices that no record has and that have had no connection since `nowMs - keptMs` (docs/decisions/0018). When such a machine comes back its
 * signId is bound again. An identity that was taken from a record for good (`reset_both`, a release at the machine) stays refused: its row is kept.
 *
 * Whether a device is used is seen here, once an hour, and nowhere else: `unused_since` is when a look first found it without a record and a connection. It
 * counts no more once the device has registered since, or is found connected.
 */
export async function pruneDevices(db: Db, nowMs: number, keptMs: number): Promise<void> {
  const now = new Date(nowMs);
  async function inSteps(statement: RawBuilder<unknown>): Promise<void> {
    while (((await statement.execute(db)).numAffectedRows ?? 0n) >= ROWS_A_STATEMENT);
  }
  const mark = (to: RawBuilder<Date | null>, which: RawBuilder<unknown>) => sql`
    with looked_at as materialized (
      select sign_id from device where ${which} order by sign_id limit ${ROWS_A_STATEMENT} for no key update skip locked
    )
    update device set unused_since = ${to} from looked_at where device.sign_id = looked_at.sign_id`;
  await inSteps(mark(sql`null`, sql`connection_id is not null and unused_since is not null`));
  // A node's clock may be ahead of ours. A mark before such a registration would be found again by each step, without end.
  const since = sql<Date>`greatest(${now}::timestamptz, registered_at)`;
  await inSteps(
    mark(since, sql`connection_id is null and (unused_since is null or unused_since < registered_at) and ${noRecord}`),
  );
  await inSteps(sql`
    delete from device where sign_id in (
      select sign_id from device
      where unused_since <= ${new Date(nowMs - keptMs)} and connection_id is null
        and (registered_at is null or registered_at <= unused_since)
        and (retired_at is null or released_as is null)
        and ${noRecord} and ${noAttempt} and ${noOpenClone}
      order by sign_id limit ${ROWS_A_STATEMENT} for update skip locked
    )`);
}
