import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { english } from './testing/words.ts';
import { addressOf } from './url-and-browser-back.ts';
import { isOutcomeUnknown, type Step } from './make-and-send-attempt.ts';
import type { Effect, ClaimEvent } from './machine-event-and-effect-types.ts';
import { savedClaimOf, NO_SAVED_CLAIM, restored } from './saved-claim.ts';
import { SAVED_CLAIM_VERSION, parseSavedClaim } from './parse-saved-claim.ts';
import { readLink } from './read-claim-link.ts';
import { open, step } from './phone-claim-machine.ts';
import type { Attempt, ClaimState, Said } from './claim-state.ts';
import { claimed, EVENTS, foundAt, momentAt, OPENING, pressesOf, SIGNS, uuid } from './testing/claims.ts';
import { timersOf } from './claim-timers.ts';
import { view } from './view.ts';

/** Random taps, answers, losses, reloads and clock steps, in any order. */

const CODES: Said['code'][] = [
  'device_no_ack',
  'device_load_failed',
  'sign_not_connected',
  'request_in_progress',
  'sign_already_claimed',
  'sign_not_unlinked',
  'pending_expired',
  'request_id_reused',
  'invalid_url',
  'validation_failed',
  'rate_limited',
  'unauthenticated',
  'forbidden',
  'not_found',
  'unavailable',
  'internal',
  'quota_exceeded',
];
const saying = (code: Said['code']): Said => ({
  code,
  detail: 'why',
  ...(code === 'device_load_failed' && { reason: 'url_unreachable' }),
  ...(code === 'validation_failed' && { errors: [{ path: '/name', message: 'is too long' }] }),
});

type Turn =
  /** What somebody does who wants the sign claimed. */
  | { is: 'go-on' }
  | { is: 'tap'; which: number }
  | { is: 'late-tap'; type: string }
  | { is: 'type'; field: 'name' | 'location' | 'url'; text: string }
  | { is: 'answer'; which: number; with: 'yes' | 'nothing' | Said['code'] }
  | { is: 'step'; step: 'sent' | 'acknowledged' | 'committed' }
  | { is: 'scan' }
  | { is: 'network'; isOnline: boolean }
  | { is: 'pass'; ms: number }
  | { is: 'set-clock'; byMs: number }
  /** Every sign that is held is let go, by another tab. */
  | { is: 'withdraw' }
  | { is: 'reload' };

const answers = fc.oneof(
  { weight: 4, arbitrary: fc.constant('yes' as const) },
  { weight: 1, arbitrary: fc.constant('nothing' as const) },
  { weight: 2, arbitrary: fc.constantFrom(...CODES) },
);
const turns: fc.Arbitrary<Turn[]> = fc.array(
  fc.oneof(
    { weight: 30, arbitrary: fc.record({ is: fc.constant('go-on' as const) }) },
    { weight: 8, arbitrary: fc.record({ is: fc.constant('tap' as const), which: fc.nat(60) }) },
    {
      weight: 1,
      arbitrary: fc.record({
        is: fc.constant('late-tap' as const),
        type: fc.constantFrom(
          'yes',
          'submit',
          'try-again',
          'load-again',
          'without-page',
          'start-afresh',
          'leave',
          'find',
          'back',
        ),
      }),
    },
    {
      weight: 2,
      arbitrary: fc.record({
        is: fc.constant('type' as const),
        field: fc.constantFrom('name' as const, 'location' as const, 'url' as const),
        text: fc.constantFrom('Bar 4', 'Halle 5', 'https://menu.example/', ''),
      }),
    },
    { weight: 8, arbitrary: fc.record({ is: fc.constant('answer' as const), which: fc.nat(5), with: answers }) },
    {
      weight: 2,
      arbitrary: fc.record({
        is: fc.constant('step' as const),
        step: fc.constantFrom('sent' as const, 'acknowledged' as const, 'committed' as const),
      }),
    },
    { weight: 3, arbitrary: fc.record({ is: fc.constant('scan' as const) }) },
    { weight: 1, arbitrary: fc.record({ is: fc.constant('network' as const), isOnline: fc.boolean() }) },
    { weight: 2, arbitrary: fc.record({ is: fc.constant('pass' as const), ms: fc.integer({ min: 1, max: 700_000 }) }) },
    {
      weight: 1,
      arbitrary: fc.record({
        is: fc.constant('set-clock' as const),
        byMs: fc.integer({ min: -7_200_000, max: 7_200_000 }),
      }),
    },
    { weight: 1, arbitrary: fc.record({ is: fc.constant('withdraw' as const) }) },
    { weight: 1, arbitrary: fc.record({ is: fc.constant('reload' as const) }) },
  ),
  { minLength: 20, maxLength: 120 },
);

const SCANNED: ClaimEvent = {
  type: 'scanned',
  scanned: { kind: 'sign', signId: foundAt(0, 0).signId, shortCode: '4QB50C' },
};

/** The record that an address names; it has a device. */
const TARGET = { ...SIGNS[0]!, organizationId: uuid(500), eventId: uuid(501), shortCode: 'VE05BR' };

type Watch = (before: ClaimState | null, happening: ClaimEvent | 'reload', after: Step) => void;

/** Of an attempt at a pendingSign that is over; the service says it of no other. */
const OVER: Said = { code: 'not_found', errors: [{ path: '/pendingId', message: 'not started, or over' }] };

/** What a reload is asked for by the address. */
const linkOf = (state: ClaimState) =>
  readLink(Object.fromEntries(new URL(addressOf('/claim', state), 'https://signs.example').searchParams));

/** Plays a phone, which comes by a record's address where `signId` is one, in front of a service that answers when the turns say so, and that knows its pendingSigns and the attempts that used one up. */
function play(all: Turn[], watch: Watch, signId: string | null = null): ClaimState {
  let nowMs = 1_000;
  let wallShiftMs = 0;
  let ids = 0;
  let founds = 0;
  let waiting: Effect[] = [];
  const pendingSigns = new Set<string>();
  const begun = new Set<string>();
  const moment = () => {
    const at = momentAt(nowMs, (ids += 1));
    return { ...at, wallMs: at.wallMs + wallShiftMs };
  };
  const take = (before: ClaimState | null, happening: ClaimEvent | 'reload', after: Step): ClaimState => {
    watch(before, happening, after);
    for (const effect of after.effects) if (effect.do === 'end-pending') pendingSigns.delete(effect.pendingId);
    waiting.push(...after.effects.filter((effect) => effect.do !== 'go' && effect.do !== 'end-pending'));
    return after.state;
  };
  const happen = (happening: ClaimEvent): void => {
    state = take(state, happening, step(state, happening, moment()));
  };
  let state = take(null, 'reload', open({ ...OPENING, signId }, NO_SAVED_CLAIM, moment()));

  function answer(effect: Effect, how: 'yes' | 'nothing' | Said['code']): void {
    const why = how === 'nothing' || how === 'yes' ? null : saying(how);
    if (effect.do === 'ask-events')
      happen(how === 'yes' ? { type: 'events', events: EVENTS } : { type: 'no-events', why });
    else if (effect.do === 'ask-target')
      happen(
        how === 'yes'
          ? { type: 'target', sign: TARGET, isLinked: true }
          : { type: 'no-target', signId: effect.signId, why },
      );
    else if (effect.do === 'ask-signs')
      happen({ type: 'signs', eventId: effect.choice.eventId, signs: SIGNS, isWhole: true });
    else if (effect.do === 'start') {
      const found = foundAt(nowMs, (founds += 1));
      if (how === 'yes') pendingSigns.add(found.pendingId);
      happen(how === 'yes' ? { type: 'found', nth: effect.nth, found } : { type: 'not-found', nth: effect.nth, why });
    } else if (effect.do === 'send') {
      const { attempt } = effect;
      const { requestId } = attempt;
      const { pendingId } = attempt.body;
      const isOver = pendingId !== undefined && !begun.has(requestId) && !pendingSigns.has(pendingId);
      if (isOver && how !== 'nothing') return happen({ type: 'not-claimed', requestId, why: OVER });
      if (how === 'yes' || how === 'nothing' || how.startsWith('device_')) {
        begun.add(requestId);
        pendingSigns.delete(pendingId ?? '');
      }
      happen(
        how === 'yes'
          ? { type: 'claimed', requestId, answer: claimed(attempt) }
          : { type: 'not-claimed', requestId, why },
      );
    }
  }

  function pass(ms: number): void {
    const untilMs = nowMs + ms;
    for (let fired = 0; fired < 50; fired += 1) {
      const [next] = timersOf(state).toSorted((one, other) => one.atMs - other.atMs);
      if (next === undefined || next.atMs > untilMs) break;
      nowMs = Math.max(nowMs, next.atMs);
      happen({ type: 'timer', name: next.name });
    }
    nowMs = untilMs;
  }

  function goOn(): void {
    const [effect] = waiting.splice(0, 1);
    if (effect) return answer(effect, 'yes');
    const frame = view(state, english, moment());
    if (frame.is === 'scan' && frame.sheet === null) return happen(SCANNED);
    if (frame.is === 'form' && state.form.location === '')
      return happen({ type: 'typed', field: 'location', text: 'Halle 5' });
    if (frame.is === 'type') return happen({ type: 'paste-code', text: '4QB50C' });
    const [press] = pressesOf(frame.is === 'list' ? { ...frame, actions: [] } : frame);
    if (press) happen(press);
  }

  for (const turn of all) {
    nowMs += 10;
    switch (turn.is) {
      case 'go-on':
        goOn();
        break;
      case 'tap': {
        const presses = pressesOf(view(state, english, moment()));
        if (presses.length > 0) happen(presses[turn.which % presses.length]!);
        break;
      }
      case 'late-tap':
        happen({ type: turn.type } as ClaimEvent);
        break;
      case 'type':
        happen({ type: 'typed', field: turn.field, text: turn.text });
        break;
      case 'answer': {
        const [effect] = waiting.splice(turn.which % Math.max(1, waiting.length), 1);
        if (effect) answer(effect, turn.with);
        break;
      }
      case 'step':
        if (state.place.is === 'claiming')
          happen({ type: 'step', requestId: state.place.attempt.requestId, step: turn.step });
        break;
      case 'scan':
        happen(SCANNED);
        break;
      case 'network':
        happen({ type: 'network', isOnline: turn.isOnline });
        break;
      case 'pass':
        pass(turn.ms);
        break;
      case 'set-clock':
        wallShiftMs += turn.byMs;
        break;
      case 'withdraw':
        pendingSigns.clear();
        break;
      case 'reload': {
        const text = JSON.stringify({ ...savedClaimOf(state, moment()), version: SAVED_CLAIM_VERSION });
        // Another page counts from another moment, and hears none of the old one's answers.
        waiting = [];
        nowMs = 500;
        const opening = { ...OPENING, ...linkOf(state) };
        state = take(null, 'reload', open(opening, restored(parseSavedClaim(text)!, moment()), moment()));
      }
    }
  }
  return state;
}

const holds = (watch: () => Watch, signId: string | null = null): void =>
  fc.assert(
    fc.property(turns, (all) => void play(all, watch(), signId)),
    { numRuns: 300 },
  );

const sentBy = ({ effects }: Step): Attempt[] =>
  effects.flatMap((effect) => (effect.do === 'send' ? [effect.attempt] : []));
const asksFor = ({ purpose, body }: Attempt): string =>
  JSON.stringify([purpose.is, purpose.is === 'new' ? null : purpose.sign.id, body]);

test('C4: what is sent under one requestId is one body, after whatever losses, reloads and clock steps', () => {
  holds(() => {
    const bodies = new Map<string, string>();
    return (_, __, after) => {
      for (const attempt of sentBy(after)) {
        const before = bodies.get(attempt.requestId) ?? asksFor(attempt);
        expect(asksFor(attempt)).toBe(before);
        bodies.set(attempt.requestId, before);
      }
    };
  });
});

test('C4: a body goes out under a second requestId only after the service has said what became of the first', () => {
  holds(() => {
    const open = new Map<string, string>();
    return (_, happening, after) => {
      if (happening !== 'reload' && happening.type === 'claimed')
        open.forEach((id, body) => id === happening.requestId && open.delete(body));
      if (
        happening !== 'reload' &&
        happening.type === 'not-claimed' &&
        happening.why &&
        !isOutcomeUnknown(happening.why)
      )
        open.forEach((id, body) => id === happening.requestId && open.delete(body));
      for (const attempt of sentBy(after)) {
        const body = asksFor(attempt);
        expect(open.get(body) ?? attempt.requestId).toBe(attempt.requestId);
        open.set(body, attempt.requestId);
      }
    };
  });
});

test('D3: a sign is shown as claimed by the service’s answer to its attempt alone', () => {
  let shown = 0;
  holds(() => (before, happening, { state: { place } }) => {
    if (place.is !== 'done') return;
    shown += 1;
    const was = before?.place;
    if (was?.is === 'done') return expect(place.done.attempt).toBe(was.done.attempt);
    expect(happening).toMatchObject({ type: 'claimed', requestId: place.done.attempt.requestId });
  });
  expect(shown).toBeGreaterThan(0);
});

test('an attempt is kept before it is sent, and until it is known what came of it', () => {
  holds(() => (_, __, after) => {
    const kept = savedClaimOf(after.state, momentAt(1_000)).attempt;
    for (const attempt of sentBy(after)) expect(kept).toBe(attempt);
  });
});

test('D3: what is said never to have gone out was never sent, after whatever losses and reloads', () => {
  let shown = 0;
  holds(() => {
    const sent = new Set<string>();
    return (_, __, after) => {
      for (const { requestId } of sentBy(after)) sent.add(requestId);
      const { place } = after.state;
      if (place.is !== 'claiming' || !place.attempt.isUnsent) return;
      shown += 1;
      expect(sent).not.toContain(place.attempt.requestId);
    };
  });
  expect(shown).toBeGreaterThan(0);
});

test('what is read back is what was kept: the form, the sign that is held, the attempt', () => {
  fc.assert(
    fc.property(turns, (all) => {
      const state = play(all, () => {});
      const at = momentAt(900_000);
      const kept = savedClaimOf(
        { ...state, found: state.found && { ...state.found, heldUntilMs: at.nowMs + 1_000 } },
        at,
      );
      const read = restored(parseSavedClaim(JSON.stringify({ ...kept, version: SAVED_CLAIM_VERSION }))!, at);
      const again = open(OPENING, { ...read, attempt: kept.attempt, refusal: kept.refusal }, at).state;
      expect(again.form).toEqual(state.form);
      if (kept.attempt) {
        // With a network, what never went out goes out now.
        const { isUnsent: _, ...attempt } = kept.attempt;
        expect(again.place).toMatchObject({ is: 'claiming', attempt });
      }
      if (kept.refusal?.is === 'refused')
        expect(again.place).toMatchObject({ is: 'refused', refused: kept.refusal.refused });
      else if (kept.refusal) expect(again.place).toEqual(kept.refusal);
      if (kept.attempt === null && state.found !== null && (state.place.is === 'found' || state.place.is === 'form'))
        expect(again.place.is).toBe(state.place.is);
      expect(again.found).toEqual(kept.found && { ...state.found, heldUntilMs: at.nowMs + 1_000 });
    }),
    { numRuns: 200 },
  );
});

test('D3: a reload goes on with what is still to be done: the record that waits for its device, and none that has got one', () => {
  const shown = { waiting: 0, done: 0 };
  const targetOf = ({ purpose }: ClaimState) => (purpose.is === 'new' ? null : purpose.sign.id);
  holds(
    () =>
      (_, __, { state }) => {
        const isDone = state.place.is === 'done';
        const waits = isDone ? null : (state.wanted.signId ?? targetOf(state));
        shown.waiting += waits === null ? 0 : 1;
        shown.done += isDone && targetOf(state) !== null ? 1 : 0;
        const at = momentAt(5_000, 9);
        const opened = open({ ...OPENING, ...linkOf(state) }, restored(savedClaimOf(state, at), at), at).state;
        expect(opened.wanted.signId ?? targetOf(opened)).toBe(waits);
      },
    TARGET.id,
  );
  expect(shown.waiting).toBeGreaterThan(0);
  expect(shown.done).toBeGreaterThan(0);
});

test('no frame is a dead end: a person can always do something, or an answer is on its way', () => {
  holds(() => (_, __, { state }) => {
    const at = momentAt(5_000, 9);
    const goesOn = pressesOf(view(state, english, at)).some((press) => {
      const after = step(state, press, at);
      return after.effects.length > 0 || JSON.stringify(after.state) !== JSON.stringify(state);
    });
    expect(goesOn ? null : state.place.is).toBeOneOf([null, 'opening']);
  });
});

test('D3: a sign that is held no more is found again, and never called a lost event', () => {
  let shown = 0;
  holds(() => (_, happening, { state }) => {
    if (happening === 'reload' || happening.type !== 'not-claimed' || happening.why !== OVER) return;
    if (state.place.is !== 'refused') return;
    shown += 1;
    const frame = view(state, english, momentAt(5_000));
    expect(frame.actions[0]).toMatchObject({ press: { type: 'find-again' } });
  });
  expect(shown).toBeGreaterThan(0);
});

test('what a person can’t do where they are, and what is told twice, leaves the very same state: nothing is kept or drawn', () => {
  holds(() => (_, __, { state }) => {
    const at = momentAt(5_000, 9);
    const ignored: ClaimEvent[] = [
      { type: 'network', isOnline: state.isOnline },
      {
        type: 'claimed',
        requestId: 'another',
        answer: claimed({ requestId: 'another', name: '', url: null } as Attempt),
      },
      { type: 'not-found', nth: -1, why: null },
      { type: 'signs', eventId: 'another', signs: [], isWhole: true },
      ...(state.place.is === 'type' ? [] : [{ type: 'key', key: 'B' } as const]),
      ...(state.place.is === 'form' ? [] : [{ type: 'typed', field: 'name', text: 'x' } as const]),
      ...(state.place.is === 'done' ? [] : [{ type: 'next-sign' } as const]),
      ...(state.place.is === 'claiming' ? [{ type: 'back' } as const] : [{ type: 'leave' } as const]),
    ];
    for (const happening of ignored) expect(step(state, happening, at).state).toBe(state);
  });
});

test('a timer runs only where its end changes something', () => {
  holds(() => (_, __, { state }) => {
    for (const { name, atMs } of timersOf(state)) {
      const after = step(state, { type: 'timer', name }, momentAt(atMs, 9));
      expect(after.state.place).not.toEqual(state.place);
    }
  });
});

test('an attempt of yesterday is dropped, and so is a sign that is held no more', () => {
  const at = momentAt(1_000);
  const attempt: Attempt = {
    requestId: 'r',
    purpose: { is: 'new' },
    body: { shortCode: '4QB50C', pendingId: 'p' },
    name: 'Bar 4',
    url: null,
    madeWallMs: at.wallMs,
  };
  const kept = { ...NO_SAVED_CLAIM, attempt, found: foundAt(at.wallMs, 1) };
  expect(restored(kept, at)).toMatchObject({ attempt, found: { heldUntilMs: 601_000 } });
  const tomorrow = { ...at, wallMs: at.wallMs + 86_400_000 };
  expect(restored(kept, tomorrow)).toMatchObject({ attempt: null, found: null });
});

test.each([
  null,
  '',
  'nothing',
  '{}',
  '{"version":1}',
  JSON.stringify({ ...NO_SAVED_CLAIM, version: 2 }),
  '[1]',
  '"claim"',
])('what can’t be read of storage is left: %s', (text) => expect(parseSavedClaim(text)).toBeNull());
