import { createHash } from 'node:crypto';
import { sql, type Selectable } from 'kysely';
import { makeUuidV7 } from '@sign-display/contracts/identifier-generation';
import type { KioskMessage } from '@sign-display/contracts/kiosk-events';
import type { Ports } from '@sign-display/contracts/clock-and-random';
import { claimedSince, KIOSK_CLOCK_BEHIND_MS } from '../signs/claim-time.ts';
import type { Db, Trx } from '../db/database-types.ts';
import type { SignLogTable } from './tables.ts';
import { chargeDevice, ROW_BYTES } from '../devices/charge-device-daily-bytes.ts';
import type { TimePosition } from '../http/pagination.ts';
import { dayOf } from '../reports/partitions/partition-day-and-name.ts';
import type { CommandRow } from './commands-repository.ts';

/** The log lines that `fetch_logs` brought from a sign: each kept once, however often it is fetched (contract, 3.1). */

/** Twice what one command may bring; the oldest go first. */
export const LOG_LINES_KEPT = 10_000;

export type LogRow = Selectable<SignLogTable>;

/**
 * Keeps the lines that `command` brought. A line is its sign, time, level and text: what is there already stays as it is. Nothing is kept of a
 * record that is gone, or has lost the device and the claim that the command was sent to; and no line from before that claim, for it may name
 * the pages of another organization (promise A1). Nor is anything kept of a device that has used up its bytes of the day (promise M5): `over_limit`.
 */
export async function storeLogLines(
  trx: Trx,
  { clock, random, deviceBytesPerDay }: Ports & { deviceBytesPerDay: number },
  command: Pick<CommandRow, 'id' | 'signRecordId' | 'deviceSignId' | 'claimRequestId'>,
  fetched: KioskMessage<'sign:logs'>['lines'],
): Promise<'taken' | 'over_limit'> {
  if (fetched.length === 0) return 'taken';
  const sign = await trx
    .selectFrom('sign')
    .select(['id', claimedSince.as('since')])
    .where('id', '=', command.signRecordId)
    .where('deviceSignId', '=', command.deviceSignId)
    .where(sql<boolean>`claim_request_id is not distinct from ${command.claimRequestId}::uuid`)
    .forKeyShare()
    .executeTakeFirst();
  if (!sign) return 'taken';
  const sinceMs = sign.since === null ? -Infinity : sign.since.getTime() - KIOSK_CLOCK_BEHIND_MS;
  const lines = fetched.filter(({ at }) => Date.parse(at) >= sinceMs);
  if (lines.length === 0) return 'taken';
  const bytes = lines.reduce((sum, { message }) => sum + ROW_BYTES + Buffer.byteLength(message), 0);
  const charge = { day: dayOf(clock.now()), bytes, most: deviceBytesPerDay };
  if (!(await chargeDevice(trx, command.deviceSignId, charge))) return 'over_limit';
  // Ascending, so that lines of one millisecond keep the order in which the kiosk has them.
  const ids = lines.map(() => makeUuidV7(clock, random)).toSorted();
  const ats = lines.map(({ at }) => new Date(at).toISOString());
  const hashes = lines.map(({ message }) => createHash('sha256').update(message).digest('hex'));
  await sql`
    insert into sign_log (id, sign_record_id, at, level, message, message_hash, command_id)
    select line.id, ${sign.id}::uuid, line.at, line.level, line.message, decode(line.hash, 'hex'), ${command.id}::uuid
    from unnest(
      ${ids}::uuid[], ${ats}::timestamptz[], ${lines.map(({ level }) => level)}::text[],
      ${lines.map(({ message }) => message)}::text[], ${hashes}::text[]
    ) as line (id, at, level, message, hash)
    -- In one order for all, so that two that bring the same lines at once wait for each other and never both.
    order by line.at, line.level, line.hash
    on conflict on constraint sign_log_once do nothing
  `.execute(trx);
  await sql`
    delete from sign_log where sign_record_id = ${sign.id} and (at, id) <= (
      select at, id from sign_log where sign_record_id = ${sign.id}
      order by at desc, id desc offset ${LOG_LINES_KEPT} limit 1
    )`.execute(trx);
  return 'taken';
}

/** Up to `limit` lines of a sign, newest first, from after `after`; `from` is inside the range, `to` is not. */
export async function listLogLines(
  db: Db,
  signRecordId: string,
  range: { from?: string | undefined; to?: string | undefined },
  after: TimePosition | null,
  limit: number,
): Promise<LogRow[]> {
  let query = db.selectFrom('signLog').selectAll().where('signRecordId', '=', signRecordId);
  if (range.from !== undefined) query = query.where('at', '>=', new Date(range.from));
  if (range.to !== undefined) query = query.where('at', '<', new Date(range.to));
  if (after) query = query.where((eb) => eb(eb.refTuple('at', 'id'), '<', eb.tuple(after.at, after.id)));
  return await query.orderBy('at', 'desc').orderBy('id', 'desc').limit(limit).execute();
}
