import { sql, type Kysely, type Selectable, type Transaction } from 'kysely';
import type { KioskHandshake, KioskMessage } from '@sign-display/contracts/kiosk-events';
import type { Database, DeviceTable } from '../db/schema.ts';

export type DeviceRow = Selectable<DeviceTable>;

/** What a signId is bound to; null while it is bound to nothing. */
export async function findSecretHash(db: Kysely<Database>, signId: string): Promise<string | null> {
  const row = await db.selectFrom('device').select('secretHash').where('signId', '=', signId).executeTakeFirst();
  return row?.secretHash ?? null;
}

/**
 * Binds a signId to its secret at the first connection (contract, section 1). False: another
 * secret is bound, and stays bound. Whoever inserts first binds, also of two at once; nothing else is written, because whoever
 * has the secret may still be a copy that is turned away.
 */
export async function bindDevice(
  db: Kysely<Database>,
  device: KioskHandshake & { secretHash: string; shortCode: string; atMs: number },
): Promise<boolean> {
  const { signId, secretHash, shortCode, macAddress, bootId, appVersion } = device;
  await db
    .insertInto('device')
    .values({ signId, secretHash, shortCode, macAddress, bootId, appVersion, firstSeenAt: new Date(device.atMs) })
    .onConflict((conflict) => conflict.column('signId').doNothing())
    .execute();
  return (await findSecretHash(db, signId)) === secretHash;
}

/**
 * Keeps which machine registered, as its handshake said, and what it tells of itself at `sign:register`; its connection is the one that the
 * device is reached through from now on. A kiosk that knows of no record need not hear why it lost one. False: another connection has taken
 * the device meanwhile.
 */
export async function recordRegistration(
  db: Kysely<Database>,
  { signId, connectionId, bootId, macAddress }: Record<'signId' | 'connectionId' | 'bootId' | 'macAddress', string>,
  { device: info, state }: Pick<KioskMessage<'sign:register'>, 'device' | 'state'>,
  atMs: number,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('device')
    .set({
      bootId,
      macAddress,
      appVersion: info.appVersion,
      platform: info.platform,
      screen: JSON.stringify(info.screen),
      registeredAt: new Date(atMs),
      connectionRegistered: true,
      ...(state === 'unclaimed' && { releasedAs: null, releaseReason: null, releasedAt: null }),
    })
    .where('signId', '=', signId)
    .where('connectionId', '=', connectionId)
    .whereRef('connectionId', 'is distinct from', 'evictedConnectionId')
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

export async function findDevice(db: Kysely<Database>, signId: string): Promise<DeviceRow | null> {
  return (await db.selectFrom('device').selectAll().where('signId', '=', signId).executeTakeFirst()) ?? null;
}

/** The devices that show `shortCode` and belong to no record. Two devices can share the 30 bits of a code. */
export async function findUnclaimedDevicesByShortCode(db: Kysely<Database>, shortCode: string): Promise<DeviceRow[]> {
  return await db
    .selectFrom('device')
    .selectAll('device')
    .where('device.shortCode', '=', shortCode)
    .where((eb) =>
      eb.not(eb.exists(eb.selectFrom('sign').select('sign.id').whereRef('sign.deviceSignId', '=', 'device.signId'))),
    )
    .limit(100)
    .execute();
}

/** Why a device lost its record: the message that its kiosk hears, `sign:unregistered` or `sign:deleted`, and the words. */
export interface Release {
  as: 'unregistered' | 'deleted';
  reason: string;
  atMs: number;
}

/** Keeps why a device has just lost its record, in the transaction of that: a kiosk that is away is told when it is back (promise C7). */
export async function keepRelease(trx: Transaction<Database>, signId: string, release: Release): Promise<void> {
  const { as, reason, atMs } = release;
  await trx
    .updateTable('device')
    .set({ releasedAs: as, releaseReason: reason, releasedAt: new Date(atMs) })
    .where('signId', '=', signId)
    .execute();
}

/** Why these devices lost their last records, by device; none for one that has said since that it knows of no record. */
export async function findReleases(db: Kysely<Database>, signIds: readonly string[]): Promise<Map<string, Release>> {
  const rows = await db
    .selectFrom('device')
    .select(['signId', 'releasedAs', 'releaseReason', 'releasedAt'])
    .where('signId', '=', sql<string>`any(${signIds}::uuid[])`)
    .where('releasedAs', 'is not', null)
    .execute();
  return new Map(
    rows.map(({ signId, releasedAs, releaseReason, releasedAt }) => [
      signId,
      { as: releasedAs!, reason: releaseReason!, atMs: releasedAt!.getTime() },
    ]),
  );
}
