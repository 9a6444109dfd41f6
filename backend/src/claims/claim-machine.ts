import type { LoadFailureReason, RestErrorCode } from '@sign-display/contracts/error-codes';
import type { LinkResult } from '@sign-display/contracts/kiosk-events';

/**
 * A claim, from the scan to its outcome (interface specification, section 3; promises C1–C6). Pure: (state, event, now) → next
 * state or refusal. Postgres settles races between two that decide at once.
 *
 *   cancelled ◀──withdrawn── pending
 *   pending ──submitted──▶ awaiting_ack ──acknowledged(success)──▶ committed
 *                           │   ▲  └────acknowledged(failure)──▶ failed(device_load_failed)
 *                           │   └──────submitted again─────────┐
 *                           └──time_passed──▶ failed(device_no_ack)
 *                                      any start ──blocked──▶ failed(why)
 *
 * A pendingSign that ran out says so by its time. `cancelled` is a pendingSign that its operator ended, or whose record was committed by another
 * attempt of it; the statement of that commit writes it.
 *
 * Invariants:
 * - `committed` is reached from `awaiting_ack` only, by a success that carries the attempt's own device and token before its
 *   deadline; or, in a workspace without the handshake (C9), by `committed_at_once`.
 * - `committed` and a failure to load are final: nothing leaves them.
 * - every other failure may be submitted again, with a new token and deadline, until the pendingSign's own end.
 */
export type ClaimState =
  | { name: 'pending'; expiresAtMs: number }
  | { name: 'awaiting_ack'; deviceSignId: string; claimToken: string; deadlineAtMs: number; expiresAtMs: number }
  | { name: 'committed' }
  | { name: 'failed'; failure: ClaimFailure; expiresAtMs: number }
  | { name: 'cancelled' };

export interface ClaimFailure {
  code: RestErrorCode;
  reason: LoadFailureReason | null;
  detail: string | null;
}

export type ClaimEvent =
  | { type: 'submitted'; deviceSignId: string; claimToken: string; deadlineAtMs: number }
  | { type: 'committed_at_once' }
  | { type: 'acknowledged'; deviceSignId: string; claimToken: string; result: LinkResult }
  | { type: 'blocked'; failure: ClaimFailure }
  /** Its operator wants another sign. */
  | { type: 'withdrawn' }
  | { type: 'time_passed' };

export type ClaimRefusal =
  /** The attempt is under way: wait for it instead. */
  | 'in_progress'
  /** It has a final outcome, or none is possible any more. */
  | 'over'
  /** The pendingSign outlived its time-to-live. */
  | 'pending_expired'
  /** The acknowledgement is not this attempt's: another token or another device. */
  | 'not_this_attempt'
  /** The acknowledgement came after the deadline. */
  | 'late'
  /** Nothing is due yet. */
  | 'too_early';

type ClaimDecision = { ok: true; state: ClaimState } | { ok: false; refusal: ClaimRefusal };

const next = (state: ClaimState): ClaimDecision => ({ ok: true, state });
const refuse = (refusal: ClaimRefusal): ClaimDecision => ({ ok: false, refusal });

/** A failure that is told again at every retry of its requestId (contract, section 2). To load again is a new requestId. */
export const isFinalFailure = (failure: ClaimFailure): boolean => failure.code === 'device_load_failed';

const noAck: ClaimFailure = { code: 'device_no_ack', reason: null, detail: null };

/** What `event` at `nowMs` (wall clock, milliseconds) makes of `state`. */
export function decideClaim(state: ClaimState, event: ClaimEvent, nowMs: number): ClaimDecision {
  switch (event.type) {
    case 'submitted':
      return onSubmitted(state, event, nowMs);
    case 'committed_at_once':
      return startable(state, nowMs) ?? next({ name: 'committed' });
    case 'acknowledged':
      return onAcknowledged(state, event, nowMs);
    case 'blocked':
      if (state.name === 'awaiting_ack')
        return next({ name: 'failed', failure: event.failure, expiresAtMs: state.expiresAtMs });
      return (
        startable(state, nowMs) ?? next({ name: 'failed', failure: event.failure, expiresAtMs: expiryOf(state, nowMs) })
      );
    case 'withdrawn':
      if (state.name === 'awaiting_ack') return refuse('in_progress');
      return state.name === 'pending' ? next({ name: 'cancelled' }) : refuse('over');
    case 'time_passed':
      if (state.name !== 'awaiting_ack' || nowMs < state.deadlineAtMs) return refuse('too_early');
      return next({ name: 'failed', failure: noAck, expiresAtMs: state.expiresAtMs });
  }
}

function onSubmitted(
  state: ClaimState,
  event: Extract<ClaimEvent, { type: 'submitted' }>,
  nowMs: number,
): ClaimDecision {
  const { deviceSignId, claimToken, deadlineAtMs } = event;
  return (
    startable(state, nowMs) ??
    next({ name: 'awaiting_ack', deviceSignId, claimToken, deadlineAtMs, expiresAtMs: expiryOf(state, nowMs) })
  );
}

/** Null where an attempt may start (again) from here. An overdue attempt counts as ended, whether anybody has noted it or not. */
function startable(state: ClaimState, nowMs: number): ClaimDecision | null {
  switch (state.name) {
    case 'pending':
      return nowMs < state.expiresAtMs ? null : refuse('pending_expired');
    case 'awaiting_ack':
      if (nowMs < state.deadlineAtMs) return refuse('in_progress');
      return nowMs < state.expiresAtMs ? null : refuse('pending_expired');
    case 'failed':
      if (isFinalFailure(state.failure)) return refuse('over');
      return nowMs < state.expiresAtMs ? null : refuse('pending_expired');
    case 'committed':
    case 'cancelled':
      return refuse('over');
  }
}

const expiryOf = (state: ClaimState, nowMs: number): number => ('expiresAtMs' in state ? state.expiresAtMs : nowMs);

function onAcknowledged(
  state: ClaimState,
  event: Extract<ClaimEvent, { type: 'acknowledged' }>,
  nowMs: number,
): ClaimDecision {
  if (state.name !== 'awaiting_ack') return refuse('over');
  if (event.deviceSignId !== state.deviceSignId || event.claimToken !== state.claimToken)
    return refuse('not_this_attempt');
  if (nowMs >= state.deadlineAtMs) return refuse('late');
  if (event.result.result === 'success') return next({ name: 'committed' });
  const failure: ClaimFailure = {
    code: 'device_load_failed',
    reason: event.result.reason ?? 'url_load_failed',
    detail: event.result.detail ?? null,
  };
  return next({ name: 'failed', failure, expiresAtMs: state.expiresAtMs });
}
