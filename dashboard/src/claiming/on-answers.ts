import { isSpent, isUntaken, staysOpen, type Step } from './attempts.ts';
import type { Effect, Happening, Moment } from './happenings.ts';
import { choose, find, go, letGo, refuse, SCAN, stay, suggestInto } from './moves.ts';
import { newestFirst } from './names.ts';
import { ON_PRESSES } from './on-presses.ts';
import type { FieldName, Press } from './presses.ts';
import { isPendingGone } from './refusals.ts';
import {
  EMPTY_FORM,
  type Attempt,
  type ClaimState,
  type ClaimView,
  type Done,
  type Form,
  type KnownSign,
  type Loss,
  type Place,
  type Said,
} from './state.ts';

/** What answers, the socket, the camera and timers do. What comes too late, or of another attempt, changes nothing. Pure. */

type Other = Exclude<Happening, Press>;
type Handlers = {
  [Type in Other['type']]: (state: ClaimState, happening: Extract<Other, { type: Type }>, moment: Moment) => Step;
};

const lost = (before: Loss | null, { nowMs, wallMs }: Moment): Loss => ({
  atMs: nowMs,
  atWallMs: before?.atWallMs ?? wallMs,
  inARow: (before?.inARow ?? 0) + 1,
});

/** Where the address leads to. */
const VIEWS: Record<ClaimView | 'start', Place> = {
  start: { is: 'start' },
  scan: SCAN,
  type: { is: 'type', typed: '' },
  prepared: { is: 'prepared' },
  events: { is: 'events' },
};

/** Goes on from the opening when all is known that it asked for. */
function opened(step: Step): Step {
  const { state } = step;
  if (state.place.is !== 'opening' || state.events === null || state.wanted.signId !== null) return step;
  const { view, wrong } = state.wanted;
  if (wrong !== null && state.events.length > 0) {
    const place: Place =
      wrong.is === 'sign' ? { is: 'start', isWrongLink: true } : { is: 'type', typed: wrong.typed, isWrongLink: true };
    return { ...step, state: { ...state, place, wanted: { ...state.wanted, wrong: null, view: null } } };
  }
  if (state.choice === null) return { ...step, state: { ...state, place: { is: 'events' } } };
  const told: ClaimState = { ...state, place: VIEWS[view ?? 'start'], wanted: { ...state.wanted, view: null } };
  return { ...step, state: view === 'scan' || view === 'type' ? { ...told, way: view } : told };
}

function onEvents(state: ClaimState, events: NonNullable<ClaimState['events']>): Step {
  const wanted = events.find(({ eventId }) => eventId === state.wanted.eventId);
  const present = events.find(({ eventId }) => eventId === state.choice?.eventId);
  const choice = wanted ?? present ?? (events.length === 1 ? events[0] : undefined);
  const told: ClaimState = { ...state, events, wanted: { ...state.wanted, eventId: null } };
  return opened(choice === undefined ? stay(told, { choice: null }) : choose(told, choice));
}

/** The message of each field that the service names, and the first of them. */
function fieldErrors(said: Said): { errors: Partial<Form>; focus: FieldName | null } {
  if (said.code === 'invalid_url') return { errors: { url: said.detail ?? '' }, focus: 'url' };
  const errors: Partial<Form> = {};
  for (const field of ['name', 'location', 'url'] as const) {
    const found = said.errors?.find(({ path }) => path === `/${field}`);
    if (found) errors[field] = found.message;
  }
  return { errors, focus: (Object.keys(errors)[0] as FieldName | undefined) ?? null };
}

/** The attempt of that requestId, where it is the one that is shown. */
function shown({ place }: ClaimState, requestId: string): Attempt | null {
  if (place.is === 'claiming' && place.attempt.requestId === requestId) return place.attempt;
  if (place.is !== 'refused' || place.refused.of !== 'attempt') return null;
  return place.refused.attempt.requestId === requestId ? place.refused.attempt : null;
}

/** Which hosts an address may have, is asked when one was refused. */
const asksHosts = ({ choice }: ClaimState, { code }: Said): Effect[] =>
  code === 'invalid_url' && choice !== null ? [{ do: 'ask-hosts', organizationId: choice.organizationId }] : [];

function onRefusal(state: ClaimState, attempt: Attempt, said: Said, moment: Moment): Step {
  const open =
    staysOpen(said) && state.open ? { ...state.open, ...(isUntaken(said) && { isUntaken: true as const }) } : null;
  const { errors, focus } = fieldErrors(said);
  if (focus !== null && attempt.purpose.is === 'new' && state.found !== null)
    return go(state, { is: 'form', focus, errors, said }, { open, hosts: [] }, ...asksHosts(state, said));
  const spent = state.found && isSpent(said) ? { ...state.found, pendingId: null } : state.found;
  const found = said.code === 'pending_expired' || isPendingGone(attempt, said) ? null : spent;
  return refuse({ ...state, open, found }, { of: 'attempt', attempt, said }, moment);
}

function onClaimed(
  state: ClaimState,
  { answer, requestId }: Extract<Other, { type: 'claimed' }>,
  moment: Moment,
): Step {
  const attempt = shown(state, requestId);
  const open = state.open?.requestId === requestId ? null : state.open;
  if (attempt === null) return stay(state, { open });
  const { sign, handshake } = answer;
  const progress = state.place.is === 'claiming' ? state.place.progress : null;
  const provedInMs =
    progress?.provedAtMs != null ? progress.provedAtMs - (progress.askedAtMs ?? progress.sentAtMs) : null;
  const done: Done = {
    attempt,
    sign,
    handshake,
    provedInMs,
    httpStatus: null,
    picture: { is: sign.url === null ? 'none' : 'awaited' },
  };
  const before = state.tally?.eventId === sign.eventId ? state.tally : null;
  const tally =
    before?.requestId === requestId
      ? before
      : {
          eventId: sign.eventId,
          sinceWallMs: before?.sinceWallMs ?? moment.wallMs,
          count: (before?.count ?? 0) + 1,
          requestId,
        };
  const signs = [...state.signs.filter(({ id }) => id !== sign.id), sign];
  return go(
    state,
    { is: 'done', done },
    {
      open,
      tally,
      signs,
      found: null,
      asked: null,
      lastName: sign.name,
      isNameTyped: false,
      recentLocations: newestFirst(sign.location, state.recentLocations),
      recentUrls: newestFirst(sign.url ?? '', state.recentUrls),
      form: { ...EMPTY_FORM, location: sign.location },
    },
    ...(sign.url === null ? [] : [{ do: 'look' as const, signId: sign.id }]),
  );
}

function onNotClaimed(state: ClaimState, requestId: string, why: Said | null, moment: Moment): Step {
  const { place } = state;
  if (place.is !== 'claiming' || place.attempt.requestId !== requestId) return stay(state);
  if (why !== null) return onRefusal(state, place.attempt, why, moment);
  return go(state, { ...place, isAsked: false, loss: lost(place.loss, moment) });
}

const STEP_TIMES = { sent: 'askedAtMs', acknowledged: 'provedAtMs' } as const;

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
  return waits ? ON_PRESSES['try-again'](state, { type: 'try-again' }, moment) : stay(state);
}

function knowing(state: ClaimState, signs: KnownSign[]): Step {
  const told: ClaimState = { ...state, signs };
  return stay(state.place.is === 'form' ? suggestInto(told) : told);
}

export const ON_OTHERS: Handlers = {
  events: (state, { events }) => onEvents(state, events),
  'no-events': (state, { why }, moment) =>
    state.place.is === 'opening' ? refuse(state, { of: 'opening', said: why }, moment) : stay(state),
  target: (state, { sign, isLinked }) => {
    const isWanted = state.wanted.signId === sign.id;
    const isPresent = state.purpose.is !== 'new' && state.purpose.sign.id === sign.id;
    if (isPresent && !isWanted && state.purpose.is !== 'new')
      return stay(state, { purpose: { ...state.purpose, sign } });
    if (!isWanted) return stay(state);
    const wanted = { ...state.wanted, eventId: state.wanted.eventId ?? sign.eventId, signId: null };
    const told: ClaimState = { ...state, wanted, purpose: { is: isLinked ? 'replace' : 'link', sign } };
    const choice = state.events?.find(({ eventId }) => eventId === sign.eventId);
    return opened(choice === undefined ? stay(told) : choose(told, choice));
  },
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
  scanned: onScanned,
  'photo-read': (state, { result }, moment) => {
    if (result.kind === 'no_qr' || result.kind === 'several_signs' || result.kind === 'unreadable')
      return state.place.is === 'scan' ? go(state, { ...state.place, sheet: result }) : stay(state);
    return onScanned(state, { type: 'scanned', scanned: result }, moment);
  },
  camera: (state, { camera }) => stay(state, { camera }),
  found: (state, { nth, found }) =>
    nth !== state.nth || state.place.is !== 'finding'
      ? stay(state, {}, ...letGo({ found }))
      : go(state, { is: 'found' }, { found, asked: { signId: found.signId, shortCode: found.shortCode } }),
  'not-found': (state, { nth, why }, moment) => {
    if (nth !== state.nth || state.place.is !== 'finding') return stay(state);
    if (why !== null) return refuse(state, { of: 'finding', said: why }, moment);
    return go(state, { ...state.place, isAsked: false, loss: lost(state.place.loss, moment) });
  },
  claimed: onClaimed,
  'not-claimed': (state, { requestId, why }, moment) => onNotClaimed(state, requestId, why, moment),
  step: (state, { requestId, step }, { nowMs }) => {
    const { place } = state;
    // What came of it is the answer's to say, which holds the record.
    if (place.is !== 'claiming' || place.attempt.requestId !== requestId || !(step in STEP_TIMES)) return stay(state);
    const time = STEP_TIMES[step as keyof typeof STEP_TIMES];
    return go(state, { ...place, progress: { ...place.progress, [time]: place.progress[time] ?? nowMs } });
  },
  looked: (state, { signId, sign, takenAtMs, httpStatus, isLast }) => {
    if (state.place.is !== 'done' || state.place.done.sign.id !== signId) return stay(state);
    const { done } = state.place;
    const none = isLast ? ({ is: 'none' } as const) : done.picture;
    const picture = takenAtMs === null ? none : ({ is: 'there', takenAtMs } as const);
    return go(state, { is: 'done', done: { ...done, sign, picture, httpStatus } });
  },
  network: (state, { isOnline }, moment) => {
    if (isOnline === state.isOnline) return stay(state);
    const told: ClaimState = { ...state, isOnline };
    return isOnline ? again(told, moment) : stay(told);
  },
  timer: (state, { name }, moment) => {
    const { place } = state;
    if (name === 'held' && (place.is === 'found' || place.is === 'form'))
      return refuse({ ...state, found: null }, { of: 'finding', said: { code: 'pending_expired' } }, moment);
    if (name === 'lost') return again(state, moment);
    if (name !== 'again' || place.is !== 'refused') return stay(state);
    if (place.byItself) return ON_PRESSES['try-again'](state, { type: 'try-again' }, moment);
    return go(state, { ...place, againAtMs: null });
  },
};
