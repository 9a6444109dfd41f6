import { normalizeShortCode } from '@sign-display/contracts/short-code';
import { anew, attemptOf, isFinal, send, sendNow, type Step } from './attempts.ts';
import type { Effect, Moment } from './happenings.ts';
import { choose, find, go, letGo, lookAway, lookForAnother, lookOut, SCAN, stay, toForm, toStart } from './moves.ts';
import type { FieldName, Press } from './presses.ts';
import { NEW, type Attempt, type ClaimState, type Form, type Purpose } from './state.ts';

/** What a person's taps do, each where it is offered; where it isn't, it does nothing. Pure. */

type Handlers = {
  [Type in Press['type']]: (state: ClaimState, press: Extract<Press, { type: Type }>, moment: Moment) => Step;
};

const CODE_LENGTH = 6;

const leads = (state: ClaimState, to: Extract<Effect, { do: 'go' }>['to']): Step => {
  const code = state.asked?.shortCode ?? null;
  return stay(state, {}, { do: 'go', to, eventId: state.choice?.eventId ?? null, code });
};

/** The attempt that was refused for good, if one was: of any other, nobody knows whether a second one would claim twice. */
const spentAttempt = ({ place }: ClaimState): Attempt | null =>
  place.is === 'refused' && place.refused.of === 'attempt' && isFinal(place.refused.said)
    ? place.refused.attempt
    : null;

/** The same body under a requestId of its own, or another body. */
function sendAnew(state: ClaimState, moment: Moment, change: Partial<Attempt> = {}): Step {
  const attempt = spentAttempt(state);
  if (attempt === null) return stay(state);
  return send(state, anew(attempt, change, moment), moment);
}

function withoutPage(state: ClaimState, moment: Moment): Step {
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

function submit(state: ClaimState, moment: Moment): Step {
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
const findAgain = (state: ClaimState): Step =>
  state.asked === null ? go(state, lookOut(state, true)) : find(state, state.asked);

function tryAgain(state: ClaimState, moment: Moment): Step {
  const { place } = state;
  if (place.is === 'claiming' && !place.isAsked) {
    const { attempt, progress } = place;
    if (attempt.isUnsent) return sendNow(state, attempt, moment);
    const again: ClaimState = { ...state, open: attempt, place: { ...place, progress, isAsked: true } };
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
function instead(state: ClaimState, is: 'link' | 'replace'): Step {
  if (state.purpose.is === 'new') return stay(state);
  const { sign } = state.purpose;
  const purpose: Purpose = { is, sign };
  if (state.found === null) return { ...findAgain({ ...state, purpose }) };
  return go(state, { is: 'found' }, { purpose }, { do: 'ask-target', signId: sign.id });
}

function back(state: ClaimState): Step {
  const { place, purpose } = state;
  switch (place.is) {
    case 'scan':
      if (place.sheet !== null) return go(state, { ...place, sheet: null });
      return purpose.is === 'link' ? go(state, { is: 'prepared' }, { purpose: NEW }) : toStart(state);
    case 'type':
      return toStart(state);
    case 'finding':
      return go(state, lookAway(state, true), { nth: state.nth + 1 });
    case 'found':
      return lookForAnother(state);
    case 'form':
      return state.found === null ? toStart(state) : go(state, { is: 'found' });
    case 'events':
      if (state.choice === null) return stay(state);
      return state.found === null ? toStart(state) : toForm(state);
    case 'refused':
      return backFromRefusal(state, place);
    case 'prepared':
    case 'done':
      return toStart(state);
    default:
      return stay(state);
  }
}

function backFromRefusal(state: ClaimState, place: Extract<ClaimState['place'], { is: 'refused' }>): Step {
  if (place.refused.of === 'opening') return state.events === null ? stay(state) : toStart(state);
  if (place.refused.of === 'finding') return go(state, lookAway(state, true), { found: null });
  return beforeAttempt(state);
}

/** Where an attempt begins. */
const beforeAttempt = (state: ClaimState): Step =>
  state.purpose.is === 'new' ? toForm(state) : go(state, state.found ? { is: 'found' } : lookOut(state, true));

function press(state: ClaimState, key: string): Step {
  if (state.place.is !== 'type' || state.place.typed.length >= CODE_LENGTH) return stay(state);
  const read = normalizeShortCode(key.repeat(CODE_LENGTH))?.[0];
  return read === undefined ? stay(state) : go(state, { is: 'type', typed: state.place.typed + read });
}

/** By the camera, or by the keypad, which has the code that was refused. */
function lookBy(state: ClaimState, way: ClaimState['way']): Step {
  const isCorrection = isAt(state, 'refused') && way === 'type';
  return go(state, lookOut({ ...state, way }, isCorrection), { way, camera: null, found: null }, ...letGo(state));
}

const isAt = (state: ClaimState, ...places: ClaimState['place']['is'][]): boolean => places.includes(state.place.is);

/** The list, read anew: others link signs too. */
function toPrepared(state: ClaimState): Step {
  const { choice } = state;
  const place = { is: 'prepared' } as const;
  if (choice === null) return go(state, { is: 'events' });
  return go(state, place, { purpose: NEW, found: null }, ...letGo(state), { do: 'ask-signs', choice });
}

/** Asks for what was typed, where it is whole. */
function findTyped(state: ClaimState): Step {
  const code = state.place.is === 'type' ? normalizeShortCode(state.place.typed) : null;
  return code === null ? stay(state) : find({ ...state, way: 'type' }, { shortCode: code });
}

export const ON_PRESSES: Handlers = {
  back,
  'open-camera': (state) => lookBy(state, 'scan'),
  'open-keypad': (state) => lookBy(state, 'type'),
  'open-prepared': toPrepared,
  'open-events': (state) =>
    go(
      state,
      { is: state.events === null ? 'opening' : 'events' },
      { wanted: { ...state.wanted, signId: null } },
      { do: 'ask-events' },
    ),
  'open-claims': (state) => leads(state, 'claims'),
  'pick-event': (state, { eventId }) => {
    const choice = state.events?.find((each) => each.eventId === eventId);
    if (choice === undefined) return stay(state);
    const chosen = choose(state, choice);
    const next = chosen.state.found === null ? toStart(chosen.state) : toForm(chosen.state);
    return { state: next.state, effects: [...chosen.effects, ...next.effects] };
  },
  'pick-sign': (state, { signId }) => {
    const sign = state.signs.find(({ id }) => id === signId);
    if (sign === undefined || state.choice === null) return stay(state);
    const { organizationId, eventId } = state.choice;
    const { id, name, location, url } = sign;
    const purpose: Purpose = {
      is: 'link',
      sign: { id, organizationId, eventId, name, location, url, shortCode: null },
    };
    return go(state, SCAN, { purpose, way: 'scan', camera: null, found: null });
  },
  'new-sign': (state) => go(state, SCAN, { purpose: NEW, way: 'scan', camera: null, found: null }),
  light: (state) => stay(state, { isLit: !state.isLit }),
  'scan-on': (state) => (state.place.is === 'scan' ? go(state, { ...state.place, sheet: null }) : stay(state)),
  'reload-app': (state) => leads(state, 'reload'),
  key: (state, { key }) => press(state, key),
  'delete-key': (state) =>
    state.place.is === 'type' ? go(state, { is: 'type', typed: state.place.typed.slice(0, -1) }) : stay(state),
  'paste-code': (state, { text }) => {
    const typed = normalizeShortCode(text);
    return state.place.is === 'type' && typed !== null ? go(state, { is: 'type', typed }) : stay(state);
  },
  find: findTyped,
  yes: (state, _, moment) => {
    if (!isAt(state, 'found') || state.found === null) return stay(state);
    if (state.purpose.is !== 'new') return submit(state, moment);
    return state.choice === null ? go(state, { is: 'events' }) : toForm(state);
  },
  'another-sign': lookForAnother,
  typed: (state, { field, text }) => {
    if (state.place.is !== 'form') return stay(state);
    const { [field]: _, ...errors } = state.place.errors;
    const isNameTyped = state.isNameTyped || field === 'name';
    const { said } = state.place;
    const place = { ...state.place, focus: null, errors, said: Object.keys(errors).length === 0 ? null : said };
    return go(state, place, { isNameTyped, form: { ...state.form, [field]: text } });
  },
  submit: (state, _, moment) => (isAt(state, 'form') ? submit(state, moment) : stay(state)),
  'try-again': (state, _, moment) => tryAgain(state, moment),
  'load-again': (state, _, moment) => sendAnew(state, moment),
  'without-page': (state, _, moment) => withoutPage(state, moment),
  'change-address': (state) => (state.purpose.is !== 'new' ? stay(state) : toForm(state, { focus: 'url' })),
  'start-afresh': (state, _, moment) => sendAnew(state, moment),
  'find-again': findAgain,
  'find-on-walls': (state) => leads(state, 'walls'),
  'replace-instead': (state) => instead(state, 'replace'),
  'link-instead': (state) => instead(state, 'link'),
  'sign-in': (state) => leads(state, 'sign-in'),
  leave: (state) => {
    if (state.place.is !== 'claiming') return stay(state);
    // Nothing of it is anywhere but on this phone: what was typed is there again.
    if (state.place.attempt.isUnsent) return beforeAttempt({ ...state, open: null });
    return toStart({ ...state, found: null }, { open: null, hasLeft: true });
  },
  'next-sign': (state) => {
    if (state.place.is !== 'done') return stay(state);
    const isLink = state.purpose.is === 'link';
    const { code } = state.wanted;
    const wanted = { ...state.wanted, code: null };
    const next: ClaimState = { ...state, wanted, purpose: NEW, found: null, asked: null };
    if (code !== null) return find({ ...next, way: 'type' }, { shortCode: code });
    return isLink ? toPrepared(next) : go(next, lookOut(next, false), { camera: null });
  },
  finish: (state) => toStart(state),
};
