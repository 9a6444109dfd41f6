import { expect, test } from 'vitest';
import { english } from './testing/words.ts';
import type { Step } from './make-and-send-attempt.ts';
import type { ClaimEvent } from './machine-event-and-effect-types.ts';
import { savedClaimOf, NO_SAVED_CLAIM, restored } from './saved-claim.ts';
import { SAVED_CLAIM_VERSION, parseSavedClaim } from './parse-saved-claim.ts';
import { open, step } from './phone-claim-machine.ts';
import type { ClaimState } from './claim-state.ts';
import { EVENTS, foundAt, momentAt, OPENING } from './testing/claims.ts';
import { view } from './view.ts';

/** A claim that is sent while the phone has no network. */

const AT = momentAt(2_000, 7);
const steps = (state: ClaimState, ...happenings: ClaimEvent[]): Step =>
  happenings.reduce<Step>((before, happening) => step(before.state, happening, AT), { state, effects: [] });

const FINDING = steps(
  open(OPENING, NO_SAVED_CLAIM, AT).state,
  { type: 'events', events: [EVENTS[0]!] },
  { type: 'open-camera' },
  { type: 'scanned', scanned: { kind: 'code', shortCode: '4QB50C' } },
).state;
const FORM = steps(
  FINDING,
  { type: 'found', nth: FINDING.nth, found: foundAt(AT.nowMs, 1) },
  { type: 'yes' },
  { type: 'typed', field: 'name', text: 'Bar 4' },
  { type: 'typed', field: 'location', text: 'Halle 5' },
).state;
const OFFLINE = steps(FORM, { type: 'network', isOnline: false }, { type: 'submit' });

test('D3: a claim without a network is not sent, says so, and goes out by itself when the network is back', () => {
  expect(OFFLINE.effects).toEqual([]);
  const frame = view(OFFLINE.state, english, AT);
  expect(frame).toMatchObject({ is: 'lost', title: 'Waiting for the network. Nothing has been sent yet.' });
  expect(frame.actions.map(({ label }) => label)).toEqual(['Leave without sending']);
  const back = step(OFFLINE.state, { type: 'network', isOnline: true }, momentAt(9_000));
  expect(back.effects).toMatchObject([{ do: 'send', attempt: { requestId: AT.newId } }]);
  expect(back.state.place).toMatchObject({ is: 'claiming', isAsked: true, progress: { sentAtMs: 9_000 } });
  expect(view(back.state, english, momentAt(9_000))).toMatchObject({ is: 'progress' });
});

test('D3: who leaves a claim that never went out is back at the form with what was typed, and sends nothing later', () => {
  const left = step(OFFLINE.state, { type: 'leave' }, AT);
  expect(left.state).toMatchObject({ place: { is: 'form' }, form: FORM.form, found: FORM.found, open: null });
  expect(left.state.hasLeft).toBe(false);
  expect(savedClaimOf(left.state, AT).attempt).toBeNull();
  expect(step(left.state, { type: 'network', isOnline: true }, AT).effects).toEqual([]);
});

test('C4: a claim that never went out is kept as one, and a reload sends it under its requestId when there is a network', () => {
  const text = JSON.stringify({ ...savedClaimOf(OFFLINE.state, AT), version: SAVED_CLAIM_VERSION });
  const kept = restored(parseSavedClaim(text)!, AT);
  const stillAway = open({ ...OPENING, isOnline: false }, kept, momentAt(500, 8));
  expect(stillAway.effects.filter((effect) => effect.do === 'send')).toEqual([]);
  expect(view(stillAway.state, english, AT)).toMatchObject({
    title: 'Waiting for the network. Nothing has been sent yet.',
  });
  const there = open(OPENING, kept, momentAt(500, 9));
  expect(there.effects).toMatchObject([{ do: 'ask-events' }, { do: 'send', attempt: { requestId: AT.newId } }]);
});

test('D3: a claim that went out before the network was lost may have arrived, and is left as one that may', () => {
  const sent = steps(FORM, { type: 'submit' }, { type: 'network', isOnline: false });
  const lost = steps(sent.state, { type: 'not-claimed', requestId: AT.newId, why: null }).state;
  const frame = view(lost, english, AT);
  expect(frame).toMatchObject({ title: 'We did not receive the answer, but the claim may still succeed.' });
  expect(frame.actions.at(-1)!.label).toBe('Leave and check later under Claims');
  const heard = steps(sent.state, { type: 'step', requestId: AT.newId, step: 'sent' });
  const lostLater = steps(heard.state, { type: 'not-claimed', requestId: AT.newId, why: null }).state;
  expect(view(lostLater, english, AT).actions.at(-1)!.label).toBe('Leave and see the outcome under Claims');
  expect(steps(lost, { type: 'leave' }).state).toMatchObject({ place: { is: 'start' }, hasLeft: true });
});
