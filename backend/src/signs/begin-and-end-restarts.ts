import { sql } from 'kysely';
import { LIMITS } from '@sign-display/contracts/limits';
import type { Db, Trx } from '../db/database-types.ts';

/**
 * Restarts that the service has ordered, or that an update brings, in the records (promise N9). While one is under way nobody calls the sign offline: whoever
 * writes verdicts finds `restarting_until` under the record's lock. It ends when another boot of the sign registers (write-registration-facts.ts), when the sign says that
 * it does not restart, when it loses its device, and when a node has seen it for three minutes (restart-timeouts.ts). The time that stands there is for people;
 * no verdict is by it (decision 16).
 */

/** A record whose restart has begun or ended, for dashboards. */
export interface RestartChange {
  id: string;
  deviceSignId: string;
  organizationId: string;
}

const NONE = sql`restarting_until = null, restarting_boot_id = null, restarting_command_id = null`;

/**
 * The devices of these records, which the caller has locked, are told to restart: by a command each, or by themselves (`commandId` null). Each has a live
 * connection; its record may still say offline, where it has registered and its first heartbeat is on its way. A later order takes the place of an earlier one.
 */
export async function beginRestarts(
  trx: Trx,
  ordered: readonly { signRecordId: string; commandId: string | null }[],
  nowMs: number,
): Promise<RestartChange[]> {
  if (ordered.length === 0) return [];
  const { rows } = await sql<RestartChange>`
    update sign set
      restarting_until = ${new Date(nowMs + LIMITS.restartMs)}::timestamptz,
      restarting_boot_id = device.boot_id,
      restarting_command_id = ordered.command_id
    from unnest(
      ${ordered.map(({ signRecordId }) => signRecordId)}::uuid[],
      ${ordered.map(({ commandId }) => commandId)}::uuid[]
    ) as ordered (sign_record_id, command_id)
    cross join device
    where sign.id = ordered.sign_record_id and device.sign_id = sign.device_sign_id
    returning sign.id, sign.device_sign_id, sign.organization_id`.execute(trx);
  return rows;
}

/** The device says that it does not restart as that command ordered. Of nothing where another has been ordered since. */
export async function endOrderedRestart(trx: Trx, deviceSignId: string, commandId: string): Promise<RestartChange[]> {
  const { rows } = await sql<RestartChange>`
    update sign set ${NONE}
    where restarting_until is not null and device_sign_id = ${deviceSignId} and restarting_command_id = ${commandId}
    returning id, device_sign_id, organization_id`.execute(trx);
  return rows;
}

/** The record's device says that its update has failed. Of nothing where a command has ordered a restart since. */
export async function endUpdateRestart(trx: Trx, signRecordId: string): Promise<RestartChange[]> {
  const { rows } = await sql<RestartChange>`
    update sign set ${NONE}
    where restarting_until is not null and id = ${signRecordId} and restarting_command_id is null
    returning id, device_sign_id, organization_id`.execute(trx);
  return rows;
}

/** A restart that is under way. */
export interface Restart {
  id: string;
  deviceSignId: string;
  restartingUntil: Date;
}

export const hasRestarts = sql<boolean>`exists (select from sign where restarting_until is not null)`;

export async function findRestarts(db: Db): Promise<Restart[]> {
  const { rows } = await sql<Restart>`
    select id, device_sign_id, restarting_until from sign where restarting_until is not null order by id`.execute(db);
  return rows;
}

/** Ends these, unless another has been ordered since. Locked first, in the order of their identifiers (docs/locks.md). */
export async function endRestarts(db: Db, over: readonly Restart[]): Promise<(RestartChange & Restart)[]> {
  return await db.transaction().execute(async (trx) => {
    const isOver = sql`exists (
      select from unnest(
        ${over.map(({ id }) => id)}::uuid[], ${over.map(({ restartingUntil }) => restartingUntil)}::timestamptz[]
      ) as over (id, until)
      where over.id = sign.id and over.until = sign.restarting_until
    )`;
    const { rows } = await sql<RestartChange & Restart>`
      select id, organization_id, device_sign_id, restarting_until from sign
      where restarting_until is not null and ${isOver} order by id for no key update`.execute(trx);
    if (rows.length > 0)
      await sql`update sign set ${NONE} where id = any(${rows.map(({ id }) => id)}::uuid[])`.execute(trx);
    return rows;
  });
}
