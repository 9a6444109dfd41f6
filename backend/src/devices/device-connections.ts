import { sql, type RawBuilder, type Selectable } from 'kysely';
import type { CloneMachine } from '@sign-display/contracts/rest/clones';
import type { Db, Trx } from '../db/database-types.ts';
import type { DeviceTable } from './tables.ts';

/**
 * Which connection each device is reached through, for all nodes: the columns `node_id` to `signs_of_life` of its row. A connection takes
 * the device at its handshake and gives it back when it ends; who takes it from another says which one they saw there, so that of two that
 * come at once one is in.
 */

export interface HeldConnection {
  signId: string;
  connectionId: string;
}

const HOLDER_COLUMNS = ['nodeId', 'connectionId', 'connectionBootId', 'signsOfLife', 'evictedConnectionId'] as const;
const MACHINE_COLUMNS = ['connectionBootId', 'connectionMachine', 'connectedAt', 'macAddress', 'appVersion'] as const;

/** How a machine that comes stands with a device. */
export interface Standing {
  holder: DeviceHolder | null;
  /** What is known of the machine behind the holder's connection. */
  holderMachine: CloneMachine | null;
  decisions: number;
  /** An admin's decision keeps this machine out, as long as the record has the device by the same claim. */
  isRefused: boolean;
  /** An admin took the identity from whoever had it. */
  isRetired: boolean;
}

export interface Newcomer {
  signId: string;
  macAddress: string;
  bootId: string;
}

/** How each of these machines stands with its device, in their order; null: there is no such device (any more). */
export async function findStandings(db: Db, newcomers: readonly Newcomer[]): Promise<(Standing | null)[]> {
  const of = (key: keyof Newcomer) => newcomers.map((newcomer) => newcomer[key]);
  const rows = await db
    .selectFrom(
      sql<{
        newSignId: string;
        newMacAddress: string;
        newBootId: string;
        place: string;
      }>`unnest(${of('signId')}::uuid[], ${of('macAddress')}::text[], ${of('bootId')}::uuid[]) with ordinality`.as<'newcomer'>(
        sql`newcomer (new_sign_id, new_mac_address, new_boot_id, place)`,
      ),
    )
    .innerJoin('device', 'device.signId', 'newcomer.newSignId')
    .leftJoin('node', 'node.id', 'device.nodeId')
    .select([...HOLDER_COLUMNS, ...MACHINE_COLUMNS, 'decisions', 'retiredAt', 'node.id as rowOfNode', 'newcomer.place'])
    .select((eb) =>
      eb
        .exists(
          eb
            .selectFrom('clone')
            .innerJoin('sign', (join) =>
              join
                .onRef('sign.id', '=', 'clone.signRecordId')
                .onRef('sign.deviceSignId', '=', 'clone.deviceSignId')
                .onRef('sign.claimRequestId', 'is not distinct from', 'clone.claimRequestId'),
            )
            .select('clone.id')
            .whereRef('clone.deviceSignId', '=', 'device.signId')
            .where(({ or, eb: is }) =>
              or([
                is('clone.refusedMacAddress', '=', is.ref('newcomer.newMacAddress')),
                is('clone.refusedBootId', '=', is.ref('newcomer.newBootId')),
              ]),
            ),
        )
        .as('isRefused'),
    )
    .execute();
  const standings = newcomers.map((): Standing | null => null);
  for (const row of rows)
    standings[Number(row.place) - 1] = {
      holder: holderOf(row),
      holderMachine: holderMachineOf(row),
      decisions: row.decisions,
      isRefused: Boolean(row.isRefused),
      isRetired: row.retiredAt !== null,
    };
  return standings;
}

/** The machine that has the device; null: nobody has. What an older node wrote down is its last registration. */
export function holderMachineOf(
  device: Pick<Selectable<DeviceTable>, (typeof MACHINE_COLUMNS)[number]>,
): CloneMachine | null {
  const { connectionBootId, connectionMachine, connectedAt, macAddress, appVersion } = device;
  if (connectionBootId === null) return null;
  if (connectionMachine?.bootId === connectionBootId) return connectionMachine;
  const connected = { bootId: connectionBootId, connectedAt: connectedAt!.toISOString() };
  return { address: '', macAddress, appVersion, ...connected };
}

type HolderColumns = Pick<Selectable<DeviceTable>, (typeof HOLDER_COLUMNS)[number]>;
const holderOf = (row: HolderColumns & { rowOfNode: string | null }) =>
  row.connectionId === null
    ? null
    : {
        nodeId: row.nodeId!,
        connectionId: row.connectionId,
        bootId: row.connectionBootId!,
        signsOfLife: row.signsOfLife,
        hasNode: row.rowOfNode !== null,
        // An admin's decision ends it: whoever comes may have the device.
        isEvicted: row.evictedConnectionId === row.connectionId,
      };

/** The connection that holds a device. `hasNode` false: its node has no row, and is gone. */
export type DeviceHolder = NonNullable<ReturnType<typeof holderOf>>;

export async function findHolder(db: Db, signId: string): Promise<DeviceHolder | null> {
  const row = await db
    .selectFrom('device')
    .leftJoin('node', 'node.id', 'device.nodeId')
    .select([...HOLDER_COLUMNS, 'node.id as rowOfNode'])
    .where('signId', '=', signId)
    .executeTakeFirst();
  return row ? holderOf(row) : null;
}

export interface Taking extends HeldConnection {
  nodeId: string;
  machine: CloneMachine;
  /** What was seen in the row. */
  seen: { holder: Pick<DeviceHolder, 'connectionId' | 'signsOfLife'> | null; decisions: number };
}

/**
 * Takes the device for a new connection, if nobody holds it or the holder that was seen does and has not shown since that it lives, and no admin
 * has decided anything since. False: look again.
 */
export async function takeDevice(db: Db, taking: Taking): Promise<boolean> {
  const { signId, nodeId, connectionId, machine } = taking;
  const { holder, decisions } = taking.seen;
  const { numUpdatedRows } = await db
    .updateTable('device')
    .set({ nodeId, connectionId, connectionBootId: machine.bootId, connectedAt: new Date(machine.connectedAt) })
    .set({ connectionMachine: JSON.stringify(machine), connectionRegistered: false, challengedAt: null })
    .where('signId', '=', signId)
    .where('decisions', '=', decisions)
    .where((eb) => {
      const free = eb('connectionId', 'is', null);
      if (!holder) return free;
      return free.or(eb('connectionId', '=', holder.connectionId).and(eb('signsOfLife', '=', holder.signsOfLife)));
    })
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

/**
 * The same for many, in one statement; false also for a device whose row another has locked: whoever has rows of many devices locked must not wait
 * for one. Of several for one device one gets it.
 */
export async function takeDevices(db: Db, takings: readonly Taking[]): Promise<boolean[]> {
  const of = <Value>(read: (taking: Taking) => Value) => takings.map(read);
  const { rows } = await sql<{ connectionId: string }>`
    with taker as materialized (
      select taker.* from unnest(
        ${of(({ signId }) => signId)}::uuid[], ${of(({ nodeId }) => nodeId)}::uuid[], ${of(({ connectionId }) => connectionId)}::uuid[],
        ${of(({ machine }) => JSON.stringify(machine))}::jsonb[], ${of(({ seen }) => seen.decisions)}::integer[],
        ${of(({ seen }) => seen.holder?.connectionId ?? null)}::uuid[], ${of(({ seen }) => seen.holder?.signsOfLife ?? null)}::integer[]
      ) as taker (device_sign_id, new_node_id, new_connection_id, machine, seen_decisions, seen_connection_id, seen_signs_of_life)
      join device on device.sign_id = taker.device_sign_id
      where device.decisions = seen_decisions
        and (device.connection_id is null or (device.connection_id, device.signs_of_life) = (seen_connection_id, seen_signs_of_life))
      for no key update of device skip locked
    )
    update device set
      node_id = new_node_id, connection_id = new_connection_id, connection_boot_id = (machine->>'bootId')::uuid,
      connected_at = (machine->>'connectedAt')::timestamptz, connection_machine = machine,
      connection_registered = false, challenged_at = null
    from taker where device.sign_id = taker.device_sign_id
    returning device.connection_id
  `.execute(db);
  const taken = new Set(rows.map(({ connectionId }) => connectionId));
  return takings.map(({ connectionId }) => taken.has(connectionId));
}

/** Asks the node of the holder whether it lives. Null: it holds the device no more; else its signs of life until now. */
export async function challengeHolder(db: Db, { signId, connectionId }: HeldConnection, atMs: number) {
  const row = await db
    .updateTable('device')
    .set({ challengedAt: new Date(atMs) })
    .where('signId', '=', signId)
    .where('connectionId', '=', connectionId)
    .returning('signsOfLife')
    .executeTakeFirst();
  return row?.signsOfLife ?? null;
}

/** Answers everybody who has asked until now: the machine behind this connection lives. */
export async function proveLife(db: Db, { signId, connectionId }: HeldConnection): Promise<void> {
  await db
    .updateTable('device')
    .set((eb) => ({ challengedAt: null, signsOfLife: eb('signsOfLife', '+', 1) }))
    .where('signId', '=', signId)
    .where('connectionId', '=', connectionId)
    .execute();
}

/** Whether `findChallenged`, `findEvicted` and `findTakenElsewhere` would find any. */
export const hasChallenged = (nodeId: string) =>
  sql<boolean>`exists (select from device where node_id = ${nodeId} and challenged_at is not null)`;
export const hasEvicted = (nodeId: string) =>
  sql<boolean>`exists (select from device where node_id = ${nodeId} and evicted_connection_id = connection_id)`;
/** Of these devices (an array as Postgres writes it), or of all that were taken `since`. */
export const hasTakenElsewhere = (nodeId: string, since: RawBuilder<Date>, signIds: RawBuilder<string>) =>
  sql<boolean>`(
    exists (select from device where node_id <> ${nodeId} and connected_at > ${since})
    or exists (select from device where node_id <> ${nodeId} and sign_id = any(${signIds}::uuid[])))`;

/** Of all devices, or of one. */
export async function findChallenged(db: Db, nodeId: string, signId?: string): Promise<HeldConnection[]> {
  let query = db
    .selectFrom('device')
    .select(['signId', 'connectionId'])
    .where('nodeId', '=', nodeId)
    .where('challengedAt', 'is not', null);
  if (signId !== undefined) query = query.where('signId', '=', signId);
  const rows = await query.execute();
  return rows.map(({ signId, connectionId }) => ({ signId, connectionId: connectionId! }));
}

/** The connections to a node's devices that an admin's decision ends, of all or of one; `isRetired`: nobody gets the identity any more. */
export async function findEvicted(db: Db, nodeId: string, signId?: string) {
  let query = db
    .selectFrom('device')
    .select(['signId', 'connectionId', 'retiredAt'])
    .where('nodeId', '=', nodeId)
    .whereRef('evictedConnectionId', '=', 'connectionId');
  if (signId !== undefined) query = query.where('signId', '=', signId);
  const rows = await query.execute();
  return rows.map((row) => ({
    signId: row.signId,
    connectionId: row.connectionId!,
    isRetired: row.retiredAt !== null,
  }));
}

/** The device, locked for a decision about its machines or to note that one was turned away. */
export async function lockDevice(trx: Trx, signId: string): Promise<Selectable<DeviceTable> | null> {
  const query = trx.selectFrom('device').selectAll().where('signId', '=', signId).forNoKeyUpdate();
  return (await query.executeTakeFirst()) ?? null;
}

/** Writes down that an admin has decided: `evicts` the present connection, `retires` the identity. */
export async function writeVerdict(
  trx: Trx,
  signId: string,
  { evicts, retiresAtMs }: { evicts: boolean; retiresAtMs: number | null },
): Promise<void> {
  await trx
    .updateTable('device')
    .set((eb) => ({
      decisions: eb('decisions', '+', 1),
      ...(evicts && { evictedConnectionId: eb.ref('connectionId') }),
      ...(retiresAtMs !== null && { retiredAt: new Date(retiresAtMs) }),
    }))
    .where('signId', '=', signId)
    .execute();
}

/** Those of the devices that other nodes have by now. */
export async function findTakenElsewhere(db: Db, nodeId: string, signIds: readonly string[]) {
  const rows = await db
    .selectFrom('device')
    .select(['signId', 'connectionId'])
    .where('nodeId', '!=', nodeId)
    .where('signId', '=', sql<string>`any(${signIds}::uuid[])`)
    .execute();
  return rows.map(({ signId, connectionId }) => ({ signId, connectionId: connectionId! }));
}

/** Since when a device is registered with a node that lives, and from where (null: an older node has it, and does not say); null: it is not. */
export async function findRegisteredConnection(db: Db, signId: string, deadNodes: readonly string[]) {
  const row = await db
    .selectFrom('device')
    .innerJoin('node', 'node.id', 'device.nodeId')
    .select([...MACHINE_COLUMNS, 'node.id as nodeId'])
    .where('signId', '=', signId)
    .where('connectionRegistered', '=', true)
    .whereRef('connectionId', 'is distinct from', 'evictedConnectionId')
    .where('node.id', '<>', sql<string>`all(${deadNodes}::uuid[])`)
    .executeTakeFirst();
  if (!row) return null;
  const address = holderMachineOf(row)?.address || null;
  return { connectedSinceMs: row.connectedAt!.getTime(), nodeId: row.nodeId, address };
}

/** Of these devices the ones that are registered with a node that lives: one query. */
export async function findRegisteredDevices(db: Db, signIds: readonly string[], deadNodes: readonly string[]) {
  const rows = await db
    .selectFrom('device')
    .innerJoin('node', 'node.id', 'device.nodeId')
    .select('signId')
    .where('signId', '=', sql<string>`any(${signIds}::uuid[])`)
    .where('connectionRegistered', '=', true)
    .whereRef('connectionId', 'is distinct from', 'evictedConnectionId')
    .where('node.id', '<>', sql<string>`all(${deadNodes}::uuid[])`)
    .execute();
  return new Set(rows.map(({ signId }) => signId));
}

const FREE = {
  nodeId: null,
  connectionId: null,
  connectionBootId: null,
  connectedAt: null,
  connectionRegistered: false,
  challengedAt: null,
};

/** Gives devices back whose connections have ended, in one statement; those that another connection has taken stay with it. */
export async function releaseConnections(db: Db, ended: readonly HeldConnection[]): Promise<void> {
  const signIds = ended.map(({ signId }) => signId);
  const connectionIds = ended.map(({ connectionId }) => connectionId);
  await db
    .updateTable('device')
    .set(FREE)
    .from(
      sql<{ signId: string; connectionId: string }>`unnest(${signIds}::uuid[], ${connectionIds}::uuid[])`.as<'ended'>(
        sql`ended (ended_sign_id, ended_connection_id)`,
      ),
    )
    .whereRef('device.signId', '=', sql`ended_sign_id`)
    .whereRef('device.connectionId', '=', sql`ended_connection_id`)
    .execute();
}

/** Gives all devices of a node back. */
export async function releaseNode(db: Db, nodeId: string): Promise<void> {
  await db.updateTable('device').set(FREE).where('nodeId', '=', nodeId).execute();
}
