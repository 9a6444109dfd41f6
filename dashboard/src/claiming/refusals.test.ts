import { expect, test } from 'vitest';
import { english, german } from './testing/words.ts';
import type { Frame, RefusalFrame } from './screen-model-types.ts';
import type { ClaimEvent } from './machine-event-and-effect-types.ts';
import { NO_SAVED_CLAIM } from './saved-claim.ts';
import { open, step } from './phone-claim-machine.ts';
import type { Attempt, ClaimState, Said } from './claim-state.ts';
import { EVENTS, foundAt, momentAt, OPENING, SIGNS } from './testing/claims.ts';
import { timersOf } from './claim-timers.ts';
import { view } from './view.ts';

/** Every refusal of the design's table "Voice": where it broke, what is said, what is next. */

const AT = momentAt(2_000, 0x0d9e);

function after(state: ClaimState, ...happenings: ClaimEvent[]): ClaimState {
  return happenings.reduce((before, happening) => step(before, happening, AT).state, state);
}

const BEGUN = after(open(OPENING, NO_SAVED_CLAIM, AT).state, { type: 'events', events: [EVENTS[0]!] });
const FOUND = foundAt(AT.nowMs, 1);
const SCANNED: ClaimEvent = {
  type: 'scanned',
  scanned: { kind: 'sign', signId: FOUND.signId, shortCode: FOUND.shortCode },
};
const FINDING = after(BEGUN, { type: 'open-camera' }, SCANNED);
const FORM = after(
  FINDING,
  { type: 'found', nth: FINDING.nth, found: FOUND },
  { type: 'yes' },
  { type: 'typed', field: 'name', text: 'Bar 4 links' },
  { type: 'typed', field: 'location', text: 'Bars' },
  { type: 'typed', field: 'url', text: 'https://menue.example/bar' },
);
const CLAIMING = after(FORM, { type: 'submit' });
const LINKING = ((): ClaimState => {
  const looking = after(
    BEGUN,
    { type: 'signs', eventId: EVENTS[0]!.eventId, signs: SIGNS, isWhole: true },
    { type: 'open-prepared' },
    { type: 'pick-sign', signId: SIGNS[1]!.id },
    SCANNED,
  );
  return after(looking, { type: 'found', nth: looking.nth, found: FOUND }, { type: 'yes' });
})();

const attemptIn = ({ place }: ClaimState): Attempt => {
  if (place.is !== 'claiming') throw new Error(`at ${place.is}`);
  return place.attempt;
};
const refusedIn = (state: ClaimState, why: Said): ClaimState =>
  state.place.is === 'finding'
    ? after(state, { type: 'not-found', nth: state.nth, why })
    : after(state, { type: 'not-claimed', requestId: attemptIn(state).requestId, why });

interface Row {
  said: Said;
  in: ClaimState;
  title: string;
  lead: RegExp;
  broke: string;
  buttons: [label: string, press: string][];
}

const row = (
  said: Said,
  state: ClaimState,
  broke: string,
  title: string,
  lead: RegExp,
  ...buttons: Row['buttons']
): Row => ({ said, in: state, broke, title, lead, buttons });

const failed = (reason: NonNullable<Said['reason']>, detail: string): Said => ({
  code: 'device_load_failed',
  reason,
  detail,
});

const ROWS: Row[] = [
  row(
    { code: 'device_no_ack' },
    CLAIMING,
    'asked',
    'The sign did not answer',
    /20 seconds\. The sign was not claimed\.$/,
    ['Try again', 'try-again'],
    ['Scan again', 'open-camera'],
  ),
  row(
    failed('url_unreachable', 'The address was not found (ERR_NAME_NOT_RESOLVED)'),
    CLAIMING,
    'loaded',
    'The sign can’t reach the page',
    /^No IP address was found for menue\.example \(DNS\)\. The sign was not claimed\.$/,
    ['Change address', 'change-address'],
    ['Claim without a page', 'without-page'],
  ),
  row(
    failed('url_unreachable', 'the host refused the connection'),
    CLAIMING,
    'loaded',
    'The sign can’t reach the page',
    /^The sign reported: the host refused the connection\. The sign was not claimed\.$/,
    ['Change address', 'change-address'],
    ['Claim without a page', 'without-page'],
  ),
  row(
    failed('url_load_failed', 'The page answered with HTTP 503'),
    CLAIMING,
    'loaded',
    'The page returned an error',
    /^menue\.example returned HTTP 503\. The sign was not claimed\.$/,
    ['Claim without a page', 'without-page'],
    ['Load the page again', 'load-again'],
  ),
  row(
    failed('url_load_failed', 'menue.example refuses to be shown in a frame.'),
    CLAIMING,
    'loaded',
    'The sign can’t show this page',
    /^The sign reported: menue\.example refuses to be shown in a frame\. The sign was not claimed\.$/,
    ['Claim without a page', 'without-page'],
    ['Load the page again', 'load-again'],
  ),
  row(
    failed('sign_timeout', 'late'),
    CLAIMING,
    'loaded',
    'The page took too long to load',
    /is showing its code again\. The sign was not claimed\.$/,
    ['Load the page again', 'load-again'],
    ['Claim without a page', 'without-page'],
  ),
  row(
    failed('url_unreachable', 'the host refused the connection'),
    LINKING,
    'loaded',
    'The sign can’t reach the page',
    /The sign was not claimed\.$/,
    ['Load the page again', 'load-again'],
    ['Claim a different sign', 'another-sign'],
  ),
  row(
    { code: 'sign_not_connected' },
    CLAIMING,
    'asked',
    'The sign is not connected',
    /not connected to the service/,
    ['Try again', 'try-again'],
    ['Claim a different sign', 'another-sign'],
  ),
  row(
    { code: 'request_in_progress' },
    CLAIMING,
    'asked',
    'Someone else is claiming this sign',
    /in progress/,
    ['Try now', 'try-again'],
    ['Claim a different sign', 'another-sign'],
  ),
  row(
    { code: 'sign_already_claimed' },
    FINDING,
    'code',
    'This sign is already claimed',
    /We are not allowed to show who this sign belongs to/,
    ['Find the sign on my walls', 'find-on-walls'],
    ['Claim a different sign', 'another-sign'],
  ),
  row(
    { code: 'short_code_mismatch' },
    FINDING,
    'code',
    'This QR code is not valid',
    /short code and the ID in this QR code do not match/,
    ['Type the code', 'open-keypad'],
    ['Scan again', 'open-camera'],
  ),
  row(
    { code: 'short_code_unknown' },
    FINDING,
    'code',
    'No sign is showing 4QB 50C',
    /No sign that is connected and unclaimed/,
    ['Correct the code', 'open-keypad'],
    ['Scan the QR code', 'open-camera'],
  ),
  row(
    { code: 'short_code_ambiguous' },
    FINDING,
    'code',
    'Two signs are showing this code',
    /This is rare/,
    ['Scan the QR code', 'open-camera'],
    ['Back', 'back'],
  ),
  row(
    { code: 'pending_expired' },
    CLAIMING,
    'code',
    'Your reservation has expired',
    /What you entered is still saved/,
    ['Find the sign again', 'find-again'],
    ['Claim a different sign', 'another-sign'],
  ),
  row(
    { code: 'sign_not_unlinked' },
    LINKING,
    'code',
    'Stand 415 already has a device',
    /Someone linked a device to this sign/,
    ['Choose another sign', 'open-prepared'],
    ['Replace the device', 'replace-instead'],
  ),
  row(
    { code: 'sign_not_linked' },
    LINKING,
    'code',
    'Stand 415 has no device to replace',
    /unregistered a moment ago/,
    ['Link this device', 'link-instead'],
    ['Back', 'back'],
  ),
  row(
    { code: 'rate_limited', retryAfterMs: 639_000, errors: [{ path: '/shortCode', message: 'wrong' }] },
    FINDING,
    'code',
    'Five wrong codes in 15 minutes',
    /can’t type codes until \d\d:\d\d:\d\d\.$/,
    ['Wait 10 min 39 s', 'try-again'],
    ['Scan the QR code', 'open-camera'],
  ),
  row(
    { code: 'rate_limited', retryAfterMs: 4_000 },
    CLAIMING,
    'asked',
    'Too many requests',
    /number of requests per minute\.$/,
    ['Try now', 'try-again'],
    ['Back', 'back'],
  ),
  row(
    { code: 'unavailable', retryAfterMs: 4_000 },
    CLAIMING,
    'asked',
    'The service is busy',
    /^We don’t know yet whether the claim succeeded\.$/,
    ['Try now', 'try-again'],
    ['Back', 'back'],
  ),
  row(
    { code: 'unavailable', retryAfterMs: 4_000 },
    FINDING,
    'asked',
    'The service is busy',
    /before it started\. The sign was not claimed\.$/,
    ['Try now', 'try-again'],
    ['Back', 'back'],
  ),
  row(
    { code: 'unauthenticated' },
    CLAIMING,
    'code',
    'You are signed out',
    /saved on this phone/,
    ['Sign in', 'sign-in'],
    ['Back', 'back'],
  ),
  row(
    { code: 'forbidden' },
    CLAIMING,
    'code',
    'Your role does not allow you to claim signs',
    /Only operators and admins can claim signs/,
    ['Choose a different event', 'open-events'],
    ['Back', 'back'],
  ),
  row(
    { code: 'not_found' },
    CLAIMING,
    'code',
    'This event no longer exists',
    /The event was deleted/,
    ['Choose an event', 'open-events'],
    ['Back', 'back'],
  ),
  row(
    { code: 'not_found', detail: 'This claim’s event is gone.' },
    CLAIMING,
    'code',
    'This event no longer exists',
    /The event was deleted/,
    ['Choose an event', 'open-events'],
    ['Back', 'back'],
  ),
  row(
    { code: 'not_found', detail: 'No such sign.' },
    LINKING,
    'code',
    'This sign no longer exists',
    /^The sign was deleted, .*The sign was not claimed\.$/,
    ['Claim a new sign', 'without-record'],
  ),
  row(
    { code: 'not_found', errors: [{ path: '/pendingId', message: 'nicht begonnen' }] },
    CLAIMING,
    'code',
    'Your reservation has expired',
    /What you entered is still saved/,
    ['Find the sign again', 'find-again'],
    ['Claim a different sign', 'another-sign'],
  ),
  row(
    { code: 'request_id_reused' },
    CLAIMING,
    'asked',
    'This attempt was already submitted',
    /Nothing was claimed/,
    ['Start over', 'start-afresh'],
    ['Back', 'back'],
  ),
  row(
    { code: 'internal' },
    CLAIMING,
    'asked',
    'Something went wrong on our side',
    /don’t know yet whether the claim succeeded/,
    ['Check the outcome', 'try-again'],
    ['Back', 'back'],
  ),
  row(
    { code: 'quota_exceeded' },
    CLAIMING,
    'code',
    'Your organization can’t add more signs',
    /The sign was not claimed\.$/,
    ['Try again', 'try-again'],
    ['Back', 'back'],
  ),
];

const refusalIn = (frame: Frame): RefusalFrame => {
  if (frame.is !== 'refusal') throw new Error(`a frame of ${frame.is}`);
  return frame;
};

test.each(ROWS)('D3: $said.code $said.reason is told as “$title”, with what to do next', (one) => {
  const state = refusedIn(one.in, one.said);
  const frame = refusalIn(view(state, english, AT));
  expect(frame.title).toBe(one.title);
  expect(frame.lead).toMatch(one.lead);
  expect(frame.steps.find(({ is }) => is === 'broken')!.step).toBe(one.broke);
  expect(frame.actions.map(({ label, press }) => [label, press.type])).toEqual(one.buttons);
  expect(frame.small[0]).toBe(one.said.reason === undefined ? one.said.code : `${one.said.code}, ${one.said.reason}`);
  expect(frame.small.length).toBe(one.in === FINDING ? 1 : 2);
  expect(frame.todo).not.toBe('');

  const other = refusalIn(view(state, german, AT));
  expect(other.title).not.toBe(frame.title);
  expect(other.actions.length).toBe(frame.actions.length);
});

test.each(['invalid_url', 'validation_failed'] as const)(
  'D3: %s is said at its field, with the cursor in it',
  (code) => {
    const said: Said = {
      code,
      detail: 'no',
      ...(code === 'validation_failed' && { errors: [{ path: '/name', message: 'is too long' }] }),
    };
    const frame = view(refusedIn(CLAIMING, said), english, AT);
    if (frame.is !== 'form') throw new Error(`a frame of ${frame.is}`);
    const field = code === 'invalid_url' ? 'url' : 'name';
    expect(frame.focus).toBe(field);
    expect(frame.fields.filter(({ error }) => error !== null).map((each) => each.field)).toEqual([field]);
    expect(frame.fields.map(({ value }) => value)).toEqual(['Bar 4 links', 'Bars', 'https://menue.example/bar']);
  },
);

test('D3: a page on a private network is refused with the host that an admin can allow', () => {
  const detail =
    '10.0.0.1 is on a private network. An admin can allow it: add "10.0.0.1" to the organization\'s allowedUrlHosts.';
  const frame = view(refusedIn(CLAIMING, { code: 'invalid_url', detail }), english, AT);
  if (frame.is !== 'form') throw new Error(`a frame of ${frame.is}`);
  expect(frame.fields.find(({ field }) => field === 'url')?.error).toMatch(/^10\.0\.0\.1 is in a private network\./);
});

test('C4: “Try again” sends the same attempt, “Load the page again” another one for the same', () => {
  const { requestId, body } = attemptIn(CLAIMING);
  // The failed handshake has used its pendingSign up.
  const { pendingId: _, ...rest } = body;
  const again = attemptIn(after(refusedIn(CLAIMING, { code: 'device_no_ack' }), { type: 'try-again' }));
  expect(again).toEqual(attemptIn(CLAIMING));
  const late = refusedIn(CLAIMING, failed('sign_timeout', 'late'));
  const loaded = step(late, { type: 'load-again' }, momentAt(3_000, 77));
  expect(attemptIn(loaded.state).body).toEqual(rest);
  expect(attemptIn(loaded.state).requestId).not.toBe(requestId);
  const bare = attemptIn(step(late, { type: 'without-page' }, momentAt(3_000, 78)).state);
  expect(bare.body).not.toHaveProperty('url');
  expect(bare.requestId).not.toBe(requestId);
});

test.each(['unavailable', 'request_in_progress'] as const)(
  '%s is tried again by itself when the service says',
  (code) => {
    const state = refusedIn(CLAIMING, { code, retryAfterMs: 4_000 });
    expect(timersOf(state)).toEqual([{ name: 'again', atMs: AT.nowMs + 4_000 }]);
    const again = step(state, { type: 'timer', name: 'again' }, momentAt(AT.nowMs + 4_000));
    expect(again.effects).toEqual([{ do: 'send', attempt: attemptIn(CLAIMING) }]);
  },
);

test('a wrong code is not guessed again by itself: after the rest, a person may', () => {
  const resting = refusedIn(FINDING, {
    code: 'rate_limited',
    retryAfterMs: 600_000,
    errors: [{ path: '/shortCode', message: 'wrong' }],
  });
  expect(view(resting, english, AT).actions[0]).toMatchObject({ isDisabled: true });
  const over = step(resting, { type: 'timer', name: 'again' }, momentAt(602_000));
  expect(over.effects).toEqual([]);
  expect(view(over.state, english, momentAt(602_000)).actions[0]).toMatchObject({
    label: 'Try again',
    kind: 'primary',
  });
});

test('a claim without proof is told as one', () => {
  const { requestId } = attemptIn(CLAIMING);
  const sign = {
    id: 's',
    eventId: EVENTS[0]!.eventId,
    name: 'Bar 4 links',
    location: 'Bars',
    url: null,
    status: 'idle',
  };
  const answer = { sign: sign as never, requestId, handshake: 'legacy' as const };
  const frame = view(after(CLAIMING, { type: 'claimed', requestId, answer }), english, AT);
  expect(frame).toMatchObject({ is: 'done', isProved: false, title: 'Claimed without confirmation by the sign' });
});

test('a lost answer asks again for the same attempt when the network is back', () => {
  const { requestId } = attemptIn(CLAIMING);
  const lost = after(CLAIMING, { type: 'network', isOnline: false }, { type: 'not-claimed', requestId, why: null });
  expect(view(lost, english, AT)).toMatchObject({
    is: 'lost',
    title: 'We did not receive the answer, but the claim may still succeed.',
  });
  const back = step(lost, { type: 'network', isOnline: true }, AT);
  expect(back.effects).toEqual([{ do: 'send', attempt: attemptIn(CLAIMING) }]);
});

test('a record that has a device now is replaced instead, and the other way round', () => {
  const replaced = after(refusedIn(LINKING, { code: 'sign_not_unlinked' }), { type: 'replace-instead' });
  expect(view(replaced, english, AT)).toMatchObject({ is: 'replace', title: 'Replace the device in a single scan.' });
  const linked = after(replaced, { type: 'yes' });
  const back = after(refusedIn(linked, { code: 'sign_not_linked' }), { type: 'link-instead' });
  expect(view(back, english, AT)).toMatchObject({ is: 'link', title: 'Link this device to Stand 415?' });
});

test('D3: a record that is gone when its device is found leaves the device, which is claimed as a new sign', () => {
  const form = after(refusedIn(LINKING, { code: 'not_found' }), { type: 'without-record' });
  expect(form).toMatchObject({ place: { is: 'form' }, purpose: { is: 'new' }, found: FOUND });
});

test.each([
  ['in an event that is known', OPENING.eventId, [EVENTS[0]!], 'start'],
  ['where none is chosen yet', OPENING.eventId, EVENTS, 'list'],
] as const)(
  'D3: an address of a record that is gone says so, with one next step: a new sign, %s',
  (_, eventId, events, next) => {
    const signId = SIGNS[0]!.id;
    const gone: ClaimEvent = { type: 'no-target', signId, why: { code: 'not_found' } };
    const known: ClaimEvent = { type: 'events', events: [...events] };
    for (const answers of [
      [gone, known],
      [known, gone],
    ]) {
      const state = after(open({ ...OPENING, eventId, signId, view: 'scan' }, NO_SAVED_CLAIM, AT).state, ...answers);
      const frame = refusalIn(view(state, english, AT));
      expect(frame).toMatchObject({ title: 'This sign no longer exists', small: ['not_found'] });
      expect(frame.actions.map(({ label }) => label)).toEqual(['Claim a new sign']);
      const on = after(state, { type: 'without-record' });
      expect(view(on, english, AT).is).toBe(next);
      expect(on.wanted.signId).toBeNull();
    }
  },
);

test('D3: an event that is gone is still told as one, also where its page names a record', () => {
  const opened = open({ ...OPENING, signId: SIGNS[0]!.id }, NO_SAVED_CLAIM, AT).state;
  const state = after(opened, { type: 'no-events', why: { code: 'not_found' } });
  expect(view(state, english, AT)).toMatchObject({ title: 'This event no longer exists' });
});

test('what was typed is kept when ten minutes have passed, and comes back with the sign', () => {
  const [timer] = timersOf(FORM);
  const over = step(FORM, { type: 'timer', name: timer!.name }, momentAt(timer!.atMs)).state;
  const finding = after(over, { type: 'find-again' });
  const again = after(finding, { type: 'found', nth: finding.nth, found: foundAt(700_000, 2) }, { type: 'yes' });
  const frame = view(again, english, AT);
  if (frame.is !== 'form') throw new Error(`a frame of ${frame.is}`);
  expect(frame.fields.map(({ value }) => value)).toEqual(['Bar 4 links', 'Bars', 'https://menue.example/bar']);
});

test('D14: the note of a replacement is sent with it, and a note of spaces alone is not', () => {
  const replacing = after(refusedIn(LINKING, { code: 'sign_not_unlinked' }), { type: 'replace-instead' });
  for (const [text, note] of [
    ['  panel cracked ', 'panel cracked'],
    ['   ', undefined],
  ] as const) {
    const noted = after(replacing, { type: 'note', text });
    expect(view(noted, english, AT)).toMatchObject({ is: 'replace', note: { value: text } });
    const { place } = after(noted, { type: 'yes' });
    expect(place).toMatchObject({ is: 'claiming', attempt: { purpose: { is: 'replace' } } });
    expect(place.is === 'claiming' && 'note' in place.attempt.body ? place.attempt.body.note : undefined).toBe(note);
  }
});
