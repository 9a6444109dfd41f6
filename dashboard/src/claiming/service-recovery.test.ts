import { expect, test } from 'vitest';
import { english, german } from './testing/words.ts';
import type { ServiceLife } from './service-fault.ts';
import type { RefusalFrame } from './screen-model-types.ts';
import type { ClaimEvent } from './machine-event-and-effect-types.ts';
import { savedClaimOf, NO_SAVED_CLAIM, restored } from './saved-claim.ts';
import { open, step } from './phone-claim-machine.ts';
import { SAVED_CLAIM_VERSION, parseSavedClaim } from './parse-saved-claim.ts';
import type { ClaimState, Said } from './claim-state.ts';
import { EVENTS, foundAt, momentAt, OPENING } from './testing/claims.ts';
import { timersOf } from './claim-timers.ts';
import { view } from './view.ts';

/** What breaks off: the service restarts, a reply is lost, the page is loaded anew. */

const AT = momentAt(100_000, 7);
const after = (state: ClaimState, nowMs: number, ...happenings: ClaimEvent[]): ClaimState =>
  happenings.reduce((before, happening) => step(before, happening, momentAt(nowMs, 7)).state, state);

const FINDING = after(
  open(OPENING, NO_SAVED_CLAIM, AT).state,
  AT.nowMs,
  { type: 'events', events: [EVENTS[0]!] },
  { type: 'open-camera' },
  { type: 'scanned', scanned: { kind: 'sign', signId: foundAt(0, 1).signId, shortCode: '4QB50C' } },
);
const FORM = after(
  FINDING,
  AT.nowMs,
  { type: 'found', nth: FINDING.nth, found: foundAt(AT.nowMs, 1) },
  { type: 'yes' },
  { type: 'typed', field: 'name', text: 'Bar 4' },
  { type: 'typed', field: 'location', text: 'Halle 5' },
  { type: 'typed', field: 'url', text: 'https://menu.example/bar' },
);
const CLAIMING = after(FORM, AT.nowMs, { type: 'submit' });
const requestId = AT.newId;
const NO_ACK: Said = { code: 'device_no_ack' };
const AWAY: Said = { code: 'sign_not_connected' };
const notClaimed = (why: Said | null, service: ServiceLife | null = null): ClaimEvent => {
  return { type: 'not-claimed', requestId, why, service };
};
const LONG_UP: ServiceLife = { upMs: 3_600_000, isWarmingUp: false };
const upFor = (upMs: number): ServiceLife => ({ upMs, isWarmingUp: true });

function refusalIn(state: ClaimState, nowMs: number, words = english): RefusalFrame {
  const frame = view(state, words, momentAt(nowMs));
  if (frame.is !== 'refusal') throw new Error(`a frame of ${frame.is}`);
  return frame;
}

test('N2: an attempt that our own restart broke off blames the service, and goes out again by itself under its requestId', () => {
  for (const said of [NO_ACK, AWAY]) {
    const lost = after(CLAIMING, 105_000, notClaimed(null));
    const state = after(lost, 130_000, notClaimed(said, upFor(15_000)));
    const frame = refusalIn(state, 130_000);
    expect(frame.title).toBe('Our service was down, not the sign');
    expect(frame.lead).toBe('The service restarted while this claim was in progress. The sign was not claimed.');
    expect(`${frame.todo} ${frame.lead}`).not.toMatch(/unplug|power|dark/);
    expect(refusalIn(state, 130_000, german).title).toBe('Der Dienst war ausgefallen, nicht das Schild');
    const [timer] = timersOf(state);
    const again = step(state, { type: 'timer', name: timer!.name }, momentAt(timer!.atMs, 8));
    expect(again.effects).toMatchObject([{ do: 'send', attempt: { requestId } }]);
  }
});

test('N2: a sign that is not connected is told so only when the service has been up for long enough to know', () => {
  const refused = (service: ServiceLife | null): string =>
    refusalIn(after(CLAIMING, 100_500, notClaimed(AWAY, service)), 100_500).title;
  expect(refused(upFor(40_000))).toBe('Our service was down, not the sign');
  expect(refused(LONG_UP)).toBe('The sign is not connected');
  expect(refused(null)).toBe('The sign is not connected');
  const silent = after(CLAIMING, 120_000, notClaimed(NO_ACK, { ...upFor(50_000) }));
  expect(refusalIn(silent, 120_000).title).toBe('The sign did not answer');
});

test('N2: a sign that does not come back is asked for less and less often: five times in the minute in which verdicts wait', () => {
  let [state, nowMs] = [after(CLAIMING, 100_000, notClaimed(AWAY, upFor(5_000))), 100_000];
  const waits: number[] = [];
  while (nowMs < 159_000) {
    const [timer] = timersOf(state);
    waits.push(timer!.atMs - nowMs);
    nowMs = timer!.atMs;
    const sent = step(state, { type: 'timer', name: 'again' }, momentAt(nowMs));
    expect(sent.effects).toMatchObject([{ do: 'send', attempt: { requestId } }]);
    state = after(sent.state, nowMs, notClaimed(AWAY, upFor(nowMs - 95_000)));
  }
  expect(waits).toEqual([2_000, 4_000, 8_000, 16_000, 30_000]);
  const [last] = timersOf(state);
  expect(last!.atMs - nowMs).toBe(30_000);
});

test('N2: a restart of hours ago is not blamed for a sign that is silent now', () => {
  const lost = after(CLAIMING, 130_000, notClaimed(null));
  const later = after(lost, 7_300_000, { type: 'timer', name: 'lost' });
  const silent = after(later, 7_320_000, notClaimed(NO_ACK, { upMs: 3_600_000, isWarmingUp: false }));
  expect(refusalIn(silent, 7_320_000).title).toBe('The connection to the service was lost');
  const again = after(silent, 7_330_000, { type: 'timer', name: 'again' });
  const twice = after(again, 7_350_000, notClaimed(NO_ACK, { upMs: 3_630_000, isWarmingUp: false }));
  expect(refusalIn(twice, 7_350_000).title).toBe('The sign did not answer');
});

test('N2: where a reply was lost on the way, that is said first, and the sign is named only when it is silent again', () => {
  const lost = after(CLAIMING, 105_000, notClaimed(null), { type: 'timer', name: 'lost' });
  const once = after(lost, 125_000, notClaimed(NO_ACK, LONG_UP));
  expect(refusalIn(once, 125_000)).toMatchObject({ title: 'The connection to the service was lost' });
  const sent = after(once, 130_000, { type: 'timer', name: 'again' });
  expect(sent.place).toMatchObject({ is: 'claiming', attempt: { requestId } });
  const twice = after(sent, 150_000, notClaimed(NO_ACK, LONG_UP));
  expect(refusalIn(twice, 150_000).title).toBe('The sign did not answer');
});

test('N2: a search while some signs have not reconnected yet says so and asks again by itself, but guesses no code twice', () => {
  const notFound = (why: Said): ClaimState =>
    after(FINDING, 101_000, { type: 'not-found', nth: FINDING.nth, why, service: upFor(5_000) });
  for (const why of [AWAY, { code: 'unavailable', retryAfterMs: 2_000 } satisfies Said]) {
    const state = notFound(why);
    const frame = refusalIn(state, 101_000);
    expect(frame.title).toBe('Our service was down, not the sign');
    expect(frame.lead).toMatch(/some signs have not reconnected yet/);
    const [timer] = timersOf(state);
    expect(step(state, { type: 'timer', name: 'again' }, momentAt(timer!.atMs)).effects).toMatchObject([
      { do: 'start', asked: { shortCode: '4QB50C' } },
    ]);
  }
  const unknown = notFound({ code: 'short_code_unknown' });
  expect(refusalIn(unknown, 101_000)).toMatchObject({ title: 'No sign is showing 4QB 50C' });
  expect(refusalIn(unknown, 101_000).lead).toMatch(/some signs have not reconnected yet/);
  expect(timersOf(unknown)).toEqual([]);
});

/** Another page, which counts from another moment. */
function reloaded(state: ClaimState, nowMs: number, opening = OPENING, afterMs = 2_000): ClaimState {
  const at = momentAt(nowMs);
  const text = JSON.stringify({ ...savedClaimOf(state, at), version: SAVED_CLAIM_VERSION });
  const later = { nowMs: 500, wallMs: at.wallMs + afterMs, newId: momentAt(0, 9).newId };
  return open(opening, restored(parseSavedClaim(text)!, later), later).state;
}

test('D3: a reload in mid-claim comes back to the step that was heard last, with its time', () => {
  const asked = after(CLAIMING, 101_000, { type: 'step', requestId, step: 'sent' });
  const frame = view(reloaded(asked, 104_000), english, momentAt(500));
  if (frame.is !== 'progress') throw new Error(`a frame of ${frame.is}`);
  expect(frame.steps.map(({ label, is, time }) => [label, is, time])).toEqual([
    ['Request sent to the sign', 'done', '1.0 s'],
    ['Loading the page', 'now', '5.0 s'],
    ['Page loaded', 'to-come', ''],
    ['Claimed', 'to-come', ''],
  ]);
  const proved = after(asked, 103_000, { type: 'step', requestId, step: 'acknowledged' });
  expect(view(reloaded(proved, 104_000), english, momentAt(500))).toMatchObject({
    title: 'The page has loaded. One moment.',
  });
});

test('D3: a reload at a final refusal comes back to it, with its step and next steps, until the person moves on', () => {
  const failed: Said = { code: 'device_load_failed', reason: 'url_unreachable', detail: 'ERR_NAME_NOT_RESOLVED' };
  for (const said of [failed, NO_ACK, AWAY, { code: 'sign_already_claimed' } satisfies Said]) {
    const state = after(CLAIMING, 110_000, notClaimed(said, LONG_UP));
    const back = reloaded(state, 111_000);
    expect(view(back, english, momentAt(500))).toEqual(view(state, english, momentAt(110_000)));
    expect(after(back, 600, { type: 'events', events: EVENTS }).place).toEqual(back.place);
    const on = after(back, 700, { type: 'another-sign' });
    expect(reloaded(on, 112_000).place.is).not.toBe('refused');
  }
});

test('D3: fields that were refused are refused after a reload too; an address that names a sign has moved on', () => {
  const state = after(CLAIMING, 110_000, notClaimed({ code: 'invalid_url', detail: 'no' }));
  expect(view(reloaded(state, 111_000), english, momentAt(500))).toEqual(view(state, english, momentAt(110_000)));
  const refused = after(CLAIMING, 110_000, notClaimed(NO_ACK, LONG_UP));
  expect(reloaded(refused, 111_000, { ...OPENING, code: 'ABCDEF' }).place.is).toBe('finding');
});

test('D3: steps that were heard before the service’s deadline are over: the attempt begins anew, here as there', () => {
  const asked = after(CLAIMING, 101_000, { type: 'step', requestId, step: 'sent' });
  const back = reloaded(asked, 104_000, OPENING, 10_800_000);
  expect(view(back, english, momentAt(500))).toEqual(view(CLAIMING, english, AT));
  const silent = after(back, 20_500, notClaimed(NO_ACK, { upMs: 7_200_000, isWarmingUp: false }));
  expect(refusalIn(silent, 20_500).title).toBe('The sign did not answer');
});

const REFUSED = [
  after(CLAIMING, 110_000, notClaimed(NO_ACK, LONG_UP)),
  after(CLAIMING, 110_000, notClaimed({ code: 'invalid_url', detail: 'no' })),
];
const isRefusal = ({ place }: ClaimState): boolean =>
  place.is === 'refused' || (place.is === 'form' && place.said !== null);

test('D3: a refusal, of an attempt or of a form, is gone after an hour, however often it was looked at meanwhile', () => {
  for (const state of REFUSED) {
    const looked = reloaded(state, 110_000, OPENING, 3_500_000);
    expect(isRefusal(looked)).toBe(true);
    // That page counts from its own moment on.
    const at = { nowMs: 500, wallMs: momentAt(110_000).wallMs + 3_500_000 };
    const read = (byMs: number) => restored(savedClaimOf(looked, at), { nowMs: 500, wallMs: at.wallMs + byMs }).refusal;
    expect(read(90_000)).not.toBeNull();
    expect(read(110_000)).toBeNull();
    expect(isRefusal(reloaded(state, 110_000, OPENING, 3 * 86_400_000))).toBe(false);
  }
});

test('D3: an address of another event has moved on from a refusal; one of its own event comes back to it', () => {
  for (const state of REFUSED) {
    expect(isRefusal(reloaded(state, 111_000, { ...OPENING, eventId: EVENTS[0]!.eventId }))).toBe(true);
    const other = reloaded(state, 111_000, { ...OPENING, eventId: EVENTS[1]!.eventId });
    expect(isRefusal(after(other, 600, { type: 'events', events: EVENTS }))).toBe(false);
  }
});
