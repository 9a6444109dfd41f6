import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { english } from './testing/words.ts';
import type { ClaimEvent } from './machine-event-and-effect-types.ts';
import { savedClaimOf, NO_SAVED_CLAIM } from './saved-claim.ts';
import { open, step } from './phone-claim-machine.ts';
import { SAVED_CLAIM_VERSION, parseSavedClaim } from './parse-saved-claim.ts';
import { onOurClock } from './convert-server-time.ts';
import type { ClaimState } from './claim-state.ts';
import { claimed, EVENTS, foundAt, momentAt, OPENING } from './testing/claims.ts';
import { view } from './view.ts';

/** What the service tells after a claim: the picture and the page's status of a sign that is claimed, and the hosts where its address was refused. */

const AT = momentAt(2_000, 7);
const after = (state: ClaimState, ...happenings: ClaimEvent[]): ClaimState =>
  happenings.reduce((before, happening) => step(before, happening, AT).state, state);

const FINDING = after(
  open(OPENING, NO_SAVED_CLAIM, AT).state,
  { type: 'events', events: [EVENTS[0]!] },
  { type: 'open-camera' },
  { type: 'scanned', scanned: { kind: 'code', shortCode: '4QB50C' } },
);
const CLAIMING = after(
  FINDING,
  { type: 'found', nth: FINDING.nth, found: foundAt(AT.nowMs, 1) },
  { type: 'yes' },
  { type: 'typed', field: 'name', text: 'Bar 4' },
  { type: 'typed', field: 'location', text: 'Halle 5' },
  { type: 'typed', field: 'url', text: 'https://menu.example/bar' },
  { type: 'submit' },
);
const requestId = AT.newId;
const attempt = CLAIMING.open!;
const answer = claimed(attempt);
const PROVED = step(CLAIMING, { type: 'step', requestId, step: 'acknowledged' }, momentAt(6_100)).state;
const DONE = after(PROVED, { type: 'claimed', requestId, answer });
const looked = (takenAtMs: number | null, httpStatus: number | null): ClaimEvent => {
  const { sign } = answer;
  return { type: 'looked', signId: sign.id, sign, takenAtMs, httpStatus, isLast: false };
};
const doneFrame = (state: ClaimState, nowMs: number, wallMs = 0) => {
  const frame = view(state, english, { nowMs, wallMs });
  if (frame.is !== 'done') throw new Error(`a frame of ${frame.is}`);
  return frame;
};

test('D3: the page’s status stands beside how long its proof took, where the sign has told it, and nothing stands there before', () => {
  const provedIn = (state: ClaimState) => doneFrame(state, 7_000).facts[0];
  expect(provedIn(DONE)).toEqual({ label: 'Load time', value: '4.1 s' });
  expect(provedIn(after(DONE, looked(null, null)))).toEqual({ label: 'Load time', value: '4.1 s' });
  expect(provedIn(after(DONE, looked(null, 200)))).toEqual({ label: 'Load time', value: '4.1 s, HTTP 200' });
});

test('G16: a claim shows the host where its page leads as soon as the page is proved, and when the sign is claimed', () => {
  const detail = 'leads to login.hotspot.example; cdn.example/ad.js did not answer';
  const proved = step(CLAIMING, { type: 'step', requestId, step: 'acknowledged', detail }, momentAt(6_100)).state;
  expect(view(proved, english, AT)).toMatchObject({ lead: 'menu.example/bar redirects to login.hotspot.example' });
  const done = after(proved, { type: 'claimed', requestId, answer });
  expect(doneFrame(done, 7_000).facts).toContainEqual({
    label: 'Redirects to',
    value: 'login.hotspot.example',
  });
  const labels = doneFrame(DONE, 7_000).facts.map(({ label }) => label);
  expect(labels).not.toContain('Redirects to');
});

test('G16: a phone that reloads during a claim still shows where its page led', () => {
  const detail = 'leads to login.hotspot.example';
  const proved = step(CLAIMING, { type: 'step', requestId, step: 'acknowledged', detail }, momentAt(6_100)).state;
  const kept = parseSavedClaim(JSON.stringify({ ...savedClaimOf(proved, AT), version: SAVED_CLAIM_VERSION }));
  expect(kept).toMatchObject({ progress: { leadsTo: 'login.hotspot.example' } });
});

test('D3: the picture’s age is by the service’s time, however wrong the phone’s clock is', () => {
  fc.assert(
    fc.property(fc.nat(3_600), fc.nat(1e6), fc.integer({ min: 0, max: 4e12 }), (age, receivedAtMs, wallMs) => {
      const date = new Date(1_795_000_000_000);
      const takenAtMs = onOurClock(
        new Date(date.getTime() - age * 1_000).toISOString(),
        date.toUTCString(),
        receivedAtMs,
      );
      const state = after(DONE, looked(takenAtMs, null));
      expect(doneFrame(state, receivedAtMs + 2_000, wallMs).picture!.age).toBe(`${age + 2} s ago`);
    }),
  );
  expect(onOurClock('2026-11-20T19:10:00.000Z', null, 500)).toBe(500);
});

test('D3: a refused address asks which hosts the organization allows, and names them', () => {
  const refused = step(CLAIMING, { type: 'not-claimed', requestId, why: { code: 'invalid_url' } }, AT);
  const { organizationId } = EVENTS[0]!;
  expect(refused.effects).toEqual([{ do: 'ask-hosts', organizationId }]);
  const todoOf = (hosts: string[], of = organizationId): string | null => {
    const frame = view(after(refused.state, { type: 'hosts', organizationId: of, hosts }), english, AT);
    return frame.is === 'form' ? frame.todo : null;
  };
  const rule =
    'The address must start with http:// or https://, contain no user name, and have a host that your organization allows';
  expect(todoOf(['menu.example', '*.lichterfest.example'])).toBe(`${rule}: menu.example, *.lichterfest.example`);
  expect(todoOf(['a', 'b', 'c', 'd', 'e', 'f'])).toBe(`${rule}: a, b, c, d, e …`);
  for (const any of [[], ['*', 'box.local']]) expect(todoOf(any)).toBe(`${rule}.`);
  expect(todoOf(['menu.example'], 'another')).toBe(`${rule}.`);
});

test('U17: a claimed sign’s screen leads to the wall, the claims, the account and the sign’s own page', () => {
  const { eventId, id } = answer.sign;
  const { nav, links, lead } = doneFrame(DONE, 7_000);
  expect(nav!.links.map(({ href }) => href)).toEqual([`/events/${eventId}`, `/events/${eventId}/claims`, '/account']);
  expect(links).toEqual([{ label: 'View sign details', href: `/signs/${id}` }]);
  expect(lead).toBeNull();
});

test('U17: a sign without a page is claimed with a link that selects it on the wall, where a page is set', () => {
  const { eventId, id } = answer.sign;
  const bare = after(PROVED, {
    type: 'claimed',
    requestId,
    answer: { ...answer, sign: { ...answer.sign, url: null } },
  });
  const { links, lead } = doneFrame(bare, 7_000);
  expect(lead).toBe('This sign has no page yet.');
  expect(links![0]).toEqual({ label: 'Go to the wall to set a page', href: `/events/${eventId}?select=${id}` });
});

test('U17: Done leads to the wall of the sign’s event', () => {
  const { eventId } = answer.sign;
  expect(step(DONE, { type: 'finish' }, AT).effects).toEqual([{ do: 'go', to: 'walls', eventId, code: null }]);
});

test('U17: the claim links to other pages only while no claim is in progress', () => {
  const choosing = after(open(OPENING, NO_SAVED_CLAIM, AT).state, { type: 'events', events: EVENTS });
  const start = after(choosing, { type: 'pick-event', eventId: EVENTS[0]!.eventId });
  const prepared = after(start, { type: 'open-prepared' });
  const hrefsOf = (state: ClaimState) => view(state, english, AT).nav?.links.map(({ href }) => href);
  expect(hrefsOf(choosing)).toEqual(['/', '/account']);
  for (const state of [start, prepared]) expect(hrefsOf(state)).toContain(`/events/${EVENTS[0]!.eventId}`);
  for (const state of [FINDING, CLAIMING]) expect(hrefsOf(state)).toBeUndefined();
});
