import type { Effect, Moment } from './happenings.ts';
import type { Attempt, ClaimState, Found, Said } from './state.ts';

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

export const isFinal = ({ code }: Said): boolean => FINAL.has(code);
export const isOutcomeUnknown = ({ code }: Said): boolean => UNKNOWN.has(code);

/** What a person means who types `menu.example/bar`. */
function addressOf(typed: string): string {
  const text = typed.trim();
  return text === '' || /^[a-z][a-z0-9+.-]*:/i.test(text) ? text : `https://${text}`;
}

function bodyOf({ purpose, choice, form }: ClaimState, { shortCode, signId, pendingId }: Found): Attempt['body'] {
  const proof = { shortCode, signId, pendingId };
  if (purpose.is !== 'new') return proof;
  const url = addressOf(form.url);
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

/** Whether both ask for the same: the requestId stands beside the body. */
export const asksTheSame = (one: Attempt, other: Pick<Attempt, 'purpose' | 'body'>): boolean =>
  targetOf(one) === targetOf(other) && JSON.stringify(one.body) === JSON.stringify(other.body);

/** The attempt that claims what was found with what stands in the form. `isNew`: under a requestId of its own, whatever was before. */
export function attemptOf(state: ClaimState, moment: Moment, isNew: boolean): Attempt {
  const { purpose, form, open } = state;
  const body = bodyOf(state, state.found!);
  const isSame = !isNew && open !== null && asksTheSame(open, { purpose, body });
  return {
    requestId: isSame ? open.requestId : moment.newId,
    purpose,
    body,
    name: purpose.is === 'new' ? form.name.trim() : purpose.sign.name,
    url: purpose.is === 'new' ? addressOf(form.url) || null : purpose.sign.url,
    madeWallMs: isSame ? open.madeWallMs : moment.wallMs,
  };
}

/** Sends an attempt, for the first time or again. */
export function send(state: ClaimState, attempt: Attempt, { nowMs }: Moment): Step {
  const progress = { sentAtMs: nowMs, askedAtMs: null, provedAtMs: null };
  return {
    state: { ...state, open: attempt, place: { is: 'claiming', attempt, progress, isAsked: true, loss: null } },
    effects: [{ do: 'send', attempt }],
  };
}
