import { sql, type Insertable, type RawBuilder, type Updateable } from 'kysely';
import { updateShownContent } from './content/update-page-to-show.ts';
import { opens } from '../access/open-record-with-role.ts';
import type { Db, Trx } from '../db/database-types.ts';
import type { SignTable } from './tables.ts';
import { leaveOutages } from '../outages/record-outages.ts';
import { SENT_COLUMNS, type ClaimedSign } from './build-sign-config.ts';
import type { SignRow } from './sign-view.ts';

/** What a device brings into a record (promise C8: written by a claim or link, wiped by unregister, nothing else touched). */
interface DeviceFields {
  deviceSignId: string;
  macAddress: string;
  shortCode: string;
  appVersion: string;
  platform: string | null;
  screen: string | null;
}

export async function findSign(db: Db, id: string): Promise<SignRow | null> {
  return (await db.selectFrom('sign').selectAll().where('id', '=', id).executeTakeFirst()) ?? null;
}

/** Opens a sign record for a caller with a role (access/open-record-with-role.ts). */
export const openSign = opens(findSign);

/** Locks the record for the rest of the transaction; what belongs to it (a screenshot, a line of its log) may be written meanwhile. */
export async function lockSign(trx: Trx, id: string): Promise<SignRow | null> {
  return (await trx.selectFrom('sign').selectAll().where('id', '=', id).forNoKeyUpdate().executeTakeFirst()) ?? null;
}

/** The same for the record that has the device. */
export async function lockSignOfDevice(trx: Trx, deviceSignId: string): Promise<SignRow | null> {
  const query = trx.selectFrom('sign').selectAll().where('deviceSignId', '=', deviceSignId).forNoKeyUpdate();
  return (await query.executeTakeFirst()) ?? null;
}

/**
 * Locks a record that is to have a device, and whichever has it now, in the order of their identifiers: the unique index would wait for the other
 * one out of order, behind who changes both. Empty: neither is there.
 */
export async function lockSignForDevice(trx: Trx, id: string, deviceSignId: string): Promise<SignRow[]> {
  const query = trx.selectFrom('sign').selectAll();
  return await query
    .where((eb) => eb.or([eb('id', '=', id), eb('deviceSignId', '=', deviceSignId)]))
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();
}

/** Locks a record that will be removed: also against what belongs to it. */
export async function lockSignToRemove(trx: Trx, id: string): Promise<SignRow | null> {
  return (await trx.selectFrom('sign').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()) ?? null;
}

/** The records that are still there, locked in the order of their identifiers, in which everybody locks them. */
export async function lockSigns(trx: Trx, ids: readonly string[]): Promise<SignRow[]> {
  if (ids.length === 0) return [];
  return await trx
    .selectFrom('sign')
    .selectAll()
    .where('id', '=', sql<string>`any(${ids}::uuid[])`)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();
}

/** Locks the records that `fit`, or the first `most` of them, in the order of their identifiers: which they are. To be changed by a statement of its own (docs/locks.md). */
export async function lockSignsThat(trx: Trx, fit: RawBuilder<boolean>, most: number | null = null): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from sign where ${fit} order by id limit ${most}::integer for no key update`.execute(trx);
  return rows.map(({ id }) => id);
}

/** All records of an event, locked in the order of their identifiers. */
export async function lockSignsOfEvent(trx: Trx, eventId: string): Promise<SignRow[]> {
  const query = trx.selectFrom('sign').selectAll().where('eventId', '=', eventId);
  return await query.orderBy('id').forNoKeyUpdate().execute();
}

/** The records that devices belong to, by device, with their organizations' and events' names; none for an unclaimed device. */
export async function findSignsOfDevices(db: Db, deviceSignIds: readonly string[]): Promise<Map<string, ClaimedSign>> {
  const rows = await db
    .selectFrom('sign')
    .innerJoin('organization', 'organization.id', 'sign.organizationId')
    .innerJoin('event', 'event.id', 'sign.eventId')
    .select(SENT_COLUMNS.map((column) => `sign.${column}` as const))
    .select(['organization.name as organizationName', 'event.name as eventName', 'event.timeZone as eventTimeZone'])
    .where('sign.deviceSignId', '=', sql<string>`any(${deviceSignIds}::uuid[])`)
    .execute();
  const claimed = rows.map(({ organizationName, eventName, eventTimeZone, ...sign }): [string, ClaimedSign] => [
    sign.deviceSignId!,
    {
      sign,
      organization: { id: sign.organizationId, name: organizationName },
      event: { id: sign.eventId, name: eventName, timeZone: eventTimeZone },
    },
  ]);
  return new Map(claimed);
}

/** Whether there is a sign in any organization. */
export async function hasSigns(db: Db): Promise<boolean> {
  return (await db.selectFrom('sign').select('id').limit(1).executeTakeFirst()) !== undefined;
}

export async function isDeviceClaimed(db: Db, deviceSignId: string): Promise<boolean> {
  const row = await db.selectFrom('sign').select('id').where('deviceSignId', '=', deviceSignId).executeTakeFirst();
  return row !== undefined;
}

type ClaimedBy = { requestId: string; atMs: number };
type NewSign = Pick<SignRow, 'id' | 'organizationId' | 'eventId' | 'name' | 'location' | 'url' | 'contentId'>;

/** A device that has just answered is alive; the facts that it says of itself come with its next heartbeat. */
const ALIVE = { presence: 'online', contentState: null, mode: null, blank: null } as const;
/** Restarts, outages, verdicts and pictures are those of a device (begin-and-end-restarts.ts, update-sign-acknowledgement.ts, mark-unstable-signs.ts, write-screenshot-time.ts). */
const NOTHING_BEFORE = {
  restartingUntil: null,
  restartingBootId: null,
  restartingCommandId: null,
  acknowledged: null,
  unstableUntil: null,
  screenshotAt: null,
} as const;

/** A record with its device at once (Flow A). Fails on `sign_device_unique` when another record holds the device (C1). */
export async function insertClaimedSign(trx: Trx, sign: NewSign, device: DeviceFields, claim: ClaimedBy) {
  const at = new Date(claim.atMs);
  const times = { ...ALIVE, lastSeenAt: at, statusSince: at, createdAt: at, updatedAt: at };
  return await insertSettled(trx, { ...sign, ...device, claimRequestId: claim.requestId, ...times }, claim.atMs);
}

/**
 * A new record is in its event's schedules at once. The event is locked before: so whoever changes its schedules comes before the look at
 * them, or after the commit, and then sees the record.
 */
async function insertSettled(trx: Trx, sign: Insertable<SignTable>, atMs: number): Promise<SignRow> {
  await trx.selectFrom('event').select('id').where('id', '=', sign.eventId).forShare().execute();
  const { isScheduled, ...row } = await trx
    .insertInto('sign')
    .values(sign)
    .returningAll()
    .returning((eb) =>
      eb.exists(eb.selectFrom('schedule').select('id').where('eventId', '=', sign.eventId)).as('isScheduled'),
    )
    .executeTakeFirstOrThrow();
  // What was assigned is right now, as the new row says: a claim at a hundred a second notices three statements.
  if (!isScheduled) return row;
  await updateShownContent(trx, [row], atMs, { isCounted: true });
  return (await findSign(trx, row.id)) ?? row;
}

/** A record without a device, made in advance (Flow B). */
export async function insertUnlinkedSign(trx: Trx, sign: NewSign, atMs: number): Promise<SignRow> {
  const at = new Date(atMs);
  return await insertSettled(trx, { ...sign, statusSince: at, createdAt: at, updatedAt: at }, atMs);
}

/** Writes a device into an existing record (Flow B); name, location, content and history stay. Null if it has one already. */
export const linkDevice = (trx: Trx, id: string, device: DeviceFields, claim: ClaimedBy) =>
  writeDevice(trx, id, 'is', device, claim);

/** Writes a device into a record in the place of its present one, in one statement; all else stays. Null if it has none. */
export async function replaceDevice(trx: Trx, id: string, device: DeviceFields, claim: ClaimedBy) {
  const row = await writeDevice(trx, id, 'is not', device, claim);
  if (row) await leaveOutages(trx, id, claim.atMs);
  return row;
}

async function writeDevice(trx: Trx, id: string, present: 'is' | 'is not', device: DeviceFields, claim: ClaimedBy) {
  const at = new Date(claim.atMs);
  const row = await trx
    .updateTable('sign')
    .set({ ...device, claimRequestId: claim.requestId, claimConfirmedAt: null })
    .set({ ...ALIVE, ...NOTHING_BEFORE, lastSeenAt: at, statusSince: at, updatedAt: at })
    .set({ version: sql`version + 1`, configVersion: sql`config_version + 1` })
    .where('id', '=', id)
    .where('deviceSignId', present, null)
    .returningAll()
    .executeTakeFirst();
  return row ?? null;
}

/** Wipes the device fields and keeps the rest (promise C8; interface specification, section 3). */
export async function unlinkDevice(trx: Trx, id: string, atMs: number): Promise<SignRow> {
  const at = new Date(atMs);
  await leaveOutages(trx, id, atMs);
  return await trx
    .updateTable('sign')
    .set({ deviceSignId: null, macAddress: null, shortCode: null, appVersion: null, platform: null, screen: null })
    .set({ claimRequestId: null, claimConfirmedAt: null, lastSeenAt: null, statusSince: at, updatedAt: at })
    .set({ presence: null, contentState: null, mode: null, blank: null, ...NOTHING_BEFORE })
    .set({ version: sql`version + 1`, configVersion: sql`config_version + 1` })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/**
 * Writes `columns` and the next version into the record, if it still has `version`; else null (promise M4). One statement: of two with
 * one version the second finds it gone. Every such change is seen by the kiosk, so its configuration has a new version too.
 */
export async function updateSign(trx: Trx, id: string, version: number, columns: Updateable<SignTable>) {
  const row = await trx
    .updateTable('sign')
    .set(columns)
    .set({ version: sql`version + 1`, configVersion: sql`config_version + 1` })
    .where('id', '=', id)
    .where('version', '=', version)
    .returningAll()
    .executeTakeFirst();
  return row ?? null;
}

/** Another machine is the sign's device from now on, under the same identity: the record says whose address it has (contract, section 1). */
export async function changeMachine(trx: Trx, id: string, macAddress: string, atMs: number): Promise<void> {
  await trx
    .updateTable('sign')
    .set({ macAddress, updatedAt: new Date(atMs), version: sql`version + 1` })
    .where('id', '=', id)
    .where('macAddress', '!=', macAddress)
    .execute();
}

/** Removes the record; its history stays. */
export async function deleteSign(trx: Trx, id: string, atMs: number): Promise<void> {
  await leaveOutages(trx, id, atMs);
  await trx.deleteFrom('sign').where('id', '=', id).execute();
}

/**
 * The kiosk has stored the claim: `sign:claimed` need not be repeated. Only the device that holds the record by this very claim can say
 * so; false where it does not.
 */
export async function confirmClaim(
  db: Db,
  confirmation: { signRecordId: string; requestId: string; deviceSignId: string; atMs: number },
): Promise<boolean> {
  const row = await db
    .updateTable('sign')
    .set({ claimConfirmedAt: sql`coalesce(claim_confirmed_at, ${new Date(confirmation.atMs)})` })
    .where('id', '=', confirmation.signRecordId)
    .where('deviceSignId', '=', confirmation.deviceSignId)
    .where('claimRequestId', '=', confirmation.requestId)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}
