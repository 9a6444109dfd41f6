import { sql, type Insertable, type RawBuilder, type Selectable, type Updateable } from 'kysely';
import type { CommandTable } from './tables.ts';
import type { Db, Trx } from '../db/database-types.ts';
import type { NodeWatch } from '../cluster/node-watch.ts';
import type { SignRow } from '../signs/sign-view.ts';
import type { CommandFacts } from './command-machine.ts';

export type CommandRow = Selectable<CommandTable>;

const OPEN = ['queued', 'sent'] as const;

/** What the machine decides by. */
export const factsOf = (row: CommandRow): CommandFacts => ({
  state: row.state,
  deviceSignId: row.deviceSignId,
  expiresAtMs: row.expiresAt.getTime(),
  answeredLate: row.answeredLateAt !== null,
});

export async function insertCommands(trx: Trx, rows: Insertable<CommandTable>[]): Promise<CommandRow[]> {
  return rows.length === 0 ? [] : await trx.insertInto('command').values(rows).returningAll().execute();
}

export async function findCommand(db: Db, id: string): Promise<CommandRow | null> {
  return (await db.selectFrom('command').selectAll().where('id', '=', id).executeTakeFirst()) ?? null;
}

/** Those of these that are there, and the organization's. */
export async function findCommands(db: Db, organizationId: string, ids: readonly string[]): Promise<CommandRow[]> {
  const query = db
    .selectFrom('command')
    .selectAll()
    .where('id', '=', sql<string>`any(${ids}::uuid[])`);
  return await query.where('organizationId', '=', organizationId).orderBy('id').execute();
}

/** Locks the row for the rest of the transaction: two that decide about one command do so one after the other. */
export async function lockCommand(trx: Trx, id: string): Promise<CommandRow | null> {
  return (await trx.selectFrom('command').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()) ?? null;
}

/** Which of these devices have commands that nobody has ended: one read of an index that holds open commands only. */
export async function findDevicesWithOpenCommands(
  db: Db,
  deviceSignIds: readonly string[],
): Promise<Map<string, true>> {
  const rows = await db
    .selectFrom('command')
    .select('deviceSignId')
    .distinct()
    .where('deviceSignId', '=', sql<string>`any(${deviceSignIds}::uuid[])`)
    .where('state', 'in', OPEN)
    .execute();
  return new Map(rows.map(({ deviceSignId }) => [deviceSignId, true]));
}

/**
 * Those of these devices whose signs are offline and have not registered since the verdict. A connection of theirs is one that nobody has ended yet (its far end lost its
 * power or its network): what is sent there reaches nobody, and was not sent (promise M3). Who has registered since is there, and is heard soon.
 *
 * The two times may be of two nodes' clocks, or of one before and after it was set (decision 16). Where a sign was heard on its connection, the verdict is 15 s or more after
 * its register: clocks that differ by less call nobody there who is not. Where they differ by more, a command is `sent` to a dead connection, and again at the next register.
 * Who has registered since by less than they differ seems silent until its first heartbeat is written, some 5 s: what may wait is sent then, what may not is refused.
 */
export async function findSilentDevices(db: Db, deviceSignIds: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = await db
    .selectFrom('sign')
    .innerJoin('device', 'device.signId', 'sign.deviceSignId')
    .select('device.signId')
    .where('sign.deviceSignId', '=', sql<string>`any(${deviceSignIds}::uuid[])`)
    .where('sign.presence', '=', 'offline')
    .whereRef('device.registeredAt', '<', 'sign.statusSince')
    .execute();
  return new Set(rows.map(({ signId }) => signId));
}

/** Locks the open commands of a record's present link, oldest first. The record is locked before. */
export async function lockOpenCommands(trx: Trx, sign: SignRow): Promise<CommandRow[]> {
  return await trx
    .selectFrom('command')
    .selectAll()
    .where('deviceSignId', '=', sign.deviceSignId)
    .where('signRecordId', '=', sign.id)
    .where(sql<boolean>`claim_request_id is not distinct from ${sign.claimRequestId}::uuid`)
    .where('state', 'in', OPEN)
    .orderBy('id')
    .forUpdate()
    .execute();
}

export async function updateCommands(trx: Trx, ids: readonly string[], columns: Updateable<CommandTable>) {
  if (ids.length === 0) return [];
  return await trx.updateTable('command').set(columns).where('id', 'in', ids).returningAll().execute();
}

/** Up to `limit` commands of a record, newest first, from before `beforeId`. A UUID v7 begins with its time. */
export async function listCommands(db: Db, signRecordId: string, beforeId: string | null, limit: number) {
  let query = db.selectFrom('command').selectAll().where('signRecordId', '=', signRecordId);
  if (beforeId !== null) query = query.where('id', '<', beforeId);
  return await query.orderBy('id', 'desc').limit(limit).execute();
}

/** When a command expires next or is sent again, or now where a device has left its record. */
export const nextCommandWork = (now: RawBuilder<Date>) => sql<Date | null>`least(
  (select min(expires_at) from command where state in ('queued', 'sent')),
  (select min(send_again_at) from command where state in ('queued', 'sent')),
  case when exists (${unlinkedCommands}) then ${now}::timestamptz end)`;

/** What a sweep has to do at `nowMs`. */
export async function findDueWork(db: Db, nowMs: number) {
  const now = new Date(nowMs);
  const { rows } = await sql<{ overdue: boolean; unlinked: boolean; again: boolean }>`
    select
      exists (select from command where state in ('queued', 'sent') and expires_at <= ${now}) as overdue,
      exists (select from command where state in ('queued', 'sent') and send_again_at <= ${now}) as again,
      exists (${unlinkedCommands}) as unlinked
  `.execute(db);
  return rows[0]!;
}

/** Which of these `display_content` commands are not what their record shows by hand any more. */
export async function findOvertaken(db: Db, commandIds: readonly string[]): Promise<Set<string>> {
  const rows = await db
    .selectFrom('command')
    .innerJoin('sign', 'sign.id', 'command.signRecordId')
    .select('command.id')
    .where('command.id', 'in', commandIds)
    .whereRef('sign.overrideContentId', 'is distinct from', 'command.contentId')
    .execute();
  return new Set(rows.map(({ id }) => id));
}

/** Whether the device that the command was sent to still belongs to its record, by the same claim. */
export async function isStillLinked(db: Db, command: CommandRow): Promise<boolean> {
  const { signRecordId, deviceSignId, claimRequestId } = command;
  const sign = await db
    .selectFrom('sign')
    .select('id')
    .where('id', '=', signRecordId)
    .where('deviceSignId', '=', deviceSignId)
    .where('claimRequestId', 'is not distinct from', claimRequestId)
    .executeTakeFirst();
  return sign !== undefined;
}

/** Open commands whose device was taken off their record, or came back to it by another claim. Only open commands are looked at. */
const unlinkedCommands = sql`
  select command.id from command
  where state in ('queued', 'sent') and not exists (
    select from sign
    where sign.id = command.sign_record_id and sign.device_sign_id = command.device_sign_id
      and sign.claim_request_id is not distinct from command.claim_request_id
  )`;

/** Locks up to `limit` open commands that are overdue at `nowMs`; those that another node is at are left to it. */
export async function lockOverdueCommands(trx: Trx, nowMs: number, limit: number): Promise<CommandRow[]> {
  return await trx
    .selectFrom('command')
    .selectAll()
    .where('state', 'in', OPEN)
    .where('expiresAt', '<=', new Date(nowMs))
    .orderBy('expiresAt')
    .orderBy('id')
    .limit(limit)
    .forUpdate()
    .skipLocked()
    .execute();
}

export async function lockUnlinkedCommands(trx: Trx, limit: number): Promise<CommandRow[]> {
  const { rows } = await sql<{ id: string }>`
    ${unlinkedCommands} order by command.id limit ${limit} for update skip locked`.execute(trx);
  if (rows.length === 0) return [];
  const ids = rows.map(({ id }) => id);
  return await trx.selectFrom('command').selectAll().where('id', 'in', ids).orderBy('id').execute();
}

/** The first repetition of a command that nobody answers, then after twice the time each, up to the longest. */
export const SEND_AGAIN = { firstMs: 5_000, longestMs: 60_000 } as const;

/**
 * Takes up to `limit` unanswered commands whose next sending is due, and notes the one after it. Those to the devices of other nodes are left
 * to these: only they can send them.
 */
export async function takeDueCommands(
  db: Db,
  { nodeId, nodes }: { nodeId: string; nodes: Pick<NodeWatch, 'dead'> },
  nowMs: number,
  limit: number,
): Promise<CommandRow[]> {
  const now = new Date(nowMs);
  const due = db
    .selectFrom('command')
    .select('id')
    .where('state', 'in', OPEN)
    .where('sendAgainAt', '<=', now)
    .where('expiresAt', '>', now)
    .where(({ not, exists, selectFrom }) => {
      const elsewhere = selectFrom('device').innerJoin('node', 'node.id', 'device.nodeId').select('device.signId');
      return not(
        exists(
          elsewhere
            .whereRef('device.signId', '=', 'command.deviceSignId')
            .where('device.nodeId', '!=', nodeId)
            .where('device.connectionRegistered', '=', true)
            .where('node.id', '<>', sql<string>`all(${nodes.dead()}::uuid[])`),
        ),
      );
    })
    .orderBy('sendAgainAt')
    .orderBy('id')
    .limit(limit)
    .forUpdate()
    .skipLocked();
  const { firstMs, longestMs } = SEND_AGAIN;
  const age = sql`${now}::timestamptz - coalesce(sent_at, created_at)`;
  const pause = sql`least(greatest(${age}, ${firstMs} * interval '1 ms'), ${longestMs} * interval '1 ms')`;
  return await db
    .updateTable('command')
    .set({ sendAgainAt: sql<Date>`${now}::timestamptz + ${pause}` })
    .where('id', 'in', due)
    .returningAll()
    .execute();
}
