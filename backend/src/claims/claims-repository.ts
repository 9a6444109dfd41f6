import { sql, type Insertable, type RawBuilder, type Selectable, type Updateable } from 'kysely';
import type { LoadFailureReason, RestErrorCode } from '@sign-display/contracts/error-codes';
import type { ClaimTable } from './tables.ts';
import type { Db, Trx } from '../db/database-types.ts';
import { insertsHistory } from '../history/history-repository.ts';
import type { DeviceFacts, HistoryTable } from '../history/tables.ts';
import type { ClaimState } from './claim-machine.ts';
import { hasFailedLately } from './failed-claim-delay.ts';

export type ClaimRow = Selectable<ClaimTable>;

/** In the text itself: a plan that is kept for any value knows of no index of one state. */
const AWAITING = sql.lit('awaiting_ack' as const);
const PENDING = sql.lit('pending' as const);

/** The machine's state of a stored claim. */
export function claimState(row: ClaimRow): ClaimState {
  const expiresAtMs = row.expiresAt.getTime();
  switch (row.state) {
    case 'pending':
      return { name: 'pending', expiresAtMs };
    case 'awaiting_ack':
      return {
        name: 'awaiting_ack',
        deviceSignId: row.deviceSignId,
        claimToken: row.claimToken!,
        deadlineAtMs: row.deadlineAt!.getTime(),
        expiresAtMs,
      };
    case 'failed':
      return {
        name: 'failed',
        failure: {
          code: row.outcome as RestErrorCode,
          reason: row.reason as LoadFailureReason | null,
          detail: row.detail,
        },
        expiresAtMs,
      };
    case 'committed':
    case 'cancelled':
      return { name: row.state };
  }
}

type StateColumns = Pick<ClaimRow, 'state'> &
  Partial<
    Pick<
      ClaimRow,
      'claimToken' | 'deadlineAt' | 'settledAt' | 'outcome' | 'reason' | 'detail' | 'loadMs' | 'httpStatus'
    >
  >;

/** The columns that `state` stands in; the rest of the row is the attempt's own and does not change with it. */
export function claimColumns(state: ClaimState, nowMs: number): StateColumns {
  switch (state.name) {
    case 'awaiting_ack': {
      const { name, claimToken, deadlineAtMs } = state;
      const deadlineAt = new Date(deadlineAtMs);
      return {
        state: name,
        claimToken,
        deadlineAt,
        settledAt: null,
        outcome: null,
        reason: null,
        detail: null,
        loadMs: null,
        httpStatus: null,
      };
    }
    case 'failed': {
      const { code, reason, detail } = state.failure;
      return { state: 'failed', settledAt: new Date(nowMs), outcome: code, reason, detail };
    }
    case 'committed':
      return { state: 'committed', settledAt: new Date(nowMs), outcome: 'committed', reason: null, detail: null };
    case 'pending':
    case 'cancelled':
      return { state: state.name };
  }
}

export async function findClaim(db: Db, id: string): Promise<ClaimRow | null> {
  return (await db.selectFrom('claim').selectAll().where('id', '=', id).executeTakeFirst()) ?? null;
}

export async function findClaimByRequestId(db: Db, requestId: string): Promise<ClaimRow | null> {
  return (await db.selectFrom('claim').selectAll().where('requestId', '=', requestId).executeTakeFirst()) ?? null;
}

/** Whether anybody holds a pendingSign of this device that has not run out at `nowMs` (wall clock, milliseconds). */
export async function hasLivingPending(db: Db, deviceSignId: string, nowMs: number): Promise<boolean> {
  const query = db
    .selectFrom('claim')
    .select('id')
    .where('deviceSignId', '=', deviceSignId)
    .where('state', '=', PENDING)
    .where('expiresAt', '>', new Date(nowMs));
  return (await query.limit(1).executeTakeFirst()) !== undefined;
}

/** The latest pendingSign of this device that has not run out at `nowMs` (wall clock, milliseconds). */
export async function findLatestPending(db: Db, deviceSignId: string, nowMs: number): Promise<ClaimRow | null> {
  const query = db
    .selectFrom('claim')
    .selectAll()
    .where('deviceSignId', '=', deviceSignId)
    .where('state', '=', PENDING)
    .where('expiresAt', '>', new Date(nowMs));
  return (await query.orderBy('createdAt', 'desc').limit(1).executeTakeFirst()) ?? null;
}

/**
 * Until the transaction is over no other one that needs several claims of this device goes on: an attempt and the pendingSigns beside it are
 * found one after the other, and which of them is under way changes meanwhile. To be taken before any row.
 */
export async function lockClaimsOfDevice(trx: Trx, deviceSignId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`claims:${deviceSignId}`}, 0))`.execute(trx);
}

export type LockedClaim = NonNullable<Awaited<ReturnType<typeof lockClaim>>>;

/**
 * A claim with all that it takes to settle it: whoever does need not be the node that was asked. The operator is told of as they are called now, null
 * where they are gone; the device as its kiosk says, without a MAC address there is none. `pendingBesideId`: the pendingSign that stands beside the
 * attempt.
 */
const lockClaims = (trx: Trx) =>
  trx
    .selectFrom('claim')
    .leftJoin('user', 'user.id', 'claim.operatorId')
    .selectAll('claim')
    .leftJoin('device', 'device.signId', 'claim.deviceSignId')
    .select(['user.name as operatorName', 'user.email as operatorEmail'])
    .select(['device.macAddress', 'device.appVersion', 'device.platform', 'device.screen', 'device.retiredAt'])
    .select((eb) =>
      eb
        .selectFrom('claim as beside')
        .select('beside.id')
        .whereRef('beside.signRecordId', '=', 'claim.signRecordId')
        .where('beside.state', '=', PENDING)
        .whereRef('beside.id', '<>', 'claim.id')
        .as('pendingBesideId'),
    )
    .forUpdate('claim');

/** Locks the row for the rest of the transaction: two that decide about one claim do so one after the other. */
export async function lockClaim(trx: Trx, id: string) {
  return (await lockClaims(trx).where('claim.id', '=', id).executeTakeFirst()) ?? null;
}

export async function lockClaimByRequestId(trx: Trx, requestId: string) {
  return (await lockClaims(trx).where('claim.requestId', '=', requestId).executeTakeFirst()) ?? null;
}

/** What a new attempt meets: in one statement, because nearly always it is nothing. */
export interface InTheWay {
  /** The requestId has been used. */
  isRequestKnown: boolean;
  /** The attempt of the device that waits for its acknowledgement: at most one (`claim_one_attempt_per_device`). */
  awaitingId: string | null;
  /** A record has the device. */
  isDeviceClaimed: boolean;
  /** An attempt has failed that had the device (`failed-claim-delay.ts`). */
  hasFailedLately: boolean;
}

/** To be asked in the device's turn: until its end no attempt of the device begins, and none is committed. */
export async function findInTheWay(trx: Trx, requestId: string, deviceSignId: string, nowMs: number) {
  const { rows } = await sql<InTheWay>`
    select
      exists (select from claim where request_id = ${requestId}) as "isRequestKnown",
      (select id from claim where device_sign_id = ${deviceSignId} and state = 'awaiting_ack') as "awaitingId",
      exists (select from sign where device_sign_id = ${deviceSignId}) as "isDeviceClaimed",
      ${hasFailedLately(deviceSignId, nowMs)} as "hasFailedLately"
  `.execute(trx);
  return rows[0]!;
}

/** The attempts of devices that wait for their acknowledgements, by device. */
export async function findAwaitingClaims(db: Db, deviceSignIds: readonly string[]): Promise<Map<string, ClaimRow>> {
  const rows = await db
    .selectFrom('claim')
    .selectAll()
    .where('deviceSignId', '=', sql<string>`any(${deviceSignIds}::uuid[])`)
    .where('state', '=', AWAITING)
    .execute();
  return new Map(rows.map((row) => [row.deviceSignId, row]));
}

/** The attempts whose devices are registered with `nodeId`, and which still wait for an answer at `nowMs`. */
export async function findAwaitingClaimsOfNode(db: Db, nodeId: string, nowMs: number): Promise<ClaimRow[]> {
  return await db
    .selectFrom('claim')
    .innerJoin('device', 'device.signId', 'claim.deviceSignId')
    .selectAll('claim')
    .where('claim.state', '=', AWAITING)
    .where('claim.deadlineAt', '>', new Date(nowMs))
    .where('device.nodeId', '=', nodeId)
    .where('device.connectionRegistered', '=', true)
    .execute();
}

/** Whether `findAwaitingClaimsOfNode` and `findOverdueClaims` would find any. */
export const hasAwaitingClaims = (nodeId: string, now: RawBuilder<Date>) => sql<boolean>`exists (
  select from claim join device on device.sign_id = claim.device_sign_id
  where claim.state = 'awaiting_ack' and claim.deadline_at > ${now}
    and device.node_id = ${nodeId} and device.connection_registered)`;
export const hasOverdueClaims = (now: RawBuilder<Date>) =>
  sql<boolean>`exists (select from claim where state = 'awaiting_ack' and deadline_at <= ${now})`;

/** Those of `requestIds` that do not wait for an answer any more: one query. */
export async function findSettledRequests(db: Db, requestIds: readonly string[]): Promise<string[]> {
  const rows = await db
    .selectFrom('claim')
    .select('requestId')
    .where('requestId', '=', sql<string>`any(${requestIds}::uuid[])`)
    .where('state', '!=', 'awaiting_ack')
    .execute();
  return rows.map(({ requestId }) => requestId!);
}

export async function insertClaim(db: Db, row: Insertable<ClaimTable>): Promise<ClaimRow> {
  return await db.insertInto('claim').values(row).returningAll().executeTakeFirstOrThrow();
}

export async function updateClaim(trx: Trx, id: string, columns: Updateable<ClaimTable>): Promise<ClaimRow> {
  return await trx.updateTable('claim').set(columns).where('id', '=', id).returningAll().executeTakeFirstOrThrow();
}

/** The facts of a device (`DeviceFacts`) for a statement that opens an attempt. */
export const deviceFacts = (deviceSignId: string) => sql<string>`(
  select jsonb_build_object('macAddress', mac_address, 'appVersion', app_version, 'platform', platform, 'screen', screen, 'address',
    case when connection_boot_id is null or connection_machine->>'bootId' = connection_boot_id::text
      then nullif(connection_machine->>'address', '') end)
  from device where sign_id = ${deviceSignId})`;

/** The facts of one device, as they are now; null: it is not known. */
export async function readDeviceFacts(db: Db, deviceSignId: string): Promise<DeviceFacts | null> {
  const { rows } = await sql<{ facts: DeviceFacts | null }>`select ${deviceFacts(deviceSignId)} as facts`.execute(db);
  return rows[0]?.facts ?? null;
}

/** Counts a repeated request, if its attempt is still the newest one of the request. */
export async function countReplay(db: Db, claimId: string, attemptId: string): Promise<void> {
  await db
    .updateTable('claim')
    .set((eb) => ({ replays: eb('replays', '+', 1) }))
    .where('id', '=', claimId)
    .where('attemptId', '=', attemptId)
    .execute();
}

/** Writes an outcome with what the history tells of it. */
export async function settleClaim(
  trx: Trx,
  id: string,
  columns: Updateable<ClaimTable>,
  told: Insertable<HistoryTable>,
): Promise<ClaimRow> {
  return await trx
    .with('told', insertsHistory(told))
    .updateTable('claim')
    .set(columns)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Cancels the pendingSign that stands beside a committed attempt of it: its record exists now. */
export async function cancelPending(trx: Trx, id: string): Promise<void> {
  await trx
    .updateTable('claim')
    .set({ state: 'cancelled' })
    .where('id', '=', id)
    .where('state', '=', PENDING)
    .execute();
}

/** Where a page of overdue attempts ended. */
export interface OverduePosition {
  deadlineAt: Date;
  id: string;
}

/** Attempts whose deadline has passed at `nowMs` without an outcome (a crashed node's, or a lost timer's), after `after`, the oldest first. */
export async function findOverdueClaims(db: Db, nowMs: number, after: OverduePosition | null, limit: number) {
  const { rows } = await sql<OverduePosition & { requestId: string }>`
    select request_id as "requestId", deadline_at as "deadlineAt", id from claim
    where state = ${AWAITING} and deadline_at <= ${new Date(nowMs)} and request_id is not null
      ${after ? sql`and (deadline_at, id) > (${after.deadlineAt}, ${after.id}::uuid)` : sql``}
    order by deadline_at, id limit ${limit}`.execute(db);
  return rows;
}

/** For so long an operator who comes back is told that the claim ran out, and not that there never was one. */
const REMEMBER_EXPIRED_MS = 24 * 3_600_000;

/** Clears pendingSigns that nobody submitted in their time-to-live: they were never an attempt, so nothing remains of them. */
export async function deleteExpiredPendings(db: Db, nowMs: number): Promise<void> {
  await db
    .deleteFrom('claim')
    .where('state', 'in', ['pending', 'cancelled'])
    .where('requestId', 'is', null)
    .where('expiresAt', '<=', new Date(nowMs - REMEMBER_EXPIRED_MS))
    .execute();
}
