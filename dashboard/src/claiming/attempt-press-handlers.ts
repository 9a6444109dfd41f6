import { anew, attemptOf, isFinal, progressAt, send, sendNow, type Step } from './make-and-send-attempt.ts';
import type { Effect, Moment } from './machine-event-and-effect-types.ts';
import { find, go, resumeSearch, stay, toForm, toStart } from './shared-transitions.ts';
import type { FieldName } from './user-action-types.ts';
import type { Attempt, ClaimState, Form, Purpose } from './claim-state.ts';

/** What a person does about an attempt: sends it, once more or otherwise, and leaves it. Pure. */

/** The attempt that was refused for good, if one was: of any other, nobody knows whether a second one would claim twice. */
const spentAttempt = ({ place }: ClaimState): Attempt | null =>
  place.is === 'refused' && place.refused.of === 'attempt' && isFinal(place.refused.said)
    ? place.refused.attempt
    : null;

/** The same body under a requestId of its own, or another body. */
export function sendAnew(state: ClaimState, moment: Moment, change: Partial<Attempt> = {}): Step {
  const attempt = spentAttempt(state);
  if (attempt === null) return stay(state);
  return send(state, anew(attempt, change, moment), moment);
}

export function withoutPage(state: ClaimState, moment: Moment): Step {
  const bare: ClaimState = { ...state, form: { ...state.form, url: '' } };
  if (state.place.is === 'form') return submit(bare, moment);
  const attempt = spentAttempt(state);
  if (attempt === null || !('url' in attempt.body)) return stay(state);
  const { url: _, ...body } = attempt.body;
  return sendAnew(bare, moment, { body, url: null });
}

/** What a person sees at once, and needs no service to tell. */
function missing({ name, location }: Form): Partial<Record<FieldName, ''>> {
  return { ...(name.trim() === '' && { name: '' }), ...(location.trim() === '' && { location: '' }) };
}

export function submit(state: ClaimState, moment: Moment): Step {
  if (state.found === null) return findAgain(state);
  if (state.purpose.is === 'new') {
    if (state.choice === null) return go(state, { is: 'events' });
    const errors = missing(state.form);
    const focus = (Object.keys(errors)[0] as FieldName | undefined) ?? null;
    if (focus !== null) return go(state, { is: 'form', focus, errors, said: null });
  }
  return send(state, attemptOf(state, moment), moment);
}

/** The same sign once more: what it is called by is known, so that nobody types it again. */
export const findAgain = (state: ClaimState): Step =>
  state.asked === null ? go(state, resumeSearch(state, true)) : find(state, state.asked);

export function tryAgain(state: ClaimState, moment: Moment): Step {
  const { place } = state;
  if (place.is === 'claiming' && !place.isAsked) {
    const { attempt } = place;
    if (attempt.isUnsent) return sendNow(state, attempt, moment);
    const { nowMs } = moment;
    const progress = progressAt(place.progress, nowMs);
    const again: ClaimState = {
      ...state,
      open: attempt,
      place: { ...place, progress, sentLastAtMs: nowMs, isAsked: true },
    };
    return { state: again, effects: [{ do: 'send', attempt }] };
  }
  if (place.is === 'finding' && !place.isAsked) return stay(findNow(state), {}, startEffect(state));
  if (place.is !== 'refused') return stay(state);
  if (!place.byItself && place.againAtMs !== null && moment.nowMs < place.againAtMs) return stay(state);
  const { refused } = place;
  if (refused.of === 'attempt') return send(state, refused.attempt, moment);
  if (refused.of === 'finding') return findAgain(state);
  const target: Effect[] = state.wanted.signId === null ? [] : [{ do: 'ask-target', signId: state.wanted.signId }];
  return go(state, { is: 'opening' }, {}, { do: 'ask-events' }, ...target);
}

const findNow = (state: ClaimState): ClaimState =>
  state.place.is === 'finding' ? { ...state, nth: state.nth + 1, place: { ...state.place, isAsked: true } } : state;
const startEffect = ({ nth, asked }: ClaimState): Effect => ({ do: 'start', nth: nth + 1, asked: asked! });

/** The record gets the device in the other way than was tried. The service is asked what it has now. */
export function instead(state: ClaimState, is: 'link' | 'replace'): Step {
  if (state.purpose.is === 'new') return stay(state);
  const { sign } = state.purpose;
  const purpose: Purpose = { is, sign };
  if (state.found === null) return { ...findAgain({ ...state, purpose }) };
  return go(state, { is: 'found' }, { purpose }, { do: 'ask-target', signId: sign.id });
}

/** Where an attempt begins. */
export const beforeAttempt = (state: ClaimState): Step =>
  state.purpose.is === 'new' ? toForm(state) : go(state, state.found ? { is: 'found' } : resumeSearch(state, true));

/** It goes on without the phone; where it never went out, nothing of it is anywhere but here. */
export function leave(state: ClaimState): Step {
  if (state.place.is !== 'claiming') return stay(state);
  // Nothing of it is anywhere but on this phone: what was typed is there again.
  if (state.place.attempt.isUnsent) return beforeAttempt({ ...state, open: null });
  return toStart({ ...state, found: null }, { open: null, hasLeft: true });
}
