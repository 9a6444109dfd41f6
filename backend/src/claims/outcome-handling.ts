import type { ErrorCode, LoadFailureReason, RestErrorCode } from '@sign-display/contracts/error-codes';
import type { KioskMessage, SocketRefusal } from '@sign-display/contracts/kiosk-events';
import type { Clock } from '@sign-display/contracts/clock-and-random';
import type { ClaimResponse } from '@sign-display/contracts/rest/claims';
import type { Pace } from '../db/combine-queries.ts';
import { createBatchedRead } from '../db/batched-read.ts';
import { isDatabaseUnavailable } from '../db/open-database.ts';
import type { Db } from '../db/database-types.ts';
import type { DashboardFeed } from '../cluster/dashboard-feed.ts';
import type { RestRefusal } from '../http/problem.ts';
import type { KioskGateway } from '../cluster/kiosk-gateway-types.ts';
import { timeOfQuery } from '../cluster/polling-query.ts';
import type { Sweeper } from '../cluster/due-work-sweeps.ts';
import type { KioskRecordSync } from '../signs/send-record-to-kiosk.ts';
import type { Logger } from '../logging/logger-type.ts';
import type { AckRefusal, Attempts } from './attempt-transactions.ts';
import { claimUpdate, endOf } from './read-claim-updates.ts';
import type { ClaimWaiters } from './claim-waiters.ts';
import {
  deleteExpiredPendings,
  findAwaitingClaims,
  findAwaitingClaimsOfNode,
  findClaimByRequestId,
  findOverdueClaims,
  hasAwaitingClaims,
  hasOverdueClaims,
  type ClaimRow,
  type OverduePosition,
} from './claims-repository.ts';

/**
 * How an attempt ends, and who hears of it: the kiosk's answer, a deadline, the sweep. Whoever settles an attempt writes the outcome and
 * then announces it; whoever waits is woken to read it.
 */

interface OutcomesDeps {
  db: Db;
  clock: Clock;
  pace: Pace;
  gateway: KioskGateway;
  waiters: ClaimWaiters;
  truth: KioskRecordSync;
  /** Whoever judges presence: a claimed sign that is never heard is offline as well (promise N1). */
  presence: { claimCommitted(deviceSignId: string, atMs: number): void };
  /** Told of each step of an attempt, and after a commit which record changed. */
  feed: DashboardFeed;
  log: Logger;
  attempts: Attempts;
  loadTimeoutMs: number;
  /** Told of every outcome, for the metrics; `loadMs` is the kiosk's part of `durationMs`. */
  observe(outcome: 'committed' | ErrorCode, durationMs: number | null, loadMs: number | null): void;
}

/** A committed claim; `replayed` where this requestId had it already. */
export type ClaimReply = { body: ClaimResponse; replayed: boolean } | RestRefusal;

const OVERDUE_AT_ONCE = 100;

/** What a kiosk is told whose acknowledgement settles nothing. */
const ACK_REFUSALS: Record<AckRefusal, string> = {
  unknown: 'No claim has this requestId.',
  in_progress: 'The attempt is in progress.',
  over: 'The attempt has ended.',
  pending_expired: 'The attempt has ended.',
  not_this_attempt: 'The token does not belong to this attempt.',
  late: 'The answer arrived after the deadline.',
  too_early: 'The attempt is in progress.',
};

export function createOutcomes(deps: OutcomesDeps) {
  const { db, clock, pace, gateway, truth, feed, waiters, log, attempts, loadTimeoutMs, observe } = deps;
  const findAwaitingClaim = createBatchedRead((devices) => findAwaitingClaims(db, devices), {
    queriesAtOnce: 1,
    pace,
  });

  const tellOperator = (claim: ClaimRow, step: Parameters<typeof claimUpdate>[1]): void =>
    feed.toUser(
      { userId: claim.operatorId, organizationId: claim.organizationId },
      'claim:update',
      claimUpdate(claim, step),
    );

  /** An attempt of an older node has no identifier of its own. */
  const tellAttempt = ({ organizationId, attemptId }: ClaimRow): void => {
    if (attemptId !== null) feed.attemptsChanged(organizationId!, [attemptId]);
  };

  const sendApplyLink = (claim: ClaimRow): void =>
    // A device that registers while its attempt is being opened is asked from both sides.
    gateway.sendOnce(
      claim.deviceSignId,
      claim.claimToken!,
      'sign:apply_link',
      {
        requestId: claim.requestId!,
        claimToken: claim.claimToken!,
        url: claim.url,
        loadTimeoutMs: loadTimeoutMs,
        expiresAt: claim.deadlineAt!.toISOString(),
        ...(claim.name !== null && { name: claim.name }),
      },
      { type: 'claim' },
    );

  /** An outcome has just been written: the device, whoever waits, the log and the metrics hear of it. */
  async function announce(claim: ClaimRow, replaced: string | null = null): Promise<void> {
    waiters.settled(claim);
    tellAttempt(claim);
    const durationMs = clock.now() - claim.submittedAt!.getTime();
    const { requestId, deviceSignId, signRecordId, outcome, reason, detail } = claim;
    log.info({ requestId, signId: deviceSignId, signRecordId, outcome, reason, detail, durationMs }, 'claim settled');
    observe(outcome as 'committed' | ErrorCode, durationMs, claim.loadMs);
    if (claim.state === 'committed') {
      deps.presence.claimCommitted(deviceSignId, claim.settledAt!.getTime());
      tellOperator(claim, endOf(claim));
      feed.signsChanged(claim.organizationId!, [signRecordId]);
    } else tellOperator(claim, endOf(claim));
    await truth.tell(deviceSignId);
    if (replaced !== null) await truth.tell(replaced);
  }

  async function expire(requestId: string, overToken: string | null = null): Promise<void> {
    const claim = await attempts.expire(requestId, overToken);
    if (claim) await announce(claim);
  }

  function refusalOf(claim: ClaimRow): RestRefusal {
    return {
      // Written when it was settled; a replay is no new attempt.
      isAudited: true,
      code: claim.outcome as RestErrorCode,
      requestId: claim.requestId!,
      ...(claim.reason === null ? {} : { reason: claim.reason as LoadFailureReason }),
      ...(claim.detail === null ? {} : { detail: claim.detail }),
    };
  }

  /** What the operator is told of a settled claim. */
  function replyOf(claim: ClaimRow, replayed: boolean): ClaimReply {
    return claim.state === 'committed' ? { body: claim.response!, replayed } : refusalOf(claim);
  }

  /**
   * Waits until an attempt has an outcome, which is its row as it was committed. Whoever opened the attempt asks the device; whoever asks
   * again while it is under way only waits with them, and is told as at every repetition (`replayed`).
   */
  async function awaitOutcome(asked: ClaimRow, replayed: boolean): Promise<ClaimReply> {
    const requestId = asked.requestId!;
    const waiting = waiters.listen(requestId, asked.deadlineAt!.getTime());
    // Whoever has opened it knows how long it has, whatever becomes of the wall clock meanwhile.
    const endsAtMs = replayed ? Infinity : clock.monotonicMs() + asked.deadlineAt!.getTime() - clock.now();
    let claim: ClaimRow | null = asked;
    try {
      if (replayed) {
        // It may have been settled before anybody listened.
        claim = await findClaimByRequestId(db, requestId);
      } else {
        sendApplyLink(asked);
        tellOperator(asked, { step: 'sent' });
        tellAttempt(asked);
      }
      if (claim?.state === 'awaiting_ack') {
        const told = await waiting.done;
        // An earlier try's outcome may be told only now.
        claim = told?.claimToken === claim.claimToken ? told : await findClaimByRequestId(db, requestId);
      }
    } finally {
      waiting.stop();
    }
    if (claim?.state === 'awaiting_ack') {
      await expire(requestId, clock.monotonicMs() >= endsAtMs ? asked.claimToken : null);
      claim = await findClaimByRequestId(db, requestId);
    }
    // The outcome of a later try is its own asker's to be told first.
    if (claim && claim.state !== 'awaiting_ack')
      return replyOf(claim, replayed || claim.claimToken !== asked.claimToken);
    // The node is going down, or somebody has just submitted it again: the outcome is not known here.
    return {
      code: 'unavailable',
      detail: 'The outcome of the claim is not known yet. Retry with the same requestId.',
      requestId,
      retryAfterMs: 1_000,
    };
  }

  /** Requests whose overdue attempt could not be ended; each is logged once. */
  let failing = new Set<string>();

  /**
   * Ends overdue attempts that no client waits for: those of a crashed node (promises C6, C10). An attempt that can't be ended is logged and
   * tried again by the next sweep; the other attempts end.
   */
  async function sweep(): Promise<void> {
    const failed = new Set<string>();
    const nowMs = clock.now();
    let after: OverduePosition | null = null;
    do {
      const overdue = await findOverdueClaims(db, nowMs, after, OVERDUE_AT_ONCE);
      for (const { requestId } of overdue) {
        try {
          await expire(requestId);
        } catch (error) {
          if (isDatabaseUnavailable(error)) throw error;
          failed.add(requestId);
          if (!failing.has(requestId)) log.error({ err: error, requestId }, 'overdue claim not ended');
        }
      }
      after = overdue.length < OVERDUE_AT_ONCE ? null : overdue.at(-1)!;
    } while (after);
    failing = failed;
  }

  return {
    announce,
    awaitOutcome,
    replyOf,

    /** `sign:link_ack` of the device `deviceSignId`. A late, foreign, forged or repeated one commits nothing (promise C2). */
    async acknowledge(deviceSignId: string, ack: KioskMessage<'sign:link_ack'>): Promise<{ ok: true } | SocketRefusal> {
      const { requestId, claimToken, replayed } = ack;
      const outcome = await attempts.acknowledge(deviceSignId, { requestId, claimToken, result: ack });
      if ('claim' in outcome) {
        tellOperator(outcome.claim, { step: 'acknowledged', ...(ack.detail !== undefined && { detail: ack.detail }) });
        await announce(outcome.claim, outcome.replaced);
        return { ok: true };
      }
      log.warn({ requestId, signId: deviceSignId, replayed, refusal: outcome.refused }, 'claim confirmation refused');
      await truth.tell(deviceSignId);
      const code = outcome.refused === 'unknown' ? 'not_found' : 'conflict';
      return { ok: false, error: { code, detail: ACK_REFUSALS[outcome.refused] } };
    },

    /** The device has given up its identity: whoever waits for its answer is told now. Until its deadline nothing else would end the attempt. */
    async abandon(deviceSignId: string): Promise<void> {
      const claim = await attempts.abandon(deviceSignId);
      if (claim) await announce(claim);
    },

    /** A device that registers in the middle of an attempt is asked again (contract, section 2). */
    async resume(deviceSignId: string): Promise<void> {
      const claim = await findAwaitingClaim(deviceSignId);
      if (claim && clock.now() < claim.deadlineAt!.getTime()) sendApplyLink(claim);
    },

    /** Asks the devices of a node that another node's message should have asked, and was lost. Who was asked is not asked again. */
    resuming: (nodeId: string): Sweeper => ({
      name: 'awaitingClaims',
      due: hasAwaitingClaims(nodeId, timeOfQuery()),
      async sweep() {
        for (const claim of await findAwaitingClaimsOfNode(db, nodeId, clock.now())) sendApplyLink(claim);
      },
    }),

    sweep,
    sweeper: { name: 'overdueClaims', due: hasOverdueClaims(timeOfQuery()), sweep } satisfies Sweeper,

    /** Clears pendingSigns that have run out. */
    prune: () => deleteExpiredPendings(db, clock.now()),
  };
}
