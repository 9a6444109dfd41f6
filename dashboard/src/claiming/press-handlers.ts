import { normalizeShortCode } from '@sign-display/contracts/short-code';
import type { Step } from './make-and-send-attempt.ts';
import { back } from './step-back.ts';
import type { Effect, Moment } from './machine-event-and-effect-types.ts';
import {
  choose,
  find,
  go,
  releaseDevice,
  searchAnother,
  resumeSearch,
  SCAN,
  stay,
  toForm,
  toStart,
} from './shared-transitions.ts';
import { findAgain, instead, leave, sendAnew, submit, tryAgain, withoutPage } from './attempt-press-handlers.ts';
import { placeOfInvalidLink } from './opening-handlers.ts';
import { ownerOf, replaceOwner } from './refused-sign-owner.ts';
import type { Press } from './user-action-types.ts';
import { NEW, type ClaimState, type Purpose } from './claim-state.ts';

/** What a person's taps do, each where it is offered; where it isn't, it does nothing. Pure. */

type Handlers = {
  [Type in Press['type']]: (state: ClaimState, press: Extract<Press, { type: Type }>, moment: Moment) => Step;
};

const CODE_LENGTH = 6;

const leads = (state: ClaimState, to: Extract<Effect, { do: 'go' }>['to']): Step => {
  const code = state.asked?.shortCode ?? null;
  const eventId = ownerOf(state)?.sign.eventId ?? state.choice?.eventId ?? null;
  return stay(state, {}, { do: 'go', to, eventId, code });
};

function press(state: ClaimState, key: string): Step {
  if (state.place.is !== 'type' || state.place.typed.length >= CODE_LENGTH) return stay(state);
  const read = normalizeShortCode(key.repeat(CODE_LENGTH))?.[0];
  return read === undefined ? stay(state) : go(state, { is: 'type', typed: state.place.typed + read });
}

/** By the camera, or by the keypad, which has the code that was refused. */
function lookBy(state: ClaimState, way: ClaimState['way']): Step {
  const isCorrection = isAt(state, 'refused') && way === 'type';
  return go(
    state,
    resumeSearch({ ...state, way }, isCorrection),
    { way, camera: null, found: null },
    ...releaseDevice(state),
  );
}

const isAt = (state: ClaimState, ...places: ClaimState['place']['is'][]): boolean => places.includes(state.place.is);

/** The list, read anew: others link signs too. A device that was just found waits for the sign that is picked. */
function toPrepared(state: ClaimState): Step {
  const { choice } = state;
  const place = { is: 'prepared' } as const;
  if (choice === null) return go(state, { is: 'events' });
  if (isAt(state, 'found')) return go(state, place, { purpose: NEW }, { do: 'ask-signs', choice });
  return go(state, place, { purpose: NEW, found: null }, ...releaseDevice(state), { do: 'ask-signs', choice });
}

const openEvents = (state: ClaimState): Step =>
  go(
    state,
    { is: state.events === null ? 'opening' : 'events' },
    { wanted: { ...state.wanted, signId: null } },
    { do: 'ask-events' },
  );

/** The sign that is held becomes a new one; where none is, one is looked for. */
function withoutRecord(state: ClaimState): Step {
  if (!isAt(state, 'refused')) return stay(state);
  if (state.choice === null) return openEvents({ ...state, purpose: NEW });
  return state.found === null ? toStart(state) : toForm({ ...state, purpose: NEW });
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
  'open-events': openEvents,
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
    if (state.found !== null) return go(state, { is: 'found', isPicked: true }, { purpose });
    return go(state, SCAN, { purpose, way: 'scan', camera: null });
  },
  'new-sign': (state) =>
    state.found === null ? go(state, SCAN, { purpose: NEW, way: 'scan', camera: null }) : toForm(state),
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
  'another-sign': searchAnother,
  typed: (state, { field, text }) => {
    if (state.place.is !== 'form') return stay(state);
    const { [field]: _, ...errors } = state.place.errors;
    const isNameTyped = state.isNameTyped || field === 'name';
    const { said } = state.place;
    const place = { ...state.place, focus: null, errors, said: Object.keys(errors).length === 0 ? null : said };
    return go(state, place, { isNameTyped, form: { ...state.form, [field]: text } });
  },
  note: (state, { text }) =>
    state.purpose.is === 'replace' ? stay(state, { purpose: { ...state.purpose, note: text } }) : stay(state),
  submit: (state, _, moment) => (isAt(state, 'form') ? submit(state, moment) : stay(state)),
  'try-again': (state, _, moment) => tryAgain(state, moment),
  'load-again': (state, _, moment) => sendAnew(state, moment),
  'without-page': (state, _, moment) => withoutPage(state, moment),
  'change-address': (state) => (state.purpose.is !== 'new' ? stay(state) : toForm(state, { focus: 'url' })),
  'start-afresh': (state, _, moment) => sendAnew(state, moment),
  'find-again': findAgain,
  'find-on-walls': (state) => leads(state, 'walls'),
  'without-record': withoutRecord,
  'make-event': (state) => leads(state, 'new-event'),
  'replace-instead': (state) => instead(state, 'replace'),
  'replace-owner': replaceOwner,
  'link-instead': (state) => instead(state, 'link'),
  'sign-in': (state) => leads(state, 'sign-in'),
  leave,
  'next-sign': (state) => {
    if (state.place.is !== 'done') return stay(state);
    const isLink = state.purpose.is === 'link';
    const { code, wrong } = state.wanted;
    const wanted = { ...state.wanted, code: null, wrong: null };
    const next: ClaimState = { ...state, wanted, purpose: NEW, found: null, asked: null };
    if (wrong !== null) return go(next, placeOfInvalidLink(wrong));
    if (code !== null) return find({ ...next, way: 'type' }, { shortCode: code });
    return isLink ? toPrepared(next) : go(next, resumeSearch(next, false), { camera: null });
  },
  finish: (state) => {
    if (state.place.is !== 'done') return stay(state);
    const { eventId } = state.place.done.sign;
    return stay(state, {}, { do: 'go', to: 'walls', eventId, code: null });
  },
};
