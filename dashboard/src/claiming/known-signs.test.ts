import { expect, test } from 'vitest';
import type { Step } from './make-and-send-attempt.ts';
import type { ClaimEvent } from './machine-event-and-effect-types.ts';
import { NO_SAVED_CLAIM } from './saved-claim.ts';
import { open, step } from './phone-claim-machine.ts';
import type { ClaimState, KnownSign } from './claim-state.ts';
import { EVENTS, foundAt, momentAt, OPENING, SIGNS, uuid } from './testing/claims.ts';

/** What is known of an event with more signs than one page of them. */

const AT = momentAt(2_000);
const steps = (state: ClaimState, ...happenings: ClaimEvent[]): Step =>
  happenings.reduce<Step>((before, happening) => step(before.state, happening, AT), { state, effects: [] });

const choice = EVENTS[0]!;
const { eventId } = choice;
const bar = (number: number): KnownSign => ({ ...SIGNS[0]!, id: uuid(800 + number), name: `Bar ${number}` });

const inForm = (isWhole: boolean): Step => {
  const finding = steps(
    open(OPENING, NO_SAVED_CLAIM, AT).state,
    { type: 'events', events: [choice] },
    { type: 'signs', eventId, signs: [bar(1), bar(2)], isWhole },
    { type: 'open-camera' },
    { type: 'scanned', scanned: { kind: 'code', shortCode: '4QB50C' } },
  ).state;
  return steps(finding, { type: 'found', nth: finding.nth, found: foundAt(AT.nowMs, 1) }, { type: 'yes' });
};

test('D3: in an event of many signs, those are asked for whose names begin as the next one, and no taken name is offered', () => {
  const { state, effects } = inForm(false);
  expect(effects).toEqual([{ do: 'ask-more-signs', choice, stem: 'Bar' }]);
  expect(state.form.name).toBe('Bar 3');
  const more: ClaimEvent = { type: 'more-signs', eventId, signs: [bar(2), bar(3), bar(4)] };
  const told = steps(state, more).state;
  expect(told.form.name).toBe('Bar 5');
  expect(told.signs.map(({ name }) => name)).toEqual(['Bar 1', 'Bar 2', 'Bar 3', 'Bar 4']);
  expect(steps(state, { type: 'typed', field: 'name', text: 'Bar 9' }, more).state.form.name).toBe('Bar 9');
  expect(steps(state, { ...more, eventId: 'another' }).state).toEqual(state);
});

test('D3: of an event whose signs are all known nothing more is asked', () => {
  expect(inForm(true).effects).toEqual([]);
});
