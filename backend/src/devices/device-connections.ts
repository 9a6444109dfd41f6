import { sql, type Kysely } from 'kysely';
import type { Database } from '../db/schema.ts';

/**
 * Which connection each device is reached through, for all nodes: the columns `node_id` to `signs_of_life` of its row. A connection takes
 * the device at its handshake and gives it back when it ends; who takes it from another says which one they saw there, so that of two that
 * come at once one is in.
 */

/** The connection that holds a device. `nodeSeenAtMs` null: its node is gone. */
export interface DeviceHolder {
  nodeId: string;
  connectionId: string;
  bootId: string;
  signsOfLife: number;
  nodeSeenAtMs: number | null;
}

export interface HeldConnection {
  signId: string;
  connectionId: string;
}

export async function findHolder(db: Kysely<Database>, signId: string): Promise<DeviceHolder | null> {
  const row = await db
    .selectFrom('device')
    .leftJoin('node', 'node.id', 'device.nodeId')
    .select(['nodeId', 'connectionId', 'connectionBootId', 'signsOfLife', 'node.seenAt'])
    .where('signId', '=', signId)
    .executeTakeFirst();
  if (!row || row.connectionId === null) return null;
  return {
    nodeId: row.nodeId!,
    connectionId: row.connectionId,
    bootId: row.connectionBootId!,
    signsOfLife: row.signsOfLife,
    nodeSeenAtMs: row.seenAt?.getTime() ?? null,
  };
}

/** Takes the device for a new connection, if nobody holds it or `holder` does and has not shown since that it lives. False: look again. */
export async function takeDevice(
  db: Kysely<Database>,
  taker: HeldConnection & { nodeId: string; bootId: string; atMs: number },
  holder: Pick<DeviceHolder, 'connectionId' | 'signsOfLife'> | null,
): Promise<boolean> {
  const { signId, nodeId, connectionId, bootId, atMs } = taker;
  const { numUpdatedRows } = await db
    .updateTable('device')
    .set({
      nodeId,
      connectionId,
      connectionBootId: bootId,
      connectedAt: new Date(atMs),
      connectionRegistered: false,
      challengedAt: null,
    })
    .where('signId', '=', signId)
    .where((eb) => {
      const free = eb('connectionId', 'is', null);
      if (!holder) return free;
      return free.or(eb('connectionId', '=', holder.connectionId).and(eb('signsOfLife', '=', holder.signsOfLife)));
    })
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

/** Asks the node of the holder whether it lives. Null: it holds the device no more; else its signs of life until now. */
export async function challengeHolder(
  db: Kysely<Database>,
  { signId, connectionId }: HeldConnection,
  atMs: number,
): Promise<number | null> {
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
export async function proveLife(db: Kysely<Database>, { signId, connectionId }: HeldConnection): Promise<void> {
  await db
    .updateTable('device')
    .set((eb) => ({ challengedAt: null, signsOfLife: eb('signsOfLife', '+', 1) }))
    .where('signId', '=', signId)
    .where('connectionId', '=', connectionId)
    .execute();
}

export async function findChallenged(
  db: Kysely<Database>,
  nodeId: string,
): Promise<(HeldConnection & { challengedAtMs: number })[]> {
  const rows = await db
    .selectFrom('device')
    .select(['signId', 'connectionId', 'challengedAt'])
    .where('nodeId', '=', nodeId)
    .where('challengedAt', 'is not', null)
    .execute();
  return rows.map((row) => ({
    signId: row.signId,
    connectionId: row.connectionId!,
    challengedAtMs: row.challengedAt!.getTime(),
  }));
}

/** The devices that other nodes have taken since. */
export async function findTakenElsewhere(
  db: Kysely<Database>,
  nodeId: string,
  sinceMs: number,
): Promise<HeldConnection[]> {
  const rows = await db
    .selectFrom('device')
    .select(['signId', 'connectionId'])
    .where('nodeId', '!=', nodeId)
    .where('connectedAt', '>', new Date(sinceMs))
    .execute();
  return rows.map(({ signId, connectionId }) => ({ signId, connectionId: connectionId! }));
}

/** Since when a device is registered with a node whose lease was renewed after `liveSinceMs`; null: it is not. */
export async function findRegisteredConnection(
  db: Kysely<Database>,
  signId: string,
  liveSinceMs: number,
): Promise<{ connectedSinceMs: number; nodeId: string } | null> {
  const row = await db
    .selectFrom('device')
    .innerJoin('node', 'node.id', 'device.nodeId')
    .select(['connectedAt', 'node.id as nodeId'])
    .where('signId', '=', signId)
    .where('connectionRegistered', '=', true)
    .where('node.seenAt', '>', new Date(liveSinceMs))
    .executeTakeFirst();
  return row ? { connectedSinceMs: row.connectedAt!.getTime(), nodeId: row.nodeId } : null;
}

/** Of these devices the ones that are registered with a node whose lease was renewed after `liveSinceMs`: one query. */
export async function findRegisteredDevices(
  db: Kysely<Database>,
  signIds: readonly string[],
  liveSinceMs: number,
): Promise<Set<string>> {
  const rows = await db
    .selectFrom('device')
    .innerJoin('node', 'node.id', 'device.nodeId')
    .select('signId')
    .where('signId', '=', sql<string>`any(${signIds}::uuid[])`)
    .where('connectionRegistered', '=', true)
    .where('node.seenAt', '>', new Date(liveSinceMs))
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
export async function releaseConnections(db: Kysely<Database>, ended: readonly HeldConnection[]): Promise<void> {
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
export async function releaseNode(db: Kysely<Database>, nodeId: string): Promise<void> {
  await db.updateTable('device').set(FREE).where('nodeId', '=', nodeId).execute();
}
