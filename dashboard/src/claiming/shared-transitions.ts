import { requestedDeviceOf } from './match-requested-device.ts';
import { isRetried } from './service-fault.ts';
import type { Effect, Moment } from './machine-event-and-effect-types.ts';
import { nextNames, stemOf } from './name-suggestions.ts';
import { isGuessing } from './refusals.ts';
import {
  EMPTY_FORM,
  NEW,
  type ClaimState,
  type EventChoice,
  type Loss,
  type Place,
  type Refused,
  type Said,
} from './claim-state.ts';
import type { Step } from './make-and-send-attempt.ts';

/** Ways from one place to the next that several events take. Pure. */

/** The same state where nothing changes: then nothing is kept or drawn. */
export const stay = (state: ClaimState, changes: Partial<ClaimState> = {}, ...effects: Effect[]): Step => {
  const isSame = Object.entries(changes).every(([key, value]) => state[key as keyof ClaimState] === value);
  return { state: isSame ? state : { ...state, ...changes }, effects };
};

export const go = (state: ClaimState, place: Place, changes: Partial<ClaimState> = {}, ...effects: Effect[]): Step =>
  stay(state, { ...changes, place }, ...effects);

/** The camera, which takes whatever sign it sees. */
export const SCAN = { is: 'scan', sheet: null, passes: null } as const satisfies Place;

/** Where signs are looked for: the camera, or the keypad with what was typed. */
export const resumeSearch = ({ way, asked }: ClaimState, isAgain: boolean): Place =>
  way === 'scan' ? SCAN : { is: 'type', typed: isAgain ? (asked?.shortCode ?? '') : '' };

/** The same for who has turned down what was asked for: the camera, which may still look at it, doesn't find it again at once. */
export const leaveSearch = (state: ClaimState, isAgain: boolean): Place => {
  const place = resumeSearch(state, isAgain);
  return place.is === 'scan' ? { ...place, passes: state.asked?.shortCode ?? null } : place;
};

/** Ends the pendingSign, so that its sign stops to blink and is free for others. */
export const releaseDevice = ({ found }: Pick<ClaimState, 'found'>): Effect[] =>
  found?.pendingId == null ? [] : [{ do: 'end-pending', pendingId: found.pendingId }];

/** Another sign is looked for; what stands in the form stays. */
export const searchAnother = (state: ClaimState): Step =>
  go(state, leaveSearch(state, false), { found: null, asked: null }, ...releaseDevice(state));

/** Back to the beginning: nothing is held, and what the address asked for, or what was wrong with it, is forgotten. */
export function toStart(state: ClaimState, changes: Partial<ClaimState> = {}): Step {
  const wanted = { ...state.wanted, signId: null, code: null, wrong: null, view: null };
  return go(
    state,
    { is: 'start' },
    { found: null, asked: null, purpose: NEW, wanted, ...changes },
    ...releaseDevice(state),
  );
}

/** Asks for the sign `asked`. */
export function find(state: ClaimState, asked: NonNullable<ClaimState['asked']>): Step {
  const nth = state.nth + 1;
  const awayInARow = asked.shortCode === state.asked?.shortCode ? state.awayInARow : 0;
  return go(
    state,
    { is: 'finding', isAsked: true, loss: null },
    { asked, nth, awayInARow, found: null, elsewhere: null },
    { do: 'start', nth, asked },
  );
}

/** What is offered for the fields that nobody has typed into. */
export function suggestInto(state: ClaimState): ClaimState {
  const { form, isNameTyped, lastName, signs, recentLocations } = state;
  const names = signs.map(({ name }) => name);
  const name = isNameTyped ? form.name : (nextNames(lastName || (names.at(-1) ?? ''), names, 1)[0] ?? '');
  return { ...state, form: { ...form, name, location: form.location || (recentLocations[0] ?? '') } };
}

export const toForm = (state: ClaimState, more: Partial<Extract<Place, { is: 'form' }>> = {}): Step =>
  go(suggestInto(state), { is: 'form', focus: 'name', errors: {}, said: null, ...more }, {}, ...asksNames(state));

/** A name is free only as far as the signs are known: of a large event those are asked for whose names begin alike. */
function asksNames({ choice, hasAllSigns, lastName, signs }: ClaimState): Effect[] {
  const last = lastName || (signs.at(-1)?.name ?? '');
  return hasAllSigns || choice === null || last === '' ? [] : [{ do: 'ask-more-signs', choice, stem: stemOf(last) }];
}

/** An event is chosen; what is known of another's signs is forgotten. */
export function choose(state: ClaimState, choice: EventChoice): Step {
  const { is } = state.purpose;
  const purpose = is !== 'new' && state.purpose.sign.eventId !== choice.eventId ? NEW : state.purpose;
  const isFresh = state.choice !== null && state.choice.eventId !== choice.eventId;
  const form = isFresh && !state.isNameTyped ? { ...EMPTY_FORM, url: state.form.url } : state.form;
  const lastName = isFresh ? '' : state.lastName;
  return stay(
    state,
    { choice, purpose, form, lastName, signs: isFresh ? [] : state.signs },
    { do: 'ask-signs', choice },
  );
}

/** When a refusal of the service may be asked again; it says so itself, or these guess. */
const USUAL_WAIT_MS: Partial<Record<Said['code'], number>> = {
  unavailable: 5_000,
  // A claim under way ends within its deadline of 20 s; most end in a few.
  request_in_progress: 5_000,
  rate_limited: 60_000,
};
/**
 * Where we were away: most signs come back within seconds. Each time that the service is asked about an attempt stands in its history, so a sign that doesn't come back is
 * asked for less and less often.
 */
const COMES_BACK_FIRST_MS = 2_000;
const COMES_BACK_MOST_MS = 30_000;
const comesBackMs = (inARow: number): number => Math.min(COMES_BACK_MOST_MS, COMES_BACK_FIRST_MS * 2 ** (inARow - 1));
/** A wrong code is not asked for again by itself: that would count as another guess. */
const isGuess = ({ said }: Refused): boolean => said?.code === 'rate_limited' && isGuessing(said);

/** The sign may be one of the organization's own by now. */
const MAY_BE_OWN = new Set<Said['code']>(['sign_already_claimed', 'short_code_unknown']);

export function refuse(state: ClaimState, refused: Refused, { nowMs, wallMs }: Moment): Step {
  const code = refused.said?.code ?? 'unavailable';
  const isOurs = refused.of !== 'opening' && isRetried(refused.ours, refused.said);
  const awayInARow = isOurs ? state.awayInARow + 1 : 0;
  const waitMs = refused.said?.retryAfterMs ?? USUAL_WAIT_MS[code] ?? comesBackMs(awayInARow);
  const mayAgain = code in USUAL_WAIT_MS || isOurs;
  const needsAdmins = code === 'forbidden' && state.choice !== null;
  const asked = MAY_BE_OWN.has(code) && state.choice !== null ? requestedDeviceOf(state, refused) : null;
  return go(
    state,
    {
      is: 'refused',
      refused,
      againAtMs: mayAgain ? nowMs + Math.max(500, waitMs) : null,
      byItself: mayAgain && !isGuess(refused),
    },
    { owner: null, awayInARow, refusedWallMs: wallMs },
    ...(asked ? [{ do: 'ask-owner' as const, organizationId: state.choice!.organizationId, asked }] : []),
    ...(needsAdmins ? [{ do: 'ask-admins' as const, organizationId: state.choice!.organizationId }] : []),
  );
}

/** A reply that did not come; `before`: the one before it. */
export const lost = (before: Loss | null, { nowMs, wallMs }: Moment): Loss => ({
  atMs: nowMs,
  atWallMs: before?.atWallMs ?? wallMs,
  inARow: (before?.inARow ?? 0) + 1,
});
