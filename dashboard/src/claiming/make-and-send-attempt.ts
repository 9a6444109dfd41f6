import { withScheme } from '../features/add-url-scheme.ts';
import { LIMITS } from '@sign-display/contracts/limits';
import type { Effect, Moment } from './machine-event-and-effect-types.ts';
import type { Attempt, ClaimState, Found, Progress, Said } from './claim-state.ts';

/**
 * The attempt: what is sent, under which requestId, and when it may be sent again (contract, section 2).
 *
 * - A requestId is made once for a body. The same body after an outcome that is not final goes under the same requestId: whatever happened, it happens once.
 * - After a final outcome (claimed, the page not loaded, a used requestId) the same body is a new attempt.
 */

export interface Step {
  state: ClaimState;
  effects: Effect[];
}

/** After these the requestId is spent: the service answers it with this outcome for ever. */
const FINAL = new Set(['device_load_failed', 'request_id_reused']);
/** The service may not have begun, or does not know: the claim is asked for again, also after a reload. */
const UNKNOWN = new Set(['unavailable', 'internal', 'request_in_progress', 'rate_limited', 'unauthenticated']);

/** The handshake ran and failed: the pendingSign is used up. */
const SPENDING = new Set(['device_load_failed', 'device_no_ack']);

/** The service has looked for the requestId, and had nothing of it under way. */
export const isUntaken = ({ code }: Said): boolean => code === 'request_in_progress';
export const isSpent = ({ code }: Said): boolean => SPENDING.has(code);
/** The same body goes under the same requestId after these; after any other nothing of it is left. */
export const staysOpen = (said: Said): boolean => isOutcomeUnknown(said) || said.code === 'device_no_ack';
export const isFinal = ({ code }: Said): boolean => FINAL.has(code);
export const isOutcomeUnknown = ({ code }: Said): boolean => UNKNOWN.has(code);

function bodyOf({ purpose, choice, form }: ClaimState, { shortCode, signId, pendingId }: Found): Attempt['body'] {
  const proof = { shortCode, signId, ...(pendingId !== null && { pendingId }) };
  if (purpose.is === 'link') return proof;
  if (purpose.is === 'replace') {
    const note = (purpose.note ?? '').trim();
    return note === '' ? proof : { ...proof, note };
  }
  const url = withScheme(form.url);
  return {
    organizationId: choice!.organizationId,
    eventId: choice!.eventId,
    name: form.name.trim(),
    location: form.location.trim(),
    ...(url === '' ? {} : { url }),
    ...proof,
  };
}

const targetOf = ({ purpose }: Pick<Attempt, 'purpose'>): string =>
  purpose.is === 'new' ? purpose.is : `${purpose.is} ${purpose.sign.id}`;

const withoutPending = ({ pendingId: _, ...body }: Attempt['body']): string => JSON.stringify(body);

/**
 * Whether both ask for the same. Another pendingSign of the same sign is no other claim, as long as the service may have taken the first; of one that it never took
 * the first pendingSign is gone, and would be refused.
 */
const asksTheSame = (one: Attempt, other: Pick<Attempt, 'purpose' | 'body'>): boolean =>
  targetOf(one) === targetOf(other) &&
  withoutPending(one.body) === withoutPending(other.body) &&
  (one.isUntaken !== true || one.body.pendingId === other.body.pendingId);

/** The attempt that claims what was found with what stands in the form; the open one, where that asks for the same. */
export function attemptOf(state: ClaimState, moment: Moment): Attempt {
  const { purpose, form, open } = state;
  const body = bodyOf(state, state.found!);
  if (open !== null && asksTheSame(open, { purpose, body })) return open;
  return {
    requestId: moment.newId,
    purpose,
    body,
    name: purpose.is === 'new' ? form.name.trim() : purpose.sign.name,
    url: purpose.is === 'new' ? withScheme(form.url) || null : purpose.sign.url,
    madeWallMs: moment.wallMs,
    isUnsent: true,
  };
}

/** The same once more, or with another body, under a requestId of its own; its pendingSign is used up. */
export function anew(attempt: Attempt, change: Partial<Attempt>, { newId, wallMs }: Moment): Attempt {
  const { pendingId: _, ...body } = change.body ?? attempt.body;
  return { ...attempt, ...change, body, requestId: newId, madeWallMs: wallMs, isUnsent: true };
}

/** Sends an attempt, for the first time or again. One that never went out waits for the network, so that nobody has to wonder what came of it. */
export function send(state: ClaimState, attempt: Attempt, moment: Moment): Step {
  if (state.isOnline || attempt.isUnsent !== true) return sendNow(state, attempt, moment);
  return { state: toClaiming(state, attempt, false, moment), effects: [] };
}

/** The same, whatever is known of the network. */
export function sendNow(state: ClaimState, { isUnsent: _, isUntaken: __, ...attempt }: Attempt, moment: Moment): Step {
  return { state: toClaiming(state, attempt, true, moment), effects: [{ do: 'send', attempt }] };
}

function toClaiming(state: ClaimState, attempt: Attempt, isAsked: boolean, { nowMs }: Moment): ClaimState {
  const progress = progressAt(null, nowMs);
  return {
    ...state,
    open: attempt,
    place: { is: 'claiming', attempt, progress, sentLastAtMs: nowMs, isAsked, loss: null },
  };
}

/** What is known of an attempt that is sent again: within the service's deadline, what was heard; after that it begins anew there, and here. */
export const progressAt = (heard: Progress | null, nowMs: number): Progress =>
  heard !== null && heard.sentAtMs <= nowMs && nowMs - heard.sentAtMs <= LIMITS.ackTimeoutMs
    ? heard
    : { sentAtMs: nowMs, askedAtMs: null, provedAtMs: null };
