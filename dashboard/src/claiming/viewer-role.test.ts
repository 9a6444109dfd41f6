import { expect, test } from 'vitest';
import { english } from './testing/words.ts';
import type { ClaimEvent, Opening } from './machine-event-and-effect-types.ts';
import { NO_SAVED_CLAIM } from './saved-claim.ts';
import { open, step } from './phone-claim-machine.ts';
import type { ClaimState } from './claim-state.ts';
import { EVENTS, momentAt, OPENING } from './testing/claims.ts';
import { view } from './view.ts';

/** What a viewer of the event's organization is told. */

const AT = momentAt(2_000);
const [first, second] = EVENTS as [(typeof EVENTS)[0], (typeof EVENTS)[0]];
const AS_VIEWER = { ...first, role: 'viewer' };
const after = (opening: Opening, ...happenings: ClaimEvent[]): ClaimState =>
  happenings.reduce((state, happening) => step(state, happening, AT).state, open(opening, NO_SAVED_CLAIM, AT).state);

test.each([null, 'scan', 'type', 'prepared'] as const)(
  'A2, D3: a viewer is told so at once, wherever the address leads (%s)',
  (place) => {
    const state = after({ ...OPENING, view: place }, { type: 'events', events: [AS_VIEWER] });
    const frame = view(state, english, AT);
    expect(frame).toMatchObject({ is: 'refusal', title: english.claiming.refusals.forbidden.title });
    expect(frame.actions.map(({ press }) => press.type)).toEqual(['open-events']);
    expect(frame.header.back).toBeNull();
  },
);

test('A2: the admins’ names are asked for with it', () => {
  const { effects } = step(open(OPENING, NO_SAVED_CLAIM, AT).state, { type: 'events', events: [AS_VIEWER] }, AT);
  expect(effects).toContainEqual({ do: 'ask-admins', organizationId: first.organizationId });
});

test('D3: a viewer of one event claims signs for another where they may', () => {
  const told = after(
    OPENING,
    { type: 'events', events: [AS_VIEWER, second] },
    { type: 'pick-event', eventId: first.eventId },
  );
  expect(told.place).toMatchObject({ is: 'refused', refused: { said: { code: 'forbidden' } } });
  const other = [{ type: 'open-events' }, { type: 'pick-event', eventId: second.eventId }] as const;
  expect(other.reduce<ClaimState>((state, press) => step(state, press, AT).state, told).place.is).toBe('start');
});
