import { describe, expect, test } from 'vitest';
import type { ClaimEvent } from './machine-event-and-effect-types.ts';
import { savedClaimOf, NO_SAVED_CLAIM, restored } from './saved-claim.ts';
import { open, step } from './phone-claim-machine.ts';
import type { ClaimState } from './claim-state.ts';
import { EVENTS, foundAt, momentAt, OPENING, SIGNS } from './testing/claims.ts';
import { english, german } from './testing/words.ts';
import { timersOf } from './claim-timers.ts';
import { view } from './view.ts';

/** A prepared sign gets its device in either order: the sign is picked first, or the device is found first. */

const AT = momentAt(2_000, 7);
const FOUND = foundAt(AT.nowMs, 1);
const [, STAND] = SIGNS;
const play = (state: ClaimState, ...happenings: ClaimEvent[]): ClaimState =>
  happenings.reduce((before, happening) => step(before, happening, AT).state, state);

const opened = play(
  open(OPENING, NO_SAVED_CLAIM, AT).state,
  { type: 'events', events: [EVENTS[0]!] },
  { type: 'signs', eventId: EVENTS[0]!.eventId, signs: SIGNS, isWhole: true },
);
function finding(state: ClaimState): ClaimState {
  const asked = play(state, { type: 'open-keypad' }, { type: 'paste-code', text: '4QB50C' }, { type: 'find' });
  return play(asked, { type: 'found', nth: asked.nth, found: FOUND });
}
const pick = { type: 'pick-sign', signId: STAND!.id } as const;
const linked = { purpose: { is: 'link', sign: { id: STAND!.id } }, found: { shortCode: FOUND.shortCode } };
const titleOf = (state: ClaimState): string => {
  const frame = view(state, english, AT);
  return 'title' in frame ? (frame.title ?? '') : '';
};

test('U19: pick then scan, and scan then pick, end at the same confirmation', () => {
  const pickedFirst = play(opened, { type: 'open-prepared' }, pick);
  const scanned = play(pickedFirst, { type: 'scanned', scanned: { kind: 'code', shortCode: '4QB50C' } });
  const scannedThen = play(scanned, { type: 'found', nth: scanned.nth, found: FOUND });
  const scannedFirst = play(finding(opened), { type: 'open-prepared' }, pick);
  for (const state of [scannedThen, scannedFirst]) {
    expect(state).toMatchObject(linked);
    expect(titleOf(state)).toBe('Link this device to Stand 415?');
    const sent = step(state, { type: 'yes' }, AT);
    expect(sent.effects).toMatchObject([{ do: 'send', attempt: { purpose: linked.purpose } }]);
  }
});

describe('a device that is found first', () => {
  const listed = play(finding(opened), { type: 'open-prepared' });

  test('U19: stays held while the operator reads the list, and Back leads to it again', () => {
    expect(step(finding(opened), { type: 'open-prepared' }, AT).effects).not.toContainEqual(
      expect.objectContaining({ do: 'end-pending' }),
    );
    expect(play(listed, { type: 'back' })).toMatchObject({ place: { is: 'found' }, purpose: { is: 'new' } });
    expect(play(listed, { type: 'new-sign' }).place.is).toBe('form');
  });

  test('U19: Back from the confirmation shows the prepared signs again, and another one can be picked', () => {
    const back = play(listed, pick, { type: 'back' });
    expect([back.place.is, back.purpose.is, back.found]).toEqual(['prepared', 'new', FOUND]);
  });

  test('U19: whose hold runs out at the list is refused with pending_expired', () => {
    const [timer] = timersOf(listed);
    expect(timer).toEqual({ name: 'held', atMs: FOUND.heldUntilMs });
    expect(play(listed, { type: 'timer', name: timer!.name }).place).toMatchObject({
      is: 'refused',
      refused: { said: { code: 'pending_expired' } },
    });
  });

  test('U19: the list learns that somebody else claims the same device', () => {
    const step = { type: 'step', requestId: 'another', signId: FOUND.signId, step: 'sent' } as const;
    expect(play(listed, step).elsewhere).toEqual({ signId: FOUND.signId, isDone: false });
  });

  test('U19: is looked up again after a reload of the list', () => {
    const again = play(open(OPENING, restored(savedClaimOf(listed, AT), AT), AT).state, {
      type: 'events',
      events: [EVENTS[0]!],
    });
    expect(again).toMatchObject({ place: { is: 'found' }, found: { shortCode: FOUND.shortCode } });
  });
});

test('U19: a found device can be linked to a prepared sign only if the event has one', () => {
  const labels = (state: ClaimState) => view(state, english, AT).actions.map(({ label }) => label);
  expect(labels(finding(opened))).toContain('Link device to a prepared sign');
  const none = play(opened, { type: 'signs', eventId: EVENTS[0]!.eventId, signs: [SIGNS[0]!], isWhole: true });
  expect(labels(finding(none))).not.toContain('Link device to a prepared sign');
});

test('U19: the wall’s dialog and the phone name the same steps, and that their order does not matter', () => {
  for (const said of [english.wall.prepare.lead, english.claiming.prepared.foot])
    expect(said).toMatch(/choose .* scan .* in either order/i);
  for (const said of [german.wall.prepare.lead, german.claiming.prepared.foot])
    expect(said).toMatch(/wählen .* scannen .* in beliebiger Reihenfolge/i);
});
