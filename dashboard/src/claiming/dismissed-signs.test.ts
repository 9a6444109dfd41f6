import { expect, test } from 'vitest';
import { isNews, keyOf, lookingAgain } from '../camera/scan-pace-and-news.ts';
import type { ClaimEvent } from './machine-event-and-effect-types.ts';
import { NO_SAVED_CLAIM } from './saved-claim.ts';
import { open, step } from './phone-claim-machine.ts';
import type { ClaimState } from './claim-state.ts';
import { EVENTS, foundAt, momentAt, OPENING } from './testing/claims.ts';

/** A sign that was turned down, with the phone still on it. */

const AT = momentAt(2_000);
const after = (state: ClaimState, ...happenings: ClaimEvent[]): ClaimState =>
  happenings.reduce((before, happening) => step(before, happening, AT).state, state);

const FOUND = foundAt(AT.nowMs, 1);
const SCANNED = { kind: 'sign', signId: FOUND.signId, shortCode: FOUND.shortCode } as const;
const FINDING = after(
  open(OPENING, NO_SAVED_CLAIM, AT).state,
  { type: 'events', events: [EVENTS[0]!] },
  { type: 'open-camera' },
  { type: 'scanned', scanned: SCANNED },
);
const ASKED = after(FINDING, { type: 'found', nth: FINDING.nth, found: FOUND });

const REFUSED = after(FINDING, { type: 'not-found', nth: FINDING.nth, why: { code: 'sign_already_claimed' } });

test.each<[string, ClaimState, ClaimEvent]>([
  ['“No, a different sign”', ASKED, { type: 'another-sign' }],
  ['one step back from the question', ASKED, { type: 'back' }],
  ['one step back from the search', FINDING, { type: 'back' }],
  ['“Claim a different sign” after a refusal', REFUSED, { type: 'another-sign' }],
  ['one step back from a refusal', REFUSED, { type: 'back' }],
])('D3: after %s the camera passes the same sign over', (_, state, press) => {
  expect(after(state, press).place).toEqual({ is: 'scan', sheet: null, passes: '4QB50C' });
});

test('D3: a sheet over the camera doesn’t forget what was turned down, and opening the camera anew does', () => {
  const looking = after(ASKED, { type: 'another-sign' });
  const sheet = after(looking, { type: 'scanned', scanned: { kind: 'not_a_sign' } });
  expect(after(sheet, { type: 'scan-on' }).place).toEqual(looking.place);
  expect(after(sheet, { type: 'back' }).place).toEqual(looking.place);
  expect(after(looking, { type: 'open-camera' }).place).toMatchObject({ passes: null });
});

test('D3: a sign that was turned down is found again only when another or none was seen for a while, however late the first picture is read', () => {
  const key = keyOf(SCANNED);
  expect(keyOf({ kind: 'code', shortCode: SCANNED.shortCode })).toBe(key);
  const passed = { key: '4QB50C', lastSeenMs: 0 };
  const first = lookingAgain(passed, 9_000)!;
  expect(isNews(first, key, 9_000)).toBe(false);
  expect(isNews(first, key, 10_499)).toBe(false);
  expect(isNews(first, key, 10_500)).toBe(true);
  expect(isNews(first, keyOf({ ...SCANNED, shortCode: '000000' }), 9_000)).toBe(true);
});
