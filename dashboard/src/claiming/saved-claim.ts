import { isOutcomeUnknown } from './make-and-send-attempt.ts';
import type { Moment } from './machine-event-and-effect-types.ts';
import {
  EMPTY_FORM,
  NEW,
  type Attempt,
  type ClaimState,
  type EventChoice,
  type Found,
  type Place,
} from './claim-state.ts';
import type { Form, Progress, Purpose, Asked, Tally } from './claim-state.ts';

/**
 * What of the claim outlives its page, and how it is read back: what a person typed and chose, the pendingSign, and the attempt whose outcome isn't known. Pure;
 * `parse-saved-claim.ts` checks it, claim-storage.ts reads and writes it.
 */
export interface SavedClaim {
  choice: EventChoice | null;
  recentLocations: string[];
  recentUrls: string[];
  lastName: string;
  tally: Tally | null;
  form: Form;
  isNameTyped: boolean;
  purpose: Purpose;
  asked: Asked | null;
  way: 'scan' | 'type';
  /** Its times are of the time of day, because `performance.now()` begins anew with each page. */
  found: Found | null;
  isInForm: boolean;
  attempt: Attempt | null;
  /** The last one whose outcome isn't final, though the person went back to the form: the same form goes under its requestId. */
  open: Attempt | null;
  /** How far `attempt` was, as far as the service told, by the time of day; null: that isn't known. */
  progress: Progress | null;
  /** What the service refused for good, until the person moves on. */
  refusal: Refusal | null;
  /** When it was refused, by the time of day. */
  refusedWallMs: number | null;
}

/** An attempt that was refused for good, or fields of the form that were. */
export type Refusal = Extract<Place, { is: 'refused' }> | Extract<Place, { is: 'form' }>;

export const NO_SAVED_CLAIM: SavedClaim = {
  choice: null,
  recentLocations: [],
  recentUrls: [],
  lastName: '',
  tally: null,
  form: EMPTY_FORM,
  isNameTyped: false,
  purpose: NEW,
  asked: null,
  way: 'scan',
  found: null,
  isInForm: false,
  attempt: null,
  open: null,
  progress: null,
  refusal: null,
  refusedWallMs: null,
};

/** An attempt that is older was of another shift: its sign is claimed or free by now, and the list of claims has its outcome. */
const TOO_OLD_MS = 12 * 60 * 60 * 1_000;
/** Whoever was refused an hour ago has gone on. */
const STALE_MS = 60 * 60 * 1_000;
/** A pendingSign lives ten minutes; a clock that was set since makes no longer one of it. */
const HELD_MOST_MS = 24 * 60 * 60 * 1_000;

const move = (found: Found, byMs: number): Found => ({
  ...found,
  heldUntilMs: found.heldUntilMs + byMs,
  blinks: found.blinks && { sinceMs: found.blinks.sinceMs + byMs, untilMs: found.blinks.untilMs + byMs },
});

/** The attempt that must not be lost: it is on its way, or it is not known what came of it. */
function attemptToKeep({ place }: ClaimState): Attempt | null {
  if (place.is === 'claiming') return place.attempt;
  if (place.is !== 'refused' || place.refused.of !== 'attempt') return null;
  const { said, ours, attempt } = place.refused;
  return isOutcomeUnknown(said) || ours !== undefined ? attempt : null;
}

/** Of what was said no more than is shown. */
function refusalToKeep({ place }: ClaimState): Refusal | null {
  if (place.is === 'form') return place.said && { ...place, said: { code: place.said.code } };
  if (place.is !== 'refused' || place.refused.of !== 'attempt') return null;
  const { code, reason, detail, errors } = place.refused.said;
  const said = { code, ...(reason && { reason }), ...(detail && { detail }), ...(errors && { errors }) };
  return { is: 'refused', refused: { ...place.refused, said }, againAtMs: null, byItself: false };
}

/** Which event the refusal is of: an attempt's own, and a form's that is chosen. */
export function eventOfRefusal({ refusal, choice }: Pick<SavedClaim, 'refusal' | 'choice'>): string | null {
  if (refusal?.is !== 'refused' || refusal.refused.of !== 'attempt') return choice?.eventId ?? null;
  const { purpose, body } = refusal.refused.attempt;
  if (purpose.is !== 'new') return purpose.sign.eventId;
  return 'eventId' in body ? body.eventId : null;
}

const movedProgress = ({ sentAtMs, askedAtMs, provedAtMs, ...progress }: Progress, byMs: number): Progress => ({
  ...progress,
  sentAtMs: sentAtMs + byMs,
  askedAtMs: askedAtMs && askedAtMs + byMs,
  provedAtMs: provedAtMs && provedAtMs + byMs,
});

export function savedClaimOf(state: ClaimState, { nowMs, wallMs }: Pick<Moment, 'nowMs' | 'wallMs'>): SavedClaim {
  const { choice, recentLocations, recentUrls, lastName, tally, form, isNameTyped, purpose, asked, way, found } = state;
  const attempt = attemptToKeep(state);
  const progress = state.place.is === 'claiming' ? state.place.progress : null;
  return {
    choice,
    recentLocations,
    recentUrls,
    lastName,
    tally,
    form,
    isNameTyped,
    purpose,
    asked,
    way,
    found: found && move(found, Math.round(wallMs - nowMs)),
    isInForm: state.place.is !== 'found' && state.place.is !== 'prepared',
    attempt,
    open: state.open,
    progress: progress && movedProgress(progress, Math.round(wallMs - nowMs)),
    refusal: attempt === null ? refusalToKeep(state) : null,
    refusedWallMs: state.refusedWallMs,
  };
}

/** What is still good of it: an attempt of yesterday and a pendingSign that ran out are dropped. */
export function restored(kept: SavedClaim, { nowMs, wallMs }: Pick<Moment, 'nowMs' | 'wallMs'>): SavedClaim {
  const found = kept.found && move(kept.found, Math.round(nowMs - wallMs));
  const heldMs = (found?.heldUntilMs ?? 0) - nowMs;
  const isWithin = (mostMs: number, sinceWallMs: number | undefined | null): boolean =>
    sinceWallMs != null && Math.abs(wallMs - sinceWallMs) <= mostMs;
  return {
    ...kept,
    found: heldMs > 0 && heldMs <= HELD_MOST_MS ? found : null,
    attempt: isWithin(TOO_OLD_MS, kept.attempt?.madeWallMs) ? kept.attempt : null,
    progress: kept.progress && movedProgress(kept.progress, Math.round(nowMs - wallMs)),
    refusal: isWithin(STALE_MS, kept.refusedWallMs) ? kept.refusal : null,
  };
}
