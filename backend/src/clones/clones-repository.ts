import { sql, type Selectable } from 'kysely';
import { firstUuidV7At } from '@sign-display/contracts/identifier-generation';
import type { CloneDecision, CloneMachine } from '@sign-display/contracts/rest/clones';
import type { CloneTable } from './tables.ts';
import type { Db, Trx } from '../db/database-types.ts';
import type { SignRow } from '../signs/sign-view.ts';
import type { Mark } from './machine-matching.ts';

export type CloneRow = Selectable<CloneTable>;

/** A machine that was turned away, and the one that was there. */
export interface Encounter {
  signId: string;
  first: CloneMachine;
  newcomer: CloneMachine;
}

/**
 * By which claim a device has its record. A row of another claim is over: its decision binds nobody, and only the record for which it was decided still
 * lists it (promise A1).
 */
type OfClaim = Pick<SignRow, 'id' | 'claimRequestId'> | null;

/** A condition on rows of `clone`: of this claim. */
const ofClaim = (sign: OfClaim) =>
  sql<boolean>`(clone.sign_record_id, clone.claim_request_id) is not distinct from (${sign?.id ?? null}::uuid, ${sign?.claimRequestId ?? null}::uuid)`;

/** One that came when the device was nobody's is for whoever claims it. */
const isUnclaimed = sql<boolean>`clone.sign_record_id is null`;

/** What dashboards are told of these clones, of those whose records are the organization's. */
export async function readCloneUpdates(db: Db, organizationId: string, ids: readonly string[]) {
  return await db
    .selectFrom('clone')
    .innerJoin('sign', 'sign.id', 'clone.signRecordId')
    .select(['sign.id as signId', 'clone.id as cloneId', 'clone.decision'])
    .where('clone.id', '=', sql<string>`any(${ids}::uuid[])`)
    .where('sign.organizationId', '=', organizationId)
    .execute();
}

/**
 * That a row is of this newcomer: by its boot or by its MAC address. Of machines with the first one's address each counts as another, unless it comes
 * from where the row's came from: that is the same one after a restart, as far as an alert is concerned.
 */
const ofNewcomer = ({ first, newcomer }: Encounter) => sql<boolean>`(
  clone.newcomer->>'bootId' = ${newcomer.bootId}
  or clone.newcomer->>'macAddress' = ${newcomer.macAddress}
    and (${newcomer.macAddress !== first.macAddress} or clone.newcomer->>'address' = ${newcomer.address}))`;

const machinesOf = ({ first, newcomer }: Encounter) => ({
  first: JSON.stringify(first),
  newcomer: JSON.stringify(newcomer),
});

/**
 * Counts the newcomer in the row that is open for it, under whichever claim the device has now. False: there is none. One statement, because
 * a copy comes once a minute for as long as nobody decides.
 */
export async function countAttempt(db: Db, encounter: Encounter, atMs: number): Promise<boolean> {
  const { signId, newcomer } = encounter;
  const { numUpdatedRows } = await db
    .updateTable('clone')
    .set({ ...machinesOf(encounter), lastSeenAt: new Date(atMs) })
    .set((eb) => ({ attempts: eb('attempts', '+', 1) }))
    .where('decision', 'is', null)
    .where('id', '=', (eb) =>
      eb
        .selectFrom('clone')
        .leftJoin('sign', 'sign.deviceSignId', 'clone.deviceSignId')
        .select('clone.id')
        .where('clone.deviceSignId', '=', signId)
        .where('clone.decision', 'is', null)
        .where(
          sql<boolean>`(clone.sign_record_id, clone.claim_request_id) is not distinct from (sign.id, sign.claim_request_id)`,
        )
        .where(ofNewcomer(encounter))
        .orderBy(sql`clone.newcomer->>'bootId' = ${newcomer.bootId}`, 'desc')
        .orderBy('clone.id')
        .limit(1),
    )
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

/** Gives a row from when the device was nobody's to the record that has it now; null: there is none of this newcomer. */
export async function adoptClone(trx: Trx, encounter: Encounter, sign: SignRow, atMs: number) {
  const row = await trx
    .updateTable('clone')
    .set({ ...machinesOf(encounter), lastSeenAt: new Date(atMs) })
    .set({ signRecordId: sign.id, claimRequestId: sign.claimRequestId })
    .set((eb) => ({ attempts: eb('attempts', '+', 1) }))
    .where('id', '=', (eb) =>
      eb
        .selectFrom('clone')
        .select('clone.id')
        .where('deviceSignId', '=', encounter.signId)
        .where('decision', 'is', null)
        .where(isUnclaimed)
        .where(ofNewcomer(encounter))
        .orderBy('clone.id')
        .limit(1),
    )
    .returningAll()
    .executeTakeFirst();
  return row ?? null;
}

/** Opens a row, unless the device has `mostOpen` already. Undecided rows of earlier claims go. */
export async function insertClone(
  trx: Trx,
  encounter: Encounter & { id: string },
  sign: SignRow | null,
  atMs: number,
  mostOpen: number,
): Promise<CloneRow | null> {
  const { id, signId } = encounter;
  await trx
    .deleteFrom('clone')
    .where('deviceSignId', '=', signId)
    .where('decision', 'is', null)
    .where((eb) => eb.not(eb.or([isUnclaimed, ofClaim(sign)])))
    .execute();
  const { open } = await trx
    .selectFrom('clone')
    .select((eb) => eb.fn.countAll<string>().as('open'))
    .where('deviceSignId', '=', signId)
    .where('decision', 'is', null)
    .executeTakeFirstOrThrow();
  if (Number(open) >= mostOpen) return null;
  const at = new Date(atMs);
  return await trx
    .insertInto('clone')
    .values({
      id,
      deviceSignId: signId,
      signRecordId: sign?.id ?? null,
      claimRequestId: sign?.claimRequestId ?? null,
      ...machinesOf(encounter),
      openedAt: at,
      lastSeenAt: at,
      attempts: 1,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** What a record's admins may see: what their own decided, and of its present claim or from when its device was nobody's what waits for them. */
const visibleTo = (sign: SignRow) =>
  sql<boolean>`(
    clone.decision is not null and clone.sign_record_id = ${sign.id}
    or clone.device_sign_id = ${sign.deviceSignId} and (${isUnclaimed} or ${ofClaim(sign)}))`;

/** Up to `limit` rows of a record, the newest first, from after `afterId`. Without a device the record has decided ones alone. */
export async function listClones(db: Db, sign: SignRow, afterId: string | null, limit: number): Promise<CloneRow[]> {
  let query = db.selectFrom('clone').selectAll().where(visibleTo(sign));
  if (afterId !== null) query = query.where('id', '<', afterId);
  return await query.orderBy('id', 'desc').limit(limit).execute();
}

/** Up to `limit` rows of an event's records, the newest first, from after `afterId`; of one state alone, where one is given. */
export async function listEventClones(
  db: Db,
  { eventId, state }: { eventId: string; state: 'open' | 'decided' | undefined },
  afterId: string | null,
  limit: number,
) {
  let query = db
    .selectFrom('clone')
    .innerJoin('sign', (join) =>
      join.on(sql<boolean>`(
        clone.decision is not null and sign.id = clone.sign_record_id
        or clone.decision is null and sign.device_sign_id = clone.device_sign_id and (${isUnclaimed}
          or (clone.sign_record_id, clone.claim_request_id) is not distinct from (sign.id, sign.claim_request_id)))`),
    )
    .selectAll('clone')
    .select(['sign.id as signId', 'sign.name as signName'])
    .where('sign.eventId', '=', eventId);
  if (state !== undefined) query = query.where('decision', state === 'open' ? 'is' : 'is not', null);
  if (afterId !== null) query = query.where('clone.id', '<', afterId);
  return await query.orderBy('clone.id', 'desc').limit(limit).execute();
}

/** The row of this identifier, decided or not, and all that are open for the record: in the order of their identifiers, locked. */
export async function lockClones(trx: Trx, sign: SignRow, id: string): Promise<CloneRow[]> {
  return await trx
    .selectFrom('clone')
    .selectAll()
    .where((eb) => eb.or([eb('decision', 'is', null), eb('id', '=', id)]))
    .where(visibleTo(sign))
    .orderBy('id')
    .forUpdate()
    .execute();
}

/** Whether the record has the device by the claim under which the row was decided. */
export const isOfPresentClaim = ({ signRecordId, claimRequestId, deviceSignId }: CloneRow, sign: SignRow): boolean =>
  signRecordId === sign.id && claimRequestId === sign.claimRequestId && deviceSignId === sign.deviceSignId;

/** Writes a decision, and whom it keeps out; a row from when the device was nobody's is the record's from now on. */
export async function writeDecision(
  trx: Trx,
  sign: SignRow,
  id: string,
  made: { decision: CloneDecision; refused: Mark | null; by: { id: string; name: string }; atMs: number },
): Promise<CloneRow> {
  const { decision, refused, by, atMs } = made;
  return await trx
    .updateTable('clone')
    .set({ decision, decidedAt: new Date(atMs), decidedById: by.id, decidedByName: by.name })
    .set({ refusedMacAddress: refused?.macAddress ?? null, refusedBootId: refused?.bootId ?? null })
    .set({ signRecordId: sign.id, claimRequestId: sign.claimRequestId })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/**
 * Removes machines that came no more since `beforeMs`: those that nobody has decided about, and decisions of claims that are over. What binds
 * somebody stays.
 */
export async function pruneClones(db: Db, beforeMs: number): Promise<void> {
  const before = new Date(beforeMs);
  await sql`
    delete from clone
    where id < ${firstUuidV7At(beforeMs)} and last_seen_at < ${before} and (
      decision is null
      or decided_at < ${before} and not exists (
        select from sign
        where sign.id = clone.sign_record_id and sign.device_sign_id = clone.device_sign_id
          and sign.claim_request_id is not distinct from clone.claim_request_id
      )
    )`.execute(db);
}
