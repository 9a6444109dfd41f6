import { admitToQuota, type Quotas } from '../access/check-quotas.ts';
import type { LinkResult } from '@sign-display/contracts/kiosk-events';
import type { RestErrorCode } from '@sign-display/contracts/error-codes';
import { makeUuidV7 } from '@sign-display/contracts/identifier-generation';
import { recordAudits } from '../audit/audit-log.ts';
import type { SignedInAuthor } from '../http/change-author-types.ts';
import { isUniqueViolation } from '../db/open-database.ts';
import type { Db, Trx } from '../db/database-types.ts';
import { lockSignForDevice } from '../signs/signs-repository.ts';
import { decideClaim, type ClaimFailure, type ClaimRefusal, type ClaimState } from './claim-machine.ts';
import { blockingCode, createSettling, type AuditList, type Settled, type SettlingDeps } from './claim-settlement.ts';
import type { ClaimPlace } from './resolve-claim-request.ts';
import { failedClaimDelayMs, readTriedSoFar } from './failed-claim-delay.ts';
import {
  claimColumns,
  claimState,
  deviceFacts,
  findAwaitingClaims,
  findInTheWay,
  insertClaim,
  lockClaim,
  lockClaimByRequestId,
  lockClaimsOfDevice,
  updateClaim,
  type ClaimRow,
  type InTheWay,
  type LockedClaim,
} from './claims-repository.ts';

/**
 * The transactions of an attempt: each locks the claim's row, asks the machine, and writes the new state, the sign record and the
 * history together or not at all (promises C1–C4, C10). Locks are taken on claims first, then on the sign, last on the audit log: two that
 * did it the other way round would wait for each other.
 */

interface AttemptRequest {
  kind: ClaimRow['kind'];
  requestId: string;
  bodyHash: string;
  author: SignedInAuthor;
  pendingId: string | null;
  device: { signId: string; shortCode: string; connected: boolean };
  target: ClaimPlace;
  /** Why a device is replaced. */
  note: string | null;
  handshake: 'acknowledged' | 'legacy';
  claimToken: string;
  deadlineAtMs: number;
  expiresAtMs: number;
}

/** An attempt as its transaction opens it, with what that has written on the way. */
interface Opening {
  trx: Trx;
  list: AuditList;
  request: AttemptRequest;
  released: ClaimRow[];
}

/** `released`: the device's overdue attempts that this one ended on its way, to be announced. */
type Opened = OpenedAs & { released: ClaimRow[] };

type OpenedAs =
  | { type: 'awaiting'; claim: ClaimRow }
  | ({ type: 'committed' } & Settled)
  /** The requestId has an outcome, or is under way: read it instead. */
  | { type: 'known' }
  /** `isAudited`: the refusal is an attempt of its own, `attempt`, and is in the history and the audit log. */
  | ({ type: 'refused'; isAudited: boolean; attempt?: ClaimRow } & Obstacle);

/** Why an attempt cannot be made; `retryAfterMs` where the operator is held back (`failed-claim-delay.ts`). */
interface Obstacle {
  code: RestErrorCode;
  retryAfterMs?: number;
}

/** Why an acknowledgement settles nothing: the machine's refusal, or there is no such request. */
export type AckRefusal = ClaimRefusal | 'unknown';

interface AttemptsDeps extends SettlingDeps {
  quotas: Quotas;
  db: Db;
}

/** Whether `claim` was made by this very request: the same body from the same operator (contract, section 2). */
export const isSameRequest = (claim: ClaimRow, request: { bodyHash: string; author: SignedInAuthor }): boolean =>
  claim.bodyHash === request.bodyHash && claim.operatorId === request.author.person.id;

const plainFailure = (code: RestErrorCode): ClaimFailure => ({ code, reason: null, detail: null });

export function createAttempts(deps: AttemptsDeps) {
  const { db, clock, random } = deps;
  const { settle, commit } = createSettling(deps);

  /** One transaction, whose last step is the audit log. */
  const transact = <Result>(work: (trx: Trx, list: AuditList) => Promise<Result>): Promise<Result> =>
    db.transaction().execute(async (trx) => {
      const list: AuditList = [];
      const result = await work(trx, list);
      await recordAudits(trx, list, clock.now());
      return result;
    });

  /**
   * The device's attempt under way. One whose deadline has passed is ended and put on `released`, so that a crashed node's claim does
   * not hold the device (promise C6).
   */
  async function lockAwaiting(opening: Opening, { awaitingId }: InTheWay, nowMs: number): Promise<ClaimRow | null> {
    const { trx, list, released } = opening;
    if (awaitingId === null) return null;
    const locked = await lockClaim(trx, awaitingId);
    if (!locked || locked.state !== 'awaiting_ack') return null;
    const decision = decideClaim(claimState(locked), { type: 'time_passed' }, nowMs);
    if (!decision.ok) return locked;
    released.push(await settle(trx, list, locked, decision.state, nowMs));
    return null;
  }

  /** Why the attempt cannot even be made; null if it can. In the contract's order of refusals (section 2). */
  async function obstacle(
    opening: Opening,
    own: ClaimRow | null,
    seen: InTheWay,
    nowMs: number,
  ): Promise<Obstacle | null> {
    const { trx, request, released } = opening;
    const other = await lockAwaiting(opening, seen, nowMs);
    const { signRecordId } = request.target;
    let isDeviceClaimed = seen.isDeviceClaimed;
    if (signRecordId !== null) {
      // Both that the commit may need, in the order of signs: without a handshake it is of this very transaction.
      const locked = await lockSignForDevice(trx, signRecordId, request.device.signId);
      const sign = locked.find(({ id }) => id === signRecordId);
      isDeviceClaimed = locked.some(({ deviceSignId }) => deviceSignId === request.device.signId);
      if (!sign) return { code: 'not_found' };
      if (request.kind === 'replace' && sign.deviceSignId === null) return { code: 'sign_not_linked' };
      if (request.kind === 'link' && sign.deviceSignId !== null) return { code: 'sign_not_unlinked' };
    }
    if (isDeviceClaimed) return { code: 'sign_already_claimed' };
    if (other && other.id !== own?.id) return { code: 'request_in_progress' };
    // A request that had the device, and is sent again because its answer was lost, is no new attempt.
    const isSentAgain = own?.requestId === request.requestId && own.claimToken !== null;
    if ((seen.hasFailedLately || released.length > 0) && !isSentAgain) {
      const who = { operatorId: request.author.person.id, organizationId: request.target.organizationId };
      const tried = await readTriedSoFar(trx, request.device.signId, who, nowMs);
      const retryAfterMs = failedClaimDelayMs(tried, nowMs);
      if (retryAfterMs > 0) return { code: 'request_in_progress', retryAfterMs };
    }
    return request.device.connected ? null : { code: 'sign_not_connected' };
  }

  /** Refused before there was an attempt. */
  const refusedWithout = (code: RestErrorCode): OpenedAs => ({ type: 'refused', code, isAudited: false });

  const refusedBy = (refusal: ClaimRefusal): OpenedAs => {
    if (refusal === 'pending_expired') return refusedWithout('pending_expired');
    return { type: 'known' };
  };

  async function open(opening: Opening): Promise<OpenedAs> {
    const { trx, list, request } = opening;
    await lockClaimsOfDevice(trx, request.device.signId);
    // Whoever commits an attempt of this device has its turn: what is seen here is so until the end of this transaction.
    const seen = await findInTheWay(trx, request.requestId, request.device.signId, clock.now());
    const nowMs = clock.now();
    // The attempt under way comes first: before a pendingSign, which its commit cancels, and before the organization, which the quota locks.
    if (seen.awaitingId !== null) await lockClaim(trx, seen.awaitingId);
    let own =
      (seen.isRequestKnown ? await lockClaimByRequestId(trx, request.requestId) : null) ??
      (request.pendingId === null ? null : await lockClaim(trx, request.pendingId));
    if (own?.requestId === request.requestId) {
      if (!isSameRequest(own, request)) return refusedWithout('request_id_reused');
    } else if (request.pendingId !== null && own?.state !== 'pending') {
      // Another request has used this pendingSign up. While it is under way this one is an attempt of its own, and will be told so.
      if (own?.state !== 'awaiting_ack') return refusedWithout('not_found');
      own = null;
    }
    const before: ClaimState = own ? claimState(own) : { name: 'pending', expiresAtMs: request.expiresAtMs };
    const { claimToken, deadlineAtMs, device, target } = request;
    const submitted = decideClaim(
      before,
      request.handshake === 'legacy'
        ? { type: 'committed_at_once' }
        : { type: 'submitted', deviceSignId: device.signId, claimToken, deadlineAtMs },
      nowMs,
    );
    if (!submitted.ok) return refusedBy(submitted.refusal);
    if (request.kind === 'claim') {
      // In its transaction, because what waits for its kiosk counts too.
      const { organizationId } = request.target;
      const full = await admitToQuota(trx, deps.quotas, organizationId, 'signs', 1, request.requestId);
      if (full) return refusedWithout('quota_exceeded');
    }
    const blocked = await obstacle(opening, own, seen, nowMs);

    const attempt = {
      requestId: request.requestId,
      bodyHash: request.bodyHash,
      operatorId: request.author.person.id,
      authorRequestId: request.author.requestId,
      authorIp: request.author.ip,
      kind: request.kind,
      organizationId: target.organizationId,
      eventId: target.eventId,
      name: target.name,
      location: target.location,
      url: target.url,
      handshake: request.handshake,
      submittedAt: new Date(nowMs),
      attemptId: makeUuidV7(clock, random),
      deviceFacts: deviceFacts(device.signId),
      startedAt: own === null ? null : own.requestId === null ? own.createdAt : own.startedAt,
      replays: 0,
      note: request.note,
    };
    // A pendingSign is used up by a handshake only. What is refused before that is an attempt beside it, and may be made again.
    const row = blocked !== null && own?.requestId === null ? null : own;
    const signRecordId = target.signRecordId ?? own?.signRecordId ?? makeUuidV7(clock, random);
    /** The attempt under its requestId, and with its state the device, in one statement. */
    const write = (state: Partial<ReturnType<typeof claimColumns>> = {}): Promise<ClaimRow> =>
      row
        ? updateClaim(trx, row.id, { ...attempt, signRecordId, ...state })
        : insertClaim(trx, {
            ...attempt,
            id: makeUuidV7(clock, random),
            signRecordId,
            deviceSignId: device.signId,
            shortCode: device.shortCode,
            createdAt: new Date(nowMs),
            expiresAt: own?.expiresAt ?? new Date(request.expiresAtMs),
            ...state,
            state: state.state ?? 'pending',
          });
    /** The attempt that ends as it begins. */
    const writeAndLock = async (): Promise<LockedClaim> => (await lockClaim(trx, (await write()).id))!;
    if (blocked) {
      const claim = await writeAndLock();
      const decision = decideClaim(before, { type: 'blocked', failure: plainFailure(blocked.code) }, nowMs);
      const refused = { type: 'refused' as const, ...blocked };
      if (!decision.ok) return { ...refused, isAudited: false };
      const settled = await settle(trx, list, claim, decision.state, nowMs);
      return { ...refused, isAudited: true, attempt: settled };
    }
    if (submitted.state.name === 'committed')
      return { type: 'committed', ...(await commit(trx, list, await writeAndLock(), null, nowMs)) };
    return { type: 'awaiting', claim: await write(claimColumns(submitted.state, nowMs)) };
  }

  /** Fails an attempt whose commit was blocked. The row is read again: it may have been settled meanwhile. */
  async function block(requestId: string, code: RestErrorCode): Promise<ClaimRow | null> {
    return await transact(async (trx, list) => {
      const claim = await lockClaimByRequestId(trx, requestId);
      // The machine lets a failed attempt fail again, because a request may be sent again; this one has its outcome.
      if (claim?.state !== 'awaiting_ack') return null;
      const nowMs = clock.now();
      const decision = decideClaim(claimState(claim), { type: 'blocked', failure: plainFailure(code) }, nowMs);
      return decision.ok ? await settle(trx, list, claim, decision.state, nowMs) : null;
    });
  }

  return {
    /**
     * Starts an attempt, or starts it again: `awaiting` with the device's lock held, `committed` where the workspace has no
     * handshake (C9), or refused. A refusal for the device's sake is an attempt too, and stands in the history.
     */
    async open(request: AttemptRequest): Promise<Opened> {
      // Two that start at once collide on an index; the loser looks again and then sees why. Each round somebody has won.
      for (let round = 0; ; round += 1) {
        try {
          const released: ClaimRow[] = [];
          const opened = await transact((trx, list) => open({ trx, list, request, released }));
          return { ...opened, released };
        } catch (error) {
          const code = blockingCode(error);
          const collided =
            isUniqueViolation(error, 'claim_one_attempt_per_device') ||
            isUniqueViolation(error, 'claim_request_unique');
          if ((collided || code !== null) && round < 5) continue;
          if (code === null) throw error;
          return { type: 'refused', code, isAudited: false, released: [] };
        }
      }
    },

    /** The kiosk's answer. Commits only what the machine lets through; `refused` says why nothing was done. */
    async acknowledge(
      deviceSignId: string,
      ack: { requestId: string; claimToken: string; result: LinkResult },
    ): Promise<Settled | { refused: AckRefusal }> {
      try {
        return await transact(async (trx, list): Promise<Settled | { refused: AckRefusal }> => {
          await lockClaimsOfDevice(trx, deviceSignId);
          const claim = await lockClaimByRequestId(trx, ack.requestId);
          if (!claim) return { refused: 'unknown' };
          const nowMs = clock.now();
          const { claimToken, result } = ack;
          const decision = decideClaim(
            claimState(claim),
            { type: 'acknowledged', deviceSignId, claimToken, result },
            nowMs,
          );
          if (!decision.ok) return { refused: decision.refusal };
          if (decision.state.name === 'committed') return await commit(trx, list, claim, result, nowMs);
          const { loadMs, httpStatus = null } = result;
          const settled = await settle(trx, list, claim, decision.state, nowMs, { loadMs, httpStatus });
          return { claim: settled, replaced: null };
        });
      } catch (error) {
        const code = blockingCode(error);
        if (code === null) throw error;
        const settled = await block(ack.requestId, code);
        return settled ? { claim: settled, replaced: null } : { refused: 'over' };
      }
    },

    /** Fails the attempt under way of a device that gives up its identity: as it is then; null where there is none. */
    async abandon(deviceSignId: string): Promise<ClaimRow | null> {
      return await transact(async (trx, list) => {
        await lockClaimsOfDevice(trx, deviceSignId);
        const awaiting = (await findAwaitingClaims(trx, [deviceSignId])).get(deviceSignId);
        const claim = awaiting ? await lockClaim(trx, awaiting.id) : null;
        if (claim?.state !== 'awaiting_ack') return null;
        const nowMs = clock.now();
        const failure = plainFailure('sign_not_connected');
        const decision = decideClaim(claimState(claim), { type: 'blocked', failure }, nowMs);
        return decision.ok ? await settle(trx, list, claim, decision.state, nowMs) : null;
      });
    },

    /**
     * Fails the attempt if its deadline has passed: as it is then; null where this call did not do it. `overToken`: the try with this token has
     * had all of its time, by the monotonic clock of whoever waited for it. Its deadline has passed, whatever the wall clock says by now.
     */
    async expire(requestId: string, overToken: string | null = null): Promise<ClaimRow | null> {
      return await transact(async (trx, list) => {
        const claim = await lockClaimByRequestId(trx, requestId);
        if (!claim) return null;
        const nowMs = clock.now();
        const isOver = overToken !== null && claim.claimToken === overToken;
        const atMs = isOver ? Math.max(nowMs, claim.deadlineAt!.getTime()) : nowMs;
        const decision = decideClaim(claimState(claim), { type: 'time_passed' }, atMs);
        return decision.ok ? await settle(trx, list, claim, decision.state, nowMs) : null;
      });
    },
  };
}

export type Attempts = ReturnType<typeof createAttempts>;
