import { hostLedTo } from '@sign-display/contracts/redirect-host-detail';
import { isSpent, isUntaken, staysOpen, type Step } from './make-and-send-attempt.ts';
import { serviceFaultOfAttempt, type ServiceLife } from './service-fault.ts';
import type { Effect, ClaimEvent, Moment } from './machine-event-and-effect-types.ts';
import { holdsDevice } from './holds-device.ts';
import { go, lost, refuse, stay } from './shared-transitions.ts';
import { newestFirst } from './name-suggestions.ts';
import type { FieldName } from './user-action-types.ts';
import { isPendingGone } from './refusals.ts';
import {
  EMPTY_FORM,
  type Attempt,
  type ClaimState,
  type Done,
  type Form,
  type Place,
  type Said,
} from './claim-state.ts';

/** What came of an attempt, and how far it is. Pure. */

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
export const asksHosts = ({ choice }: ClaimState, said: Said | null): Effect[] =>
  said?.code === 'invalid_url' && choice !== null ? [{ do: 'ask-hosts', organizationId: choice.organizationId }] : [];

function onRefusal(
  state: ClaimState,
  place: Extract<Place, { is: 'claiming' }>,
  said: Said,
  service: ServiceLife | null,
  moment: Moment,
): Step {
  const { attempt } = place;
  const ours = serviceFaultOfAttempt(said, service, place, moment.nowMs);
  const open =
    (staysOpen(said) || ours !== null) && state.open
      ? { ...state.open, ...(isUntaken(said) && { isUntaken: true as const }) }
      : null;
  const { errors, focus } = fieldErrors(said);
  if (focus !== null && attempt.purpose.is === 'new' && state.found !== null)
    return go(
      state,
      { is: 'form', focus, errors, said },
      { open, hosts: [], refusedWallMs: moment.wallMs },
      ...asksHosts(state, said),
    );
  const spent = state.found && isSpent(said) ? { ...state.found, pendingId: null } : state.found;
  const found = said.code === 'pending_expired' || isPendingGone(said) ? null : spent;
  return refuse({ ...state, open, found }, { of: 'attempt', attempt, said, ...(ours && { ours }) }, moment);
}

export function onClaimed(
  state: ClaimState,
  { answer, requestId }: Extract<ClaimEvent, { type: 'claimed' }>,
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
    leadsTo: progress?.leadsTo ?? null,
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

export function onNotClaimed(
  state: ClaimState,
  { requestId, why, service = null }: Extract<ClaimEvent, { type: 'not-claimed' }>,
  moment: Moment,
): Step {
  const { place } = state;
  if (place.is !== 'claiming' || place.attempt.requestId !== requestId) return stay(state);
  if (why !== null) return onRefusal(state, place, why, service, moment);
  return go(state, { ...place, isAsked: false, loss: lost(place.loss, moment) });
}

const STEP_TIMES = { sent: 'askedAtMs', acknowledged: 'provedAtMs' } as const;

/** Of the sign that is held, and by no attempt of this page. */
const isElsewhere = (state: ClaimState, requestId: string, signId: string | undefined): boolean =>
  holdsDevice(state) && signId === state.found?.signId && requestId !== state.open?.requestId;

export function onStep(
  state: ClaimState,
  { requestId, signId, step, detail }: Extract<ClaimEvent, { type: 'step' }>,
  { nowMs }: Moment,
): Step {
  const { place } = state;
  if (isElsewhere(state, requestId, signId))
    return stay(state, { elsewhere: step === 'failed' ? null : { signId: signId!, isDone: step === 'committed' } });
  // What came of it is the answer's to say, which holds the record.
  if (place.is !== 'claiming' || place.attempt.requestId !== requestId || !(step in STEP_TIMES)) return stay(state);
  const time = STEP_TIMES[step as keyof typeof STEP_TIMES];
  const host = hostLedTo(detail);
  const told = { [time]: place.progress[time] ?? nowMs, ...(host !== null && { leadsTo: host }) };
  return go(state, { ...place, progress: { ...place.progress, ...told } });
}
