import { sql, type Selectable } from 'kysely';
import type { KioskHandshake, KioskMessage } from '@sign-display/contracts/kiosk-events';
import type { Db, Trx } from '../db/database-types.ts';
import type { DeviceTable } from './tables.ts';

export type DeviceRow = Selectable<DeviceTable>;

/** What signIds are bound to, by signId; none for one that is bound to nothing. */
export async function findSecretHashes(db: Db, signIds: readonly string[]): Promise<Map<string, string>> {
  const rows = await db
    .selectFrom('device')
    .select(['signId', 'secretHash'])
    .where('signId', '=', sql<string>`any(${signIds}::uuid[])`)
    .execute();
  return new Map(rows.map(({ signId, secretHash }) => [signId, secretHash]));
}

export type NewDevice = KioskHandshake & { secretHash: string; shortCode: string; atMs: number };

/**
 * Binds signIds to their secrets at the first connection (contract, section 1). False: another
 * secret is bound, and stays bound. Whoever inserts first binds, also of two at once; nothing else is written, because whoever
 * has the secret may still be a copy that is turned away.
 */
export async function bindDevices(db: Db, devices: readonly NewDevice[]): Promise<boolean[]> {
  const rows = devices.map(({ signId, secretHash, shortCode, macAddress, bootId, appVersion, atMs }) => {
    return { signId, secretHash, shortCode, macAddress, bootId, appVersion, firstSeenAt: new Date(atMs) };
  });
  await db
    .insertInto('device')
    // In one order: of two statements with the same new devices one waits for the other, and never both.
    .values(rows.toSorted((one, other) => (one.signId < other.signId ? -1 : 1)))
    .onConflict((conflict) => conflict.column('signId').doNothing())
    .execute();
  const bound = await findSecretHashes(
    db,
    devices.map(({ signId }) => signId),
  );
  return devices.map(({ signId, secretHash }) => bound.get(signId) === secretHash);
}

/** What is known of a device when it registers. */
export interface Registered {
  /** It belongs to a record. */
  isClaimed: boolean;
}

export interface Registration {
  /** What its handshake said. */
  connection: Record<'signId' | 'connectionId' | 'bootId' | 'macAddress', string>;
  message: Pick<KioskMessage<'sign:register'>, 'device' | 'state'>;
  atMs: number;
}

/**
 * Keeps which machine registered, as its handshake said, and what it tells of itself at `sign:register`; its connection is the one that the
 * device is reached through from now on. A kiosk that knows of no record need not hear why it lost one. False: another connection has taken
 * the device meanwhile.
 */
export async function recordRegistration(
  db: Db,
  { connection, message, atMs }: Registration,
): Promise<Registered | false> {
  const { signId, connectionId, bootId, macAddress } = connection;
  const { device, state } = message;
  const { appVersion, platform, screen } = device;
  const recorded = await db
    .updateTable('device')
    .set({ bootId, macAddress, appVersion, platform, screen: JSON.stringify(screen) })
    .set({ registeredAt: new Date(atMs), connectionRegistered: true })
    .$if(state === 'unclaimed', (query) => query.set({ releasedAs: null, releaseReason: null, releasedAt: null }))
    .where('signId', '=', signId)
    .where('connectionId', '=', connectionId)
    .whereRef('connectionId', 'is distinct from', 'evictedConnectionId')
    .returning(({ exists, selectFrom }) =>
      exists(selectFrom('sign').select('sign.id').whereRef('sign.deviceSignId', '=', 'device.signId')).as('isClaimed'),
    )
    .executeTakeFirst();
  return recorded ? { isClaimed: Boolean(recorded.isClaimed) } : false;
}

/**
 * The same for many, in one statement; false also for a device whose row another has locked: whoever has rows of many devices locked must not wait
 * for one.
 */
export async function recordRegistrations(
  db: Db,
  registrations: readonly Registration[],
): Promise<(Registered | false)[]> {
  const of = <Value>(read: (one: Registration) => Value) => registrations.map(read);
  const { rows } = await sql<{ connectionId: string; isClaimed: boolean }>`
    with told as materialized (
      select told.* from unnest(
        ${of(({ connection }) => connection.signId)}::uuid[], ${of(({ connection }) => connection.connectionId)}::uuid[],
        ${of(({ connection }) => connection.bootId)}::uuid[], ${of(({ connection }) => connection.macAddress)}::text[],
        ${of(({ message }) => message.device.appVersion)}::text[], ${of(({ message }) => message.device.platform)}::text[],
        ${of(({ message }) => JSON.stringify(message.device.screen))}::jsonb[], ${of(({ atMs }) => new Date(atMs))}::timestamptz[],
        ${of(({ message }) => message.state === 'unclaimed')}::boolean[]
      ) as told (device_sign_id, told_connection_id, told_boot_id, told_mac_address, told_app_version, told_platform, told_screen, told_at,
        knows_of_none)
      join device on device.sign_id = told.device_sign_id and device.connection_id = told.told_connection_id
      where device.connection_id is distinct from device.evicted_connection_id
      for no key update of device skip locked
    )
    update device set
      boot_id = told_boot_id, mac_address = told_mac_address, app_version = told_app_version, platform = told_platform, screen = told_screen,
      registered_at = told_at, connection_registered = true,
      released_as = case when knows_of_none then null else released_as end,
      release_reason = case when knows_of_none then null else release_reason end,
      released_at = case when knows_of_none then null else released_at end
    from told where device.sign_id = told.device_sign_id
    returning device.connection_id, exists (select from sign where sign.device_sign_id = device.sign_id) as is_claimed
  `.execute(db);
  const recorded = new Map(rows.map(({ connectionId, isClaimed }) => [connectionId, { isClaimed }]));
  return registrations.map(({ connection }) => recorded.get(connection.connectionId) ?? false);
}

export async function findDevice(db: Db, signId: string): Promise<DeviceRow | null> {
  return (await db.selectFrom('device').selectAll().where('signId', '=', signId).executeTakeFirst()) ?? null;
}

/** The devices that show `shortCode` and belong to no record. Two devices can share the 30 bits of a code. */
export async function findUnclaimedDevicesByShortCode(db: Db, shortCode: string): Promise<DeviceRow[]> {
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
export async function storeRelease(trx: Trx, signId: string, release: Release): Promise<void> {
  const { as, reason, atMs } = release;
  await trx
    .updateTable('device')
    .set({ releasedAs: as, releaseReason: reason, releasedAt: new Date(atMs) })
    .where('signId', '=', signId)
    .execute();
}

/** Why these devices lost their last records, by device; none for one that has said since that it knows of no record. */
export async function findReleases(db: Db, signIds: readonly string[]): Promise<Map<string, Release>> {
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
