import type { Kysely } from 'kysely';
import type { Selectable } from 'kysely';
import type { DeviceInfo, KioskHandshake } from '@sign-display/contracts/kiosk-events';
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
 * device is reached through from now on. False: another connection has taken the device meanwhile.
 */
export async function recordRegistration(
  db: Kysely<Database>,
  { signId, connectionId, bootId, macAddress }: Record<'signId' | 'connectionId' | 'bootId' | 'macAddress', string>,
  info: DeviceInfo,
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
    })
    .where('signId', '=', signId)
    .where('connectionId', '=', connectionId)
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
