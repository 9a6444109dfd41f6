import type { ErrorCode } from '@sign-display/contracts/error-codes';
import { makeSecret, makeUuidV4 } from '@sign-display/contracts/identifier-generation';
import type { ClaimRequest, ClaimStartRequest, LinkRequest, ReplaceRequest } from '@sign-display/contracts/rest/claims';
import type { Sign } from '@sign-display/contracts/rest/signs';
import { normalizeShortCode } from '@sign-display/contracts/short-code';
import { checkQuota, type Quotas } from '../access/check-quotas.ts';
import { recordAudits } from '../audit/audit-log.ts';
import type { SignedInAuthor } from '../http/change-author-types.ts';
import type { PrivatePages } from '../urls/url-policy.ts';
import type { Pace } from '../db/combine-queries.ts';
import { holderOf } from '../access/role-checks.ts';
import type { ServiceDeps } from '../db/database-types.ts';
import type { RestRefusal } from '../http/problem.ts';
import type { DashboardFeed } from '../cluster/dashboard-feed.ts';
import type { GatewayAcrossNodes } from '../cluster/kiosk-gateway-types.ts';
import type { KioskRecordSync } from '../signs/send-record-to-kiosk.ts';
import type { SignRow } from '../signs/sign-view.ts';
import type { Logger } from '../logging/logger-type.ts';
import { createAttempts, isSameRequest } from './attempt-transactions.ts';
import { decideClaim, isFinalFailure } from './claim-machine.ts';
import { createOutcomes, type ClaimReply } from './outcome-handling.ts';
import { createClaimStart } from './claim-start.ts';
import {
  hashRequest,
  organizationsToClaimFor,
  resolveClaimTarget,
  resolveDevice,
  resolveLinkTarget,
  type ClaimTarget,
} from './resolve-claim-request.ts';
import type { ClaimWaiters } from './claim-waiters.ts';
import {
  claimColumns,
  claimState,
  countReplay,
  findClaim,
  findClaimByRequestId,
  lockClaim,
  updateClaim,
  type ClaimRow,
} from './claims-repository.ts';
import { createIdentify } from './show-code-on-device.ts';
import { createShortCodeGuesses, tooManyGuesses } from './short-code-failures.ts';

/**
 * Claiming a device, from the scan to the outcome that the operator is told (interface specification, sections 1–3). The node that
 * hears the kiosk's answer settles the attempt; the node that the operator asked waits and then reads the outcome from the database,
 * so that "claimed" is told if and only if the row is committed (promise C4).
 */

export interface ClaimSettings {
  pendingTtlMs: number;
  loadTimeoutMs: number;
  ackTimeoutMs: number;
  shortCodeFailures: number;
  shortCodeWindowMs: number;
  /** LINK_HANDSHAKE_ENABLED: for organizations that say nothing themselves (C9). */
  handshakeEnabled: boolean;
  /** PRIVATE_PAGES. */
  privatePages: PrivatePages;
}

interface ClaimsDeps extends ServiceDeps {
  gateway: GatewayAcrossNodes;
  waiters: ClaimWaiters;
  pace: Pace;
  settings: ClaimSettings;
  quotas: Quotas;
  truth: KioskRecordSync;
  /** Told of each device that was claimed. */
  presence: { claimCommitted(deviceSignId: string, atMs: number): void };
  /** Told after each commit which records changed. */
  feed: DashboardFeed;
  log: Logger;
  describeSign(row: SignRow): Sign;
  /** Told of every outcome, for the metrics. */
  observe(outcome: 'committed' | ErrorCode, durationMs: number | null, loadMs: number | null): void;
}

export function createClaimsService(deps: ClaimsDeps) {
  const { db, clock, random, gateway, settings } = deps;
  const attempts = createAttempts(deps);
  const identify = createIdentify({ ...deps, pendingTtlMs: settings.pendingTtlMs });

  const { announce, awaitOutcome, replyOf, ...settling } = createOutcomes({
    ...deps,
    attempts,
    loadTimeoutMs: settings.loadTimeoutMs,
  });
  const limit = { failures: settings.shortCodeFailures, windowMs: settings.shortCodeWindowMs };
  const guesses = createShortCodeGuesses({ db, clock, limit });
  const start = createClaimStart({ ...deps, guesses, identify, pendingTtlMs: settings.pendingTtlMs });
  const askingOf = ({ requestId = makeUuidV4(random) }: { requestId?: string }) => {
    return { requestId, guesses: limit, privatePages: settings.privatePages, nowMs: clock.now() };
  };

  /**
   * Flow A and Flow B from here on. Refuses in the contract's order (section 2): a pendingId that is not this operator's, a typed code
   * after too many guesses, a wrong code, a requestId of something else; and then what the device's own state forbids, which only the
   * attempt's transaction can tell. A requestId that asks for the same again is not an error: it gets its outcome.
   */
  async function submit(
    kind: ClaimRow['kind'],
    author: SignedInAuthor,
    body: ClaimRequest | LinkRequest | ReplaceRequest,
    requestId: string,
    target: ClaimTarget,
  ): Promise<ClaimReply> {
    const operator = author.person;
    const bodyHash = hashRequest(kind, target.signRecordId, body);
    const known = target.isRequestKnown ? await findClaimByRequestId(db, requestId) : null;
    const sameRequest = known !== null && isSameRequest(known, { bodyHash, author });

    // The same request, sent twice at once, may have been done since: its pendingSign is used up by that, and its code on no screen.
    const again = async (): Promise<ClaimReply | null> =>
      known === null && (await findClaimByRequestId(db, requestId)) !== null
        ? await submit(kind, author, body, requestId, { ...target, isRequestKnown: true })
        : null;

    const pending = sameRequest || body.pendingId === undefined ? null : await findClaim(db, body.pendingId);
    if (!sameRequest && body.pendingId !== undefined && (pending?.operatorId !== operator.id || !isUnused(pending))) {
      return (
        (await again()) ?? pendingNotFound('This claim was not started or has already ended. Scan the sign again.')
      );
    }
    // Whoever names the signId has scanned it.
    const isTyped = body.signId === undefined && pending === null;
    if (isTyped && target.guessWaitMs > 0) return tooManyGuesses(target.guessWaitMs);
    const askForSign = () => checkQuota(db, deps.quotas, target.organizationId, 'signs', 1, requestId);
    const full = kind === 'claim' && !sameRequest ? await askForSign() : null;
    if (full) return (await again()) ?? full;
    // A requestId that is used again names the device that it named at first, also when its code is no longer on any screen.
    const device =
      known && namesDeviceOf(known, body)
        ? deviceOf(known)
        : await guesses.lookUp(operator.id, { isTyped }, async () => {
            const found = await resolveDevice({ db, gateway }, body, pending);
            // Where the same request has been done since, the code was right when it was sent.
            const isDone = 'refusal' in found && known === null && (await findClaimByRequestId(db, requestId)) !== null;
            return isDone ? { ...found, codeWasWrong: false } : found;
          });
    if ('code' in device) return device;
    if ('refusal' in device) return (await again()) ?? device.refusal;
    if (pending && pending.deviceSignId !== device.signId)
      return pendingNotFound('This claim was started for another sign.');
    if (known && !sameRequest) return { code: 'request_id_reused', requestId };
    if (sameRequest) {
      const replay = await replayOf(known);
      if (replay) return replay;
    }

    const nowMs = clock.now();
    const opened = await attempts.open({
      kind,
      requestId,
      bodyHash,
      author,
      pendingId: pending?.id ?? null,
      device: { ...device, connected: (await gateway.connectionOf(device.signId)) !== null },
      target,
      note: ('note' in body ? body.note : null) ?? null,
      handshake: (target.handshakeEnabled ?? settings.handshakeEnabled) ? 'acknowledged' : 'legacy',
      claimToken: makeSecret(random),
      deadlineAtMs: nowMs + settings.ackTimeoutMs,
      expiresAtMs: nowMs + settings.pendingTtlMs,
    });
    for (const claim of opened.released) await announce(claim);
    switch (opened.type) {
      case 'awaiting':
        return await awaitOutcome(opened.claim, false);
      case 'committed':
        await announce(opened.claim, opened.replaced);
        return replyOf(opened.claim, false);
      case 'refused': {
        const { code, retryAfterMs, isAudited } = opened;
        if (isAudited) deps.observe(code, clock.now() - nowMs, null);
        if (opened.attempt) deps.feed.attemptsChanged(target.organizationId, [opened.attempt.attemptId!]);
        if (code === 'quota_exceeded') return { ...(await askForSign()), code, requestId };
        const heldBack = retryAfterMs !== undefined && { retryAfterMs, detail: othersFirst(retryAfterMs) };
        return { code, requestId, ...heldBack, ...(isAudited && { isAudited }) };
      }
      case 'known': {
        const claim = await findClaimByRequestId(db, requestId);
        const replay = claim && (await replayOf(claim));
        return replay ?? pendingNotFound('This claim has ended. Scan the sign again.');
      }
    }
  }

  /** The outcome of a request that is asked again: at once where it is final, with the others where it is awaited; null: try again. */
  async function replayOf(claim: ClaimRow): Promise<ClaimReply | null> {
    const state = claimState(claim);
    const isSettled = state.name === 'committed' || (state.name === 'failed' && isFinalFailure(state.failure));
    if (!isSettled && (state.name !== 'awaiting_ack' || clock.now() >= state.deadlineAtMs)) return null;
    await noteReplay(claim);
    return isSettled ? replyOf(claim, true) : await awaitOutcome(claim, true);
  }

  /** Counts a repeated request. A database that takes no writes doesn't keep the operator from the outcome. */
  async function noteReplay({ id, attemptId, requestId }: ClaimRow): Promise<void> {
    if (attemptId === null) return;
    await countReplay(db, id, attemptId).catch((error: unknown) =>
      deps.log.warn({ err: error, requestId }, 'repeated claim request not counted'),
    );
  }

  /** Counts a refusal that no attempt stands for, a guessed code among them; the outcomes of attempts are counted where they are settled. */
  function counted<Reply extends object>(reply: Reply): Reply {
    const { code, isAudited } = reply as Partial<RestRefusal>;
    if (code !== undefined && !isAudited) deps.observe(code, null, null);
    return reply;
  }

  async function claimTarget(
    kind: ClaimRow['kind'],
    author: SignedInAuthor,
    body: ClaimRequest | LinkRequest | ReplaceRequest,
    resolve: (asking: ReturnType<typeof askingOf>) => Promise<ClaimTarget | RestRefusal>,
  ): Promise<ClaimReply> {
    const asking = askingOf(body);
    const target = await resolve(asking);
    return counted('code' in target ? target : await submit(kind, author, body, asking.requestId, target));
  }

  /**
   * DELETE /api/signs/claim/:pendingId. Null: it is ended, and its sign shows its code for this operator no more. Which organization it was for had not
   * been said, so each that it can have been for has it in its log (docs/decisions/0006-audit.md).
   */
  async function withdraw(author: SignedInAuthor, pendingId: string): Promise<RestRefusal | null> {
    const ended = await db.transaction().execute(async (trx): Promise<ClaimRow | RestRefusal> => {
      const nowMs = clock.now();
      const pending = await lockClaim(trx, pendingId);
      if (pending?.operatorId !== author.person.id) return { code: 'not_found' };
      const decision = decideClaim(claimState(pending), { type: 'withdrawn' }, nowMs);
      if (!decision.ok) return { code: decision.refusal === 'in_progress' ? 'request_in_progress' : 'not_found' };
      const cancelled = await updateClaim(trx, pending.id, claimColumns(decision.state, nowMs));
      const { deviceSignId, shortCode } = cancelled;
      const target = { type: 'device', id: deviceSignId };
      const entry = { author, action: 'sign.claim_end', target, detail: { pendingId, shortCode } };
      const organizations = await organizationsToClaimFor(trx, author.person.id);
      const entries = organizations.map((organizationId) => ({ organizationId, ...entry }));
      await recordAudits(trx, entries, nowMs);
      return cancelled;
    });
    if ('code' in ended) return ended;
    await identify.end(ended.deviceSignId);
    return null;
  }

  return {
    /** POST /api/signs/claim/start. */
    start: async (author: SignedInAuthor, body: ClaimStartRequest) => counted(await start(author, body)),

    withdraw,

    /** Has a device of this node show its code while a pendingSign of it lives. */
    identify: identify.again,

    /** POST /api/signs/claim (Flow A). */
    claim: (author: SignedInAuthor, body: ClaimRequest): Promise<ClaimReply> =>
      claimTarget('claim', author, body, (asking) => resolveClaimTarget(db, holderOf(author), body, asking)),

    /** POST /api/signs/:id/link (Flow B). */
    link: (author: SignedInAuthor, signRecordId: string, body: LinkRequest): Promise<ClaimReply> =>
      claimTarget('link', author, body, (asking) => resolveLinkTarget(db, holderOf(author), signRecordId, asking)),

    /** POST /api/signs/:id/replace: a link whose commit also unregisters the record's present device, and nothing before it. */
    replace: (author: SignedInAuthor, signRecordId: string, body: ReplaceRequest): Promise<ClaimReply> =>
      claimTarget('replace', author, body, (asking) => resolveLinkTarget(db, holderOf(author), signRecordId, asking)),

    // What a kiosk's answer, a register or a sweep does to an attempt.
    ...settling,
  };
}

/** Of the pendingSign, and not of the event or the record: a client tells them apart by the field. */
const pendingNotFound = (detail: string): RestRefusal => ({
  code: 'not_found',
  detail,
  errors: [{ path: '/pendingId', message: detail }],
});

const othersFirst = (waitMs: number): string =>
  `The last attempts at this sign failed, and someone else is waiting for it, so they can try first. Try again in ${Math.ceil(waitMs / 1_000)} s.`;

const deviceOf = (claim: ClaimRow) => ({ signId: claim.deviceSignId, shortCode: claim.shortCode });

const namesDeviceOf = (claim: ClaimRow, { signId, shortCode }: ClaimRequest | LinkRequest): boolean =>
  normalizeShortCode(shortCode) === claim.shortCode && (signId ?? claim.deviceSignId) === claim.deviceSignId;

/** A pendingSign is cleared when its handshake failed and used up when it was committed: then it is no longer known. */
function isUnused(pending: ClaimRow): boolean {
  return pending.state === 'pending' || pending.state === 'awaiting_ack';
}

export type ClaimsService = ReturnType<typeof createClaimsService>;
