import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { english } from './testing/words.ts';
import type { ClaimEvent } from './machine-event-and-effect-types.ts';
import { savedClaimOf, NO_SAVED_CLAIM, restored } from './saved-claim.ts';
import { readLink } from './read-claim-link.ts';
import { open, step } from './phone-claim-machine.ts';
import type { ClaimState } from './claim-state.ts';
import { claimed, EVENTS, foundAt, momentAt, OPENING, pressesOf, uuid } from './testing/claims.ts';
import { view } from './view.ts';

const AT = momentAt(2_000);
const SAID = english.claiming;

const HELD = foundAt(AT.nowMs, 1);
const SCANNED: ClaimEvent = {
  type: 'scanned',
  scanned: { kind: 'sign', signId: HELD.signId, shortCode: HELD.shortCode },
};
const play = (state: ClaimState, ...happenings: ClaimEvent[]): ClaimState =>
  happenings.reduce((before, happening) => step(before, happening, AT).state, state);

/** The claim as it stands when its events are known. */
const openedBy = (search: Record<string, string>) => {
  const opened = open({ ...OPENING, ...readLink(search) }, NO_SAVED_CLAIM, AT);
  return { ...step(opened.state, { type: 'events', events: EVENTS }, AT), asked: opened.effects };
};

describe('D6: a link that names no sign', () => {
  test.each(['garbage', '', '00000000-0000-4000-8000-00000000000', '../../api/me', '%'])(
    '?sign=%s says so, asks the service for nothing of it, and offers camera and keypad',
    (sign) => {
      const { state, asked } = openedBy({ sign });
      const frame = view(state, english, AT);
      expect(frame).toMatchObject({ is: 'start', title: SAID.start.wrongLink, lead: SAID.start.wrongLinkLead });
      expect(pressesOf(frame).map(({ type }) => type)).toEqual(expect.arrayContaining(['open-camera', 'open-keypad']));
      expect(asked).toEqual([{ do: 'ask-events' }]);
    },
  );

  test.each([
    ['4QB5', '4QB5'],
    ['4qb-50', '4QB50'],
    ['oil', '011'],
    ['', ''],
    ['!?', ''],
    ['4QB50C4QB50C', '4QB50C'],
    ['UUUU', ''],
  ])('?code=%s says that it is no code, and opens the keypad with “%s”', (code, typed) => {
    const { state } = openedBy({ code });
    expect(state.place).toMatchObject({ is: 'type', typed });
    expect(view(state, english, AT)).toMatchObject({ is: 'type', hint: SAID.type.wrongLink });
    const next = typed.length < 6 ? ({ type: 'key', key: '7' } as const) : ({ type: 'delete-key' } as const);
    expect(view(step(state, next, AT).state, english, AT)).toMatchObject({ hint: SAID.type.hint });
  });

  test('what is said of a link is gone when the person has gone on and comes back', () => {
    const { state } = openedBy({ sign: 'garbage' });
    const again = step(step(state, { type: 'open-keypad' }, AT).state, { type: 'back' }, AT).state;
    expect(view(again, english, AT)).toMatchObject({ is: 'start', title: SAID.start.title });
  });

  test('what waits to be said of a link behind a claim is forgotten with it, and not said of a later sign', () => {
    const { state: begun } = openedBy({ event: EVENTS[0]!.eventId });
    const found = play(begun, { type: 'open-camera' }, SCANNED);
    const form = play(found, { type: 'found', nth: found.nth, found: HELD }, { type: 'yes' });
    const typed = play(
      form,
      { type: 'typed', field: 'name', text: 'Bar' },
      { type: 'typed', field: 'location', text: 'Hall' },
    );
    const kept = savedClaimOf(play(typed, { type: 'submit' }), AT);
    const opened = open({ ...OPENING, ...readLink({ sign: 'garbage' }) }, restored(kept, AT), AT).state;
    const claiming = play(opened, { type: 'events', events: EVENTS });
    const attempt = claiming.open!;
    const done = play(claiming, { type: 'claimed', requestId: attempt.requestId, answer: claimed(attempt) });
    expect(done.wanted.wrong).toEqual({ is: 'sign' });
    expect(play(done, { type: 'back' }).wanted.wrong).toBeNull();
  });

  test.each(['found', 'form'] as const)(
    'is said where a sign is held already, on its %s screen, until the person goes on',
    (is) => {
      const { state: begun } = openedBy({ event: EVENTS[0]!.eventId });
      const looking = play(begun, { type: 'open-camera' }, SCANNED);
      const found = play(looking, { type: 'found', nth: looking.nth, found: HELD });
      const kept = savedClaimOf(is === 'found' ? found : play(found, { type: 'yes' }), AT);
      const opened = open({ ...OPENING, ...readLink({ sign: 'garbage' }) }, restored(kept, AT), AT).state;
      const state = play(opened, { type: 'events', events: EVENTS });
      const band = (one: ClaimState) => view(one, english, AT).band;
      expect(view(state, english, AT).is).toBe(is);
      expect(band(state)).toBe(SAID.found.wrongLink);
      expect(band(play(state, is === 'found' ? { type: 'yes' } : { type: 'back' }))).toBeNull();
    },
  );

  test.each([
    ['sign', 'garbage', { is: 'start', title: SAID.start.wrongLink }],
    ['code', '4QB5', { is: 'type', hint: SAID.type.wrongLink }],
  ])('?%s=%s is said after the claim that is under way, when the next sign is wanted', (field, text, frame) => {
    const { state: begun } = openedBy({ event: EVENTS[0]!.eventId });
    const looking = play(begun, { type: 'open-camera' }, SCANNED);
    const typed = play(
      looking,
      { type: 'found', nth: looking.nth, found: HELD },
      { type: 'yes' },
      { type: 'typed', field: 'name', text: 'Bar 4' },
      { type: 'typed', field: 'location', text: 'Halle 5' },
      { type: 'submit' },
    );
    const kept = restored(savedClaimOf(typed, AT), AT);
    const opened = open({ ...OPENING, ...readLink({ [field]: text }) }, kept, AT).state;
    const claiming = play(opened, { type: 'events', events: EVENTS });
    const { requestId } = kept.attempt!;
    const done = play(claiming, { type: 'claimed', requestId, answer: claimed(kept.attempt!) });
    expect(view(done, english, AT).is).toBe('done');
    expect(view(play(done, { type: 'next-sign' }), english, AT)).toMatchObject(frame);
  });

  test('who has no event learns that first', () => {
    const opened = open({ ...OPENING, ...readLink({ sign: 'garbage' }) }, NO_SAVED_CLAIM, AT).state;
    expect(step(opened, { type: 'events', events: [] }, AT).state.place).toEqual({ is: 'events' });
  });
});

test('D6: a link that is right is taken as it is, in lower case or capitals', () => {
  expect(readLink({ sign: uuid(7).toUpperCase(), event: uuid(8), view: 'scan' })).toEqual({
    signId: uuid(7),
    eventId: uuid(8),
    view: 'scan',
    code: null,
    wrong: null,
  });
  expect(readLink({ code: '4qb 50c' })).toMatchObject({ code: '4QB50C', wrong: null });
  expect(readLink({})).toEqual({ signId: null, eventId: null, view: null, code: null, wrong: null });
});

test('any address is read, and a wrong one opens the claim', () => {
  const field = fc.option(fc.oneof(fc.string({ unit: 'binary' }), fc.array(fc.string())), { nil: undefined });
  const property = fc.property(fc.record({ sign: field, code: field, event: field, view: field }), (search) => {
    const link = readLink(search);
    const opened = open({ ...OPENING, ...link }, NO_SAVED_CLAIM, AT).state;
    const { place } = step(opened, { type: 'events', events: EVENTS }, AT).state;
    return link.wrong === null || ['start', 'type'].includes(place.is);
  });
  expect(() => fc.assert(property)).not.toThrow();
});
