import { requestedDeviceOf, isRequestedDevice } from './match-requested-device.ts';
import type { Step } from './make-and-send-attempt.ts';
import { serviceFaultOfSearch } from './service-fault.ts';
import type { ClaimEvent, Moment } from './machine-event-and-effect-types.ts';
import { holdsDevice } from './holds-device.ts';
import { find, go, releaseDevice, lost, refuse, stay, suggestInto } from './shared-transitions.ts';
import { tryAgain } from './attempt-press-handlers.ts';
import { onEvents, onNoTarget, onTarget } from './opening-handlers.ts';
import { onClaimed, onNotClaimed, onStep } from './outcome-handlers.ts';
import type { Press } from './user-action-types.ts';
import type { ClaimState, KnownSign } from './claim-state.ts';

/** What answers, the socket, the camera and timers do. What comes too late, or of another attempt, changes nothing. Pure. */

type Other = Exclude<ClaimEvent, Press>;
type Handlers = {
  [Type in Other['type']]: (state: ClaimState, happening: Extract<Other, { type: Type }>, moment: Moment) => Step;
};

function onScanned(state: ClaimState, { scanned }: Extract<Other, { type: 'scanned' }>, moment: Moment): Step {
  if (state.place.is !== 'scan' || state.place.sheet !== null) return stay(state);
  switch (scanned.kind) {
    case 'sign':
      return find({ ...state, way: 'scan' }, { signId: scanned.signId, shortCode: scanned.shortCode });
    case 'code':
      return find({ ...state, way: 'scan' }, { shortCode: scanned.shortCode });
    case 'short_code_mismatch':
      return refuse({ ...state, asked: null }, { of: 'finding', said: { code: 'short_code_mismatch' } }, moment);
    default:
      return go(state, { ...state.place, sheet: scanned });
  }
}

/** Asks again what waits for the network. */
function again(state: ClaimState, moment: Moment): Step {
  const { place } = state;
  const waits =
    ((place.is === 'claiming' || place.is === 'finding') && !place.isAsked) ||
    (place.is === 'refused' && place.refused.said === null);
  return waits ? tryAgain(state, moment) : stay(state);
}

function knowing(state: ClaimState, signs: KnownSign[]): Step {
  const told: ClaimState = { ...state, signs };
  return stay(state.place.is === 'form' ? suggestInto(told) : told);
}

export const ON_OTHERS: Handlers = {
  events: (state, { events }) => onEvents(state, events),
  'no-events': (state, { why }, moment) =>
    state.place.is === 'opening' ? refuse(state, { of: 'opening', said: why }, moment) : stay(state),
  target: onTarget,
  'no-target': onNoTarget,
  signs: (state, { eventId, signs, isWhole }) =>
    eventId === state.choice?.eventId ? knowing({ ...state, hasAllSigns: isWhole }, signs) : stay(state),
  'more-signs': (state, { eventId, signs }) => {
    if (eventId !== state.choice?.eventId) return stay(state);
    const more = new Map(signs.map((sign) => [sign.id, sign]));
    return knowing(state, [...state.signs.filter(({ id }) => !more.has(id)), ...signs]);
  },
  admins: (state, { names }) => stay(state, { admins: names }),
  hosts: (state, { organizationId, hosts }) =>
    stay(state, state.choice?.organizationId === organizationId ? { hosts } : {}),
  owner: (state, { owner }) => {
    const asked = state.place.is === 'refused' ? requestedDeviceOf(state, state.place.refused) : null;
    return stay(state, asked !== null && isRequestedDevice(asked, owner.device) ? { owner } : {});
  },
  scanned: onScanned,
  'photo-read': (state, { result }, moment) => {
    if (result.kind === 'no_qr' || result.kind === 'several_signs' || result.kind === 'unreadable')
      return state.place.is === 'scan' ? go(state, { ...state.place, sheet: result }) : stay(state);
    // Another photo may be of what the one before was not.
    const looking: ClaimState =
      state.place.is === 'scan' ? { ...state, place: { ...state.place, sheet: null } } : state;
    return onScanned(looking, { type: 'scanned', scanned: result }, moment);
  },
  camera: (state, { camera }) => stay(state, { camera }),
  found: (state, { nth, found }) =>
    nth !== state.nth || state.place.is !== 'finding'
      ? stay(state, {}, ...releaseDevice({ found }))
      : go(
          state,
          { is: 'found' },
          { found, awayInARow: 0, asked: { signId: found.signId, shortCode: found.shortCode } },
        ),
  'not-found': (state, { nth, why, service = null }, moment) => {
    if (nth !== state.nth || state.place.is !== 'finding') return stay(state);
    if (why !== null) {
      const ours = serviceFaultOfSearch(why, service);
      return refuse(state, { of: 'finding', said: why, ...(ours && { ours }) }, moment);
    }
    return go(state, { ...state.place, isAsked: false, loss: lost(state.place.loss, moment) });
  },
  claimed: onClaimed,
  'not-claimed': onNotClaimed,
  step: onStep,
  looked: (state, { signId, sign, takenAtMs, httpStatus, isLast }) => {
    if (state.place.is !== 'done' || state.place.done.sign.id !== signId) return stay(state);
    const { done } = state.place;
    const none = isLast ? ({ is: 'none' } as const) : done.picture;
    const picture = takenAtMs === null ? none : ({ is: 'there', takenAtMs } as const);
    return go(state, { is: 'done', done: { ...done, sign, picture, httpStatus } });
  },
  network: (state, { isOnline }, moment) => {
    if (isOnline === state.isOnline) return stay(state);
    const told: ClaimState = { ...state, isOnline, offlineSinceWallMs: isOnline ? null : moment.wallMs };
    return isOnline ? again(told, moment) : stay(told);
  },
  timer: (state, { name }, moment) => {
    const { place } = state;
    if (name === 'held' && holdsDevice(state))
      return refuse({ ...state, found: null }, { of: 'finding', said: { code: 'pending_expired' } }, moment);
    if (name === 'lost') return again(state, moment);
    if (name !== 'again' || place.is !== 'refused') return stay(state);
    if (place.byItself) return tryAgain(state, moment);
    return go(state, { ...place, againAtMs: null });
  },
};
