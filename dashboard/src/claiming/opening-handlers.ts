import type { Step } from './make-and-send-attempt.ts';
import type { ClaimEvent, Moment } from './machine-event-and-effect-types.ts';
import { choose, refuse, SCAN, stay } from './shared-transitions.ts';
import type { ClaimState, ClaimView, Place, InvalidLink } from './claim-state.ts';

/** What the page begins with: the events, and the record that the address names. Pure. */

/** Where the address leads to. */
const VIEWS: Record<ClaimView | 'start', Place> = {
  start: { is: 'start' },
  scan: SCAN,
  type: { is: 'type', typed: '' },
  prepared: { is: 'prepared' },
  events: { is: 'events' },
};

/** The address names no sign, which is said there. */
export const placeOfInvalidLink = (wrong: InvalidLink): Place =>
  wrong.is === 'sign' ? { is: 'start', isWrongLink: true } : { is: 'type', typed: wrong.typed, isWrongLink: true };

/** Goes on from the opening when all is known that it asked for. */
function opened(step: Step): Step {
  const { state } = step;
  if (state.place.is !== 'opening' || state.events === null || state.wanted.signId !== null) return step;
  const { view, wrong } = state.wanted;
  if (wrong !== null && state.events.length > 0) {
    const place = placeOfInvalidLink(wrong);
    return { ...step, state: { ...state, place, wanted: { ...state.wanted, wrong: null, view: null } } };
  }
  if (state.choice === null) return { ...step, state: { ...state, place: { is: 'events' } } };
  const told: ClaimState = { ...state, place: VIEWS[view ?? 'start'], wanted: { ...state.wanted, view: null } };
  return { ...step, state: view === 'scan' || view === 'type' ? { ...told, way: view } : told };
}

export function onEvents(state: ClaimState, events: NonNullable<ClaimState['events']>): Step {
  const wanted = events.find(({ eventId }) => eventId === state.wanted.eventId);
  const present = events.find(({ eventId }) => eventId === state.choice?.eventId);
  const choice = wanted ?? present ?? (events.length === 1 ? events[0] : undefined);
  const told: ClaimState = { ...state, events, wanted: { ...state.wanted, eventId: null } };
  return opened(choice === undefined ? stay(told, { choice: null }) : choose(told, choice));
}

export function onTarget(state: ClaimState, { sign, isLinked }: Extract<ClaimEvent, { type: 'target' }>): Step {
  const isWanted = state.wanted.signId === sign.id;
  const isPresent = state.purpose.is !== 'new' && state.purpose.sign.id === sign.id;
  if (isPresent && !isWanted && state.purpose.is !== 'new') return stay(state, { purpose: { ...state.purpose, sign } });
  if (!isWanted) return stay(state);
  const eventId = state.events === null ? (state.wanted.eventId ?? sign.eventId) : null;
  const wanted = { ...state.wanted, eventId, signId: null };
  const told: ClaimState = { ...state, wanted, purpose: { is: isLinked ? 'replace' : 'link', sign } };
  const choice = state.events?.find(({ eventId }) => eventId === sign.eventId);
  return opened(choice === undefined ? stay(told) : choose(told, choice));
}

/** One that is gone is asked for no more; for any other reason it is asked for again. */
export function onNoTarget(
  state: ClaimState,
  { signId, why }: Extract<ClaimEvent, { type: 'no-target' }>,
  moment: Moment,
): Step {
  if (state.place.is !== 'opening' || state.wanted.signId !== signId) return stay(state);
  if (why?.code !== 'not_found') return refuse(state, { of: 'opening', said: why }, moment);
  const told: ClaimState = { ...state, wanted: { ...state.wanted, signId: null, view: null } };
  return refuse(told, { of: 'opening', said: why, isOfSign: true }, moment);
}
