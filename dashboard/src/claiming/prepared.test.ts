import { describe, expect, test } from 'vitest';
import type { Happening } from './happenings.ts';
import { keptOf, NOTHING_KEPT, restored } from './keeping.ts';
import { open, step } from './machine.ts';
import type { ClaimState } from './state.ts';
import { EVENTS, foundAt, momentAt, OPENING, SIGNS } from './testing/claims.ts';
import { english, german } from './testing/words.ts';
import { timersOf } from './timers.ts';
import { view } from './view.ts';

/** A prepared sign gets its device in either order: the sign is picked first, or the device is found first. */

const AT = momentAt(2_000, 7);
const FOUND = foundAt(AT.nowMs, 1);
const [, STAND] = SIGNS;
const play = (state: ClaimState, ...happenings: Happening[]): ClaimState =>
  happenings.reduce((before, happening) => step(before, happening, AT).state, state);

const opened = play(
  open(OPENING, NOTHING_KEPT, AT).state,
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

test('U19: pick then scan, and scan then pick, lead to the same question', () => {
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

  test('U19: is held while the list is read, so it is found again after no pick', () => {
    expect(step(finding(opened), { type: 'open-prepared' }, AT).effects).not.toContainEqual(
      expect.objectContaining({ do: 'end-pending' }),
    );
    expect(play(listed, { type: 'back' })).toMatchObject({ place: { is: 'found' }, purpose: { is: 'new' } });
    expect(play(listed, { type: 'new-sign' }).place.is).toBe('form');
  });

  test('U19: one step back from the question leads to the list, where another sign is picked', () => {
    const back = play(listed, pick, { type: 'back' });
    expect([back.place.is, back.purpose.is, back.found]).toEqual(['prepared', 'new', FOUND]);
  });

  test('U19: that is held no more is said to be, at the list too', () => {
    const [timer] = timersOf(listed);
    expect(timer).toEqual({ name: 'held', atMs: FOUND.heldUntilMs });
    expect(play(listed, { type: 'timer', name: timer!.name }).place).toMatchObject({
      is: 'refused',
      refused: { said: { code: 'pending_expired' } },
    });
  });

  test('U19: at the list it hears that somebody else claims the same device', () => {
    const step = { type: 'step', requestId: 'another', signId: FOUND.signId, step: 'sent' } as const;
    expect(play(listed, step).elsewhere).toEqual({ signId: FOUND.signId, isDone: false });
  });

  test('U19: is found again after a reload at the list', () => {
    const again = play(open(OPENING, restored(keptOf(listed, AT), AT), AT).state, {
      type: 'events',
      events: [EVENTS[0]!],
    });
    expect(again).toMatchObject({ place: { is: 'found' }, found: { shortCode: FOUND.shortCode } });
  });
});

test('U19: the way to the prepared signs is offered to a found device only where some wait', () => {
  const labels = (state: ClaimState) => view(state, english, AT).actions.map(({ label }) => label);
  expect(labels(finding(opened))).toContain('Link it to a prepared sign');
  const none = play(opened, { type: 'signs', eventId: EVENTS[0]!.eventId, signs: [SIGNS[0]!], isWhole: true });
  expect(labels(finding(none))).not.toContain('Link it to a prepared sign');
});

test('U19: the wall’s dialog and the phone name the same steps, and that their order does not matter', () => {
  for (const said of [english.wall.prepare.lead, english.claiming.prepared.foot])
    expect(said).toMatch(/pick .* scan .* in either order/i);
  for (const said of [german.wall.prepare.lead, german.claiming.prepared.foot])
    expect(said).toMatch(/wählen .* scannen .* in beliebiger Reihenfolge/i);
});
