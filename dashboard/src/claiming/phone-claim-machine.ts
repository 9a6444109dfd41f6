import { progressAt, send, type Step } from './make-and-send-attempt.ts';
import type { ClaimEvent, Moment, Opening } from './machine-event-and-effect-types.ts';
import { eventOfRefusal, type SavedClaim } from './saved-claim.ts';
import { find, go, refuse } from './shared-transitions.ts';
import { ON_OTHERS } from './outside-event-handlers.ts';
import { asksHosts } from './outcome-handlers.ts';
import { ON_PRESSES } from './press-handlers.ts';
import { EMPTY_FORM, NEW, type ClaimState, type Place } from './claim-state.ts';

/**
 * The claim on a phone, as a pure function: (state, what happened) → (state, effects). docs/phone.md has its places and what leads from one to the other.
 *
 * - A sign is `done` by an answer of the service alone (`claimed`), never by a step that the socket told.
 * - At most one attempt is on its way, and its body goes under one requestId (make-and-send-attempt.ts).
 * - What must not be lost is a function of the state (saved-claim.ts), and is written before an effect runs; so are the timers (claim-timers.ts).
 * - An answer of another search or another attempt than the one that is shown changes nothing that is shown.
 */
export function step(state: ClaimState, happening: ClaimEvent, moment: Moment): Step {
  const handlers: Record<string, (state: ClaimState, happening: never, moment: Moment) => Step> = {
    ...ON_PRESSES,
    ...ON_OTHERS,
  };
  return ofRole(handlers[happening.type]!(state, happening as never, moment), moment);
}

/** Where a claim is begun. */
const BEGINNINGS = new Set<Place['is']>(['start', 'prepared', 'scan', 'type', 'form']);

/** Whose role can't claim signs for the event learns so before they look for one, not after. */
function ofRole(step: Step, moment: Moment): Step {
  const { state, effects } = step;
  if (state.choice?.role !== 'viewer' || !BEGINNINGS.has(state.place.is)) return step;
  const told = refuse(state, { of: 'opening', said: { code: 'forbidden' } }, moment);
  return { state: told.state, effects: [...effects, ...told.effects] };
}

/** What the claim begins with: an attempt whose outcome isn't known, a code of the address, what was held, or the beginning. */
export function open(opening: Opening, kept: SavedClaim, moment: Moment): Step {
  const { userId, isOnline, eventId, signId, code } = opening;
  const { choice, form, isNameTyped, recentLocations, recentUrls, lastName, tally } = kept;
  // Who comes by an address that names something has moved on; a record's own address is its refusal's too.
  const { purpose: before } = kept;
  const isOfSign = signId === null || (before.is !== 'new' && before.sign.id === signId);
  const isOfEvent = eventId === null || eventId === eventOfRefusal(kept);
  const isNamed = code !== null || opening.view !== null || opening.wrong !== null;
  const refusal = !isNamed && isOfSign && isOfEvent ? kept.refusal : null;
  const isRestored =
    kept.attempt !== null || refusal !== null || (code === null && signId === null && kept.found !== null);
  const state: ClaimState = {
    userId,
    isOnline,
    offlineSinceWallMs: null,
    owner: null,
    elsewhere: null,
    wanted: { eventId, signId: isRestored ? null : signId, view: opening.view, code: null, wrong: opening.wrong },
    events: null,
    makesEvents: opening.makesEvents,
    choice,
    purpose: kept.attempt?.purpose ?? (isRestored ? kept.purpose : NEW),
    asked: isRestored ? kept.asked : null,
    way: kept.way,
    found: isRestored ? kept.found : null,
    form: form ?? EMPTY_FORM,
    isNameTyped,
    signs: [],
    hasAllSigns: true,
    recentLocations,
    recentUrls,
    lastName,
    tally,
    open: kept.attempt ?? kept.open,
    camera: null,
    isLit: false,
    admins: [],
    hosts: [],
    awayInARow: 0,
    refusedWallMs: refusal && kept.refusedWallMs,
    nth: 0,
    isKept: true,
    hasLeft: false,
    place: { is: 'opening' },
  };
  const begun = begin(state, { ...kept, refusal }, opening, moment);
  const target = state.wanted.signId === null ? [] : [{ do: 'ask-target' as const, signId: state.wanted.signId }];
  return { state: begun.state, effects: [{ do: 'ask-events' }, ...target, ...begun.effects] };
}

function begin(state: ClaimState, kept: SavedClaim, { code }: Opening, moment: Moment): Step {
  if (kept.attempt !== null) {
    // The sign of the address comes next, unless it is the one that is being claimed.
    const wanted = { ...state.wanted, code: code === kept.attempt.body.shortCode ? null : code };
    return goOn(send({ ...state, wanted }, kept.attempt, moment), kept, moment);
  }
  const { refusal, refusedWallMs } = kept;
  if (refusal?.is === 'refused')
    return refuse(state, refusal.refused, { ...moment, wallMs: refusedWallMs ?? moment.wallMs });
  if (refusal?.is === 'form') return go(state, refusal, {}, ...asksHosts(state, refusal.said));
  if (code !== null) return find({ ...state, way: 'type' }, { shortCode: code });
  if (state.found === null) return go(state, { is: 'opening' });
  const held: Place = kept.isInForm ? { is: 'form', focus: null, errors: {}, said: null } : { is: 'found' };
  if (state.wanted.wrong === null) return go(state, held);
  return go(state, { ...held, isWrongLink: true }, { wanted: { ...state.wanted, wrong: null } });
}

/** The attempt is where it was heard to be last; what the service has told since, nobody repeats. */
const goOn = ({ state, effects }: Step, { progress }: SavedClaim, { nowMs }: Moment): Step =>
  state.place.is === 'claiming' && state.place.attempt.isUnsent !== true
    ? { state: { ...state, place: { ...state.place, progress: progressAt(progress, nowMs) } }, effects }
    : { state, effects };
