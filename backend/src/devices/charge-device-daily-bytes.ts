import { sql, type RawBuilder } from 'kysely';
import type { Db, Trx } from '../db/database-types.ts';

/**
 * Limits the bytes that the service stores for a device on one day in UTC (`DEVICE_BYTES_PER_DAY`; promise M5). The
 * database holds the count, so it covers all nodes and their restarts. Analytics batches are counted in their own
 * statement (reports/analytics/analytics-batches-repository.ts), all other data here.
 */

/** In the place of a row's other columns and its indexes. */
export const ROW_BYTES = 128;

/**
 * Whether a row counts on `day`: one of that day, or of the next. Around midnight another node may have the next day already; its row is not begun
 * anew by ours. A day further ahead is of a clock that was wrong, and holds nobody up.
 */
export const isOfDay = (day: string): RawBuilder<boolean> =>
  sql`device_usage.day between ${day}::date and ${day}::date + 1`;

/** What a charge makes of the row that is there, for `on conflict … do update`: bytes are added on its day, and counted anew on another. */
const addToDay = (day: string): RawBuilder<unknown> => sql`
  day = case when ${isOfDay(day)} then device_usage.day else excluded.day end,
  bytes = excluded.bytes + case when ${isOfDay(day)} then device_usage.bytes else 0 end`;

/** The charge of a batch, for the statement that writes the batch: `bytes` for each row of `batch`, and the bytes of the day now. */
export const insertUsage = (
  deviceSignId: string,
  { day, bytes }: { day: string; bytes: number },
  batch: RawBuilder<unknown>,
): RawBuilder<unknown> =>
  sql`insert into device_usage (device_sign_id, day, bytes) select ${deviceSignId}::uuid, ${day}::date, ${bytes}::bigint from ${batch}
      on conflict (device_sign_id) do update set ${addToDay(day)}`;

/**
 * Counts `bytes` of what `deviceSignId` has sent. Whether it had any of its day's bytes left before; where it had none nothing is counted, and the
 * caller keeps nothing. The row stays locked until the transaction is over.
 */
export async function chargeDevice(
  trx: Trx,
  deviceSignId: string,
  charge: { day: string; bytes: number; most: number },
): Promise<boolean> {
  const { day, bytes, most } = charge;
  const { rows } = await sql`
    insert into device_usage (device_sign_id, day, bytes) values (${deviceSignId}::uuid, ${day}::date, ${bytes})
    on conflict (device_sign_id) do update set ${addToDay(day)}
    where not (${isOfDay(day)}) or device_usage.bytes < ${most}
    returning device_sign_id
  `.execute(trx);
  return rows.length > 0;
}

/** Forgets what devices sent before the day `before`. */
export async function forgetUsage(db: Db, before: string): Promise<void> {
  await sql`delete from device_usage where day < ${before}::date`.execute(db);
}
