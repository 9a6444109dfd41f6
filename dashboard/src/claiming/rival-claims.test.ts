import { expect, test } from 'vitest';
import { english } from './testing/words.ts';
import type { Frame, RefusalFrame } from './screen-model-types.ts';
import type { ClaimEvent } from './machine-event-and-effect-types.ts';
import { NO_SAVED_CLAIM } from './saved-claim.ts';
import { open, step } from './phone-claim-machine.ts';
import type { ClaimState, Said, TargetSign } from './claim-state.ts';
import { EVENTS, foundAt, momentAt, OPENING, uuid } from './testing/claims.ts';
import { view } from './view.ts';

/** Two who want one sign, and a sign that is somebody's already. */

const AT = momentAt(100_000, 7);
const after = (state: ClaimState, ...happenings: ClaimEvent[]): ClaimState =>
  happenings.reduce((before, happening) => step(before, happening, AT).state, state);
const FOUND = foundAt(AT.nowMs, 1);
const BEGUN = after(
  open(OPENING, NO_SAVED_CLAIM, AT).state,
  { type: 'events', events: EVENTS },
  { type: 'pick-event', eventId: EVENTS[0]!.eventId },
);
const FINDING = after(
  BEGUN,
  { type: 'open-camera' },
  { type: 'scanned', scanned: { kind: 'sign', signId: FOUND.signId, shortCode: FOUND.shortCode } },
);
const FORM = after(
  FINDING,
  { type: 'found', nth: FINDING.nth, found: FOUND },
  { type: 'yes' },
  { type: 'typed', field: 'name', text: 'Bar 4' },
  { type: 'typed', field: 'location', text: 'Halle 5' },
);
const submitted = (state: ClaimState): ClaimState => after(state, { type: 'submit' });
const notClaimed = (why: Said): ClaimEvent => ({ type: 'not-claimed', requestId: AT.newId, why });
const bandOf = (state: ClaimState): string | null => (view(state, english, AT) as Exclude<Frame, undefined>).band;

function refusalIn(state: ClaimState): RefusalFrame {
  const frame = view(state, english, AT);
  if (frame.is !== 'refusal') throw new Error(`a frame of ${frame.is}`);
  return frame;
}

const OWN: TargetSign = {
  id: uuid(701),
  organizationId: EVENTS[0]!.organizationId,
  eventId: EVENTS[0]!.eventId,
  name: 'Bar 3 links',
  location: 'Halle 5',
  url: null,
  shortCode: FOUND.shortCode,
};
const CLAIMED_AT = Date.parse('2026-11-20T18:20:00.000Z');
const owned = (sign: TargetSign, userId: string | null, deviceSignId = FOUND.signId): ClaimEvent => ({
  type: 'owner',
  owner: {
    sign,
    device: { deviceSignId, shortCode: FOUND.shortCode },
    by: userId === null ? null : { userId, name: 'Ben Okafor', atWallMs: CLAIMED_AT },
  },
});

test.each(['sign_already_claimed', 'short_code_unknown'] as const)(
  'D3: %s of a sign of one’s own names it, and leads to its record and to another device for it',
  (code) => {
    const refused = step(FINDING, { type: 'not-found', nth: FINDING.nth, why: { code } }, AT);
    const { organizationId } = OWN;
    const asked = { signId: FOUND.signId, shortCode: FOUND.shortCode };
    expect(refused.effects).toEqual([{ do: 'ask-owner', organizationId, asked }]);
    const state = after(refused.state, owned(OWN, 'ben'));
    const frame = refusalIn(state);
    expect(frame.title).toBe('This sign is already claimed as Bar 3 links in this event');
    expect(frame.lead).toBe('Lichterfest 1, Halle 5. Ben Okafor claimed it at 19:20.');
    expect(frame.slots).toBeNull();
    expect(frame.actions.map(({ press }) => press.type)).toEqual(['find-on-walls', 'replace-owner', 'another-sign']);
    expect(step(state, { type: 'find-on-walls' }, AT).effects).toMatchObject([
      { do: 'go', to: 'walls', eventId: OWN.eventId, code: FOUND.shortCode },
    ]);
    const replacing = after(state, { type: 'replace-owner' });
    expect(replacing).toMatchObject({
      purpose: { is: 'replace', sign: OWN },
      place: { is: 'scan', passes: FOUND.shortCode },
    });
  },
);

test('D3: a sign of another event leads there; one’s own claim is called that; of a stranger’s sign nothing more is said', () => {
  const refused = after(FINDING, { type: 'not-found', nth: FINDING.nth, why: { code: 'sign_already_claimed' } });
  const other = { ...OWN, eventId: EVENTS[1]!.eventId };
  const state = after(refused, owned(other, 'ana'));
  expect(refusalIn(state)).toMatchObject({
    title: 'This sign is already claimed as Bar 3 links',
    lead: 'Lichterfest 2, Halle 5. You claimed it at 19:20.',
  });
  expect(step(state, { type: 'find-on-walls' }, AT).effects).toMatchObject([{ eventId: EVENTS[1]!.eventId }]);
  expect(after(state, { type: 'replace-owner' }).choice).toEqual(EVENTS[1]);
  expect(refusalIn(after(refused, owned(OWN, null))).lead).toBe('Lichterfest 1, Halle 5.');
  expect(refusalIn(refused).title).toBe('This sign is already claimed');
  const late = after(refused, { type: 'another-sign' });
  expect(after(late, owned(OWN, 'ben'))).toBe(late);
});

test('D3: of two devices that show one code, the record of the other isn’t named where the device was scanned; where its code was typed, it is', () => {
  const why = { code: 'sign_already_claimed' } as const;
  const other = owned(OWN, 'ben', uuid(98));
  const scanned = after(FINDING, { type: 'not-found', nth: FINDING.nth, why });
  expect(after(scanned, other)).toBe(scanned);
  const lost = after(submitted(FORM), notClaimed(why));
  expect(after(lost, other)).toBe(lost);
  const keys = [...FOUND.shortCode].map((key): ClaimEvent => ({ type: 'key', key }));
  const typing = after(BEGUN, { type: 'open-keypad' }, ...keys, { type: 'find' });
  const typed = after(typing, { type: 'not-found', nth: typing.nth, why });
  expect(refusalIn(after(typed, other)).title).toBe('This sign is already claimed as Bar 3 links in this event');
});

test('D3: who loses the race for a sign is told who has it by now', () => {
  const refused = after(submitted(FORM), notClaimed({ code: 'sign_already_claimed' }), owned(OWN, 'ben'));
  expect(refusalIn(refused).lead).toMatch(/Ben Okafor claimed it at 19:20/);
});

test('D3: a claim of one’s own on another phone is called one’s own, while it lasts and when it is done', () => {
  const theirs = (one: 'sent' | 'committed' | 'failed', signId = FOUND.signId): ClaimEvent => ({
    type: 'step',
    requestId: uuid(99),
    signId,
    step: one,
  });
  expect(bandOf(FORM)).toBeNull();
  const running = after(FORM, theirs('sent'));
  expect(bandOf(running)).toBe('You are claiming this sign in another tab or on another phone.');
  expect(bandOf(after(running, theirs('committed')))).toBe('You claimed this sign in another tab or on another phone.');
  expect(bandOf(after(running, theirs('failed')))).toBeNull();
  expect(after(FORM, theirs('sent', uuid(98)))).toBe(FORM);
  const refused = after(submitted(running), notClaimed({ code: 'request_in_progress' }));
  expect(refusalIn(refused).title).toBe('You are already claiming this sign');
});

test('D3: another’s claim that is under way, and one who waits their turn, are told apart', () => {
  const refused = (why: Said): string => refusalIn(after(submitted(FORM), notClaimed(why))).title;
  expect(refused({ code: 'request_in_progress' })).toBe('Someone else is claiming this sign');
  expect(refused({ code: 'request_in_progress', retryAfterMs: 20_000 })).toBe(
    'Someone else is also trying to claim this sign',
  );
});

test('D3: without a network the phone says since when', () => {
  const offline = after(FORM, { type: 'network', isOnline: false });
  expect(bandOf(offline)).toMatch(
    /^Your phone has had no network connection since \d\d:\d\d\. The claim will continue automatically/,
  );
  expect(bandOf(after(offline, { type: 'network', isOnline: true }))).toBeNull();
  expect(bandOf(open({ ...OPENING, isOnline: false }, NO_SAVED_CLAIM, AT).state)).toMatch(
    /^Your phone has no network connection\./,
  );
});

test.each([
  [17 * 60_000, 'starts in 17 min'],
  [3 * 3_600_000, 'starts in 3 h'],
  [13 * 3_600_000, null],
  [-60_000, null],
])('D3: the start screen of an event that begins in %i ms says %s beside its name', (ms, text) => {
  const startsAt = new Date(AT.wallMs + ms).toISOString();
  const state = after(open(OPENING, NO_SAVED_CLAIM, AT).state, {
    type: 'events',
    events: [{ ...EVENTS[0]!, startsAt }],
  });
  expect(view(state, english, AT).header.aside).toEqual(text === null ? null : { text, isCode: false });
});

test('D3: a proof whose steps were heard at once is not said to have taken 0.0 s', () => {
  const typed = after(FORM, { type: 'typed', field: 'url', text: 'https://menu.example/' });
  const claiming = submitted(typed);
  const requestId = AT.newId;
  const proved = after(
    claiming,
    { type: 'step', requestId, step: 'sent' },
    { type: 'step', requestId, step: 'acknowledged' },
  );
  const sign = {
    id: uuid(700),
    eventId: EVENTS[0]!.eventId,
    name: 'Bar 4',
    location: 'Halle 5',
    url: 'https://menu.example/',
  };
  const answer = { sign, requestId, handshake: 'acknowledged' } as never;
  const frame = view(after(proved, { type: 'claimed', requestId, answer }), english, AT);
  expect(frame).toMatchObject({ is: 'done', facts: [{ label: 'Location', value: 'Halle 5' }] });
});
