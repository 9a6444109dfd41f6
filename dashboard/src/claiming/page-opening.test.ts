import { expect, test } from 'vitest';
import { english } from './testing/words.ts';
import { NO_SAVED_CLAIM } from './saved-claim.ts';
import { open, step } from './phone-claim-machine.ts';
import type { ClaimEvent } from './machine-event-and-effect-types.ts';
import { clockTime } from './display-formats.ts';
import type { Attempt, ClaimState } from './claim-state.ts';
import { claimed, EVENTS, momentAt, OPENING, SIGNS } from './testing/claims.ts';
import { view } from './view.ts';

/** What the claim begins with: an address with a code, and the start of who has claimed before. */

const AT = momentAt(2_000);
const after = (state: ClaimState, ...happenings: ClaimEvent[]): ClaimState =>
  happenings.reduce((before, happening) => step(before, happening, AT).state, state);

const ATTEMPT: Attempt = {
  requestId: 'r',
  purpose: { is: 'new' },
  body: { shortCode: '4QB50C' },
  name: 'Bar 4',
  url: null,
  madeWallMs: AT.wallMs,
};
const openedWith = (code: string): ClaimState =>
  after(
    open({ ...OPENING, code }, { ...NO_SAVED_CLAIM, attempt: ATTEMPT }, AT).state,
    { type: 'events', events: EVENTS },
    { type: 'claimed', requestId: 'r', answer: claimed(ATTEMPT) },
  );

test('D6: the code of an address that came while a claim was under way is looked for at “Next sign”, once', () => {
  const next = step(openedWith('7ZT93K'), { type: 'next-sign' }, AT);
  expect(next.effects).toMatchObject([{ do: 'start', asked: { shortCode: '7ZT93K' } }]);
  expect(next.state.place.is).toBe('finding');
  expect(next.state.wanted.code).toBeNull();
});

test('D6: the code of the sign that was being claimed is not looked for again when it is', () => {
  const next = step(openedWith('4QB50C'), { type: 'next-sign' }, AT);
  expect([next.effects, next.state.place.is]).toEqual([[], 'scan']);
});

const pressesOf = (state: ClaimState): string[] => view(state, english, AT).actions.map(({ press }) => press.type);
const CHOSEN = after(
  open({ ...OPENING, eventId: EVENTS[0]!.eventId }, NO_SAVED_CLAIM, AT).state,
  { type: 'events', events: EVENTS },
  { type: 'signs', eventId: EVENTS[0]!.eventId, signs: SIGNS, isWhole: true },
);
const CLAIMED: ClaimState = {
  ...CHOSEN,
  tally: { eventId: EVENTS[0]!.eventId, sinceWallMs: AT.wallMs, count: 3, requestId: 'r' },
};

test('D3: who belongs to several events can change it from the start, before and after a claim, with prepared signs and without', () => {
  for (const state of [CHOSEN, CLAIMED, { ...CHOSEN, signs: [] }, { ...CLAIMED, signs: [] }])
    expect(pressesOf(state)).toContain('open-events');
  expect(pressesOf({ ...CLAIMED, events: [EVENTS[0]!] })).not.toContain('open-events');
});

test('D3: the claims that the start leads to are of the event that is chosen', () => {
  expect(pressesOf(CLAIMED)).toContain('open-claims');
  expect(pressesOf({ ...CLAIMED, choice: EVENTS[1]! })).not.toContain('open-claims');
});

test('D6: who has no event and may make one is led there from the claim, and back to the code that they came with', () => {
  const opened = (makesEvents: boolean, code: string | null = null) =>
    after(open({ ...OPENING, makesEvents, code }, NO_SAVED_CLAIM, AT).state, { type: 'events', events: [] });
  expect(view(opened(true), english, AT)).toMatchObject({ foot: english.claiming.events.noneYet });
  expect(pressesOf(opened(true))).toEqual(['make-event', 'find-on-walls']);
  expect(step(opened(true), { type: 'make-event' }, AT).effects).toMatchObject([
    { do: 'go', to: 'new-event', code: null },
  ]);
  expect(step(opened(true, '4QB50C'), { type: 'make-event' }, AT).effects).toMatchObject([{ code: '4QB50C' }]);
  expect(view(opened(false), english, AT)).toMatchObject({ foot: english.claiming.events.none });
  expect(pressesOf(opened(false))).toEqual(['find-on-walls']);
});

test('D6: a kept event of a zone that this browser doesn’t know breaks no time that the phone says', () => {
  const choice = { ...EVENTS[0]!, timeZone: 'Europe/Atlantis' };
  expect(clockTime(AT.wallMs, choice, english)).toBe(clockTime(AT.wallMs, null, english));
});
