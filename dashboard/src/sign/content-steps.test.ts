import type { CommandState } from '@sign-display/contracts/rest/commands';
import type { SignNow } from '@sign-display/contracts/rest/sign-now';
import type { Sign } from '@sign-display/contracts/rest/signs';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  asSentence,
  contentStepOf,
  receivedOf,
  NOTHING_RECEIVED,
  type ContentStep,
  type Sending,
} from './content-steps.ts';

const GOOD = 'https://menu.example/bar';
const BAD = 'https://menu.example/gone';
const URLS = [GOOD, BAD] as const;
const SET_AT = '2026-11-14T18:42:31.000Z';
const [BEFORE, AFTER] = ['2026-11-14T18:00:00.000Z', '2026-11-14T18:42:33.000Z'] as const;
const DEVICE = {
  deviceSignId: '3f2b8c1e-7d4a-4e9b-9c55-0a1b2c3d4e5f',
  shortCode: '4QB50C',
  macAddress: '52:54:00:00:00:01',
  appVersion: '1.0.0',
  platform: 'linux',
  screen: { width: 1920, height: 1080, scaleFactor: 1 },
};
type Known = Pick<Sign, 'device' | 'presence' | 'contentState' | 'shown' | 'url'>;
const assigned = (url: string | null): Sending => ({ url, atMs: Date.parse(SET_AT), commandId: null });
const signAt = (url: string | null, contentState: Sign['contentState']): Known => ({
  device: DEVICE,
  presence: 'online',
  contentState,
  url,
  shown: { url, source: url === null ? null : 'assigned', until: null },
});
const nowAt = (url: string, since: string | null, screen: string | null = BEFORE): SignNow => ({
  service: null,
  connection: null,
  content: {
    url,
    source: 'assigned',
    since,
    httpStatus: null,
    detail: null,
    failures: 0,
    host: 'menu.example',
    sameHost: 0,
  },
  screen: { since: screen, blankCheckedAt: null, blank: null },
  update: null,
});
/** What is said at each moment, one after the other. */
function said(sending: Sending, moments: readonly (readonly [Known, SignNow | undefined])[]): ContentStep[] {
  let heard = NOTHING_RECEIVED;
  let before: ContentStep | undefined;
  return moments.map(([sign, now]) => {
    heard = receivedOf(heard, sending, sign);
    before = contentStepOf(sending, heard, sign, now, undefined, before);
    return before;
  });
}
const at = fc.constantFrom(BEFORE, null);
const state = fc.constantFrom('idle', 'loading', 'showing', 'unreachable', 'error', null) as fc.Arbitrary<
  Sign['contentState']
>;
const moment = fc
  .record({ url: fc.constantFrom(...URLS), state, since: at, screen: fc.constantFrom(BEFORE, AFTER, null) })
  .map(
    ({ url, state: contentState, since, screen }) => [signAt(url, contentState), nowAt(url, since, screen)] as const,
  );

test('D2: a page that fails is never called proved while the page before it shows, whatever the picture on the screen is dated', () => {
  const [stays, loads, fails] = (['showing', 'loading', 'error'] as const).map((one) => signAt(BAD, one));
  const moments = [
    [stays!, nowAt(GOOD, BEFORE)],
    // The sign's last word is of the old page still, and the old page's picture is dated anew.
    [stays!, nowAt(BAD, null, AFTER)],
    [loads!, nowAt(BAD, null, AFTER)],
    [fails!, nowAt(BAD, AFTER, AFTER)],
  ] as const;
  expect(said(assigned(BAD), moments)).toEqual(['told', 'loading', 'loading', 'failed']);
});

test('U9: a failed page stays failed while the sign reports an error, also when the sign reports on its current page; it counts as loading only when the sign loads', () => {
  const [loads, fails] = (['loading', 'error'] as const).map((one) => signAt(BAD, one));
  const moments = [
    [loads!, nowAt(BAD, null)],
    [fails!, nowAt(BAD, AFTER)],
    [fails!, nowAt(BAD, null)],
    [fails!, undefined],
    [loads!, nowAt(BAD, null)],
  ] as const;
  expect(said(assigned(BAD), moments)).toEqual(['loading', 'failed', 'failed', 'failed', 'loading']);
});

test('D2: after a page that failed a good one is not called impossible, and is proved by its own report', () => {
  const fails = signAt(GOOD, 'error');
  const moments = [
    [fails, nowAt(BAD, BEFORE)],
    [fails, nowAt(GOOD, null)],
    [signAt(GOOD, 'loading'), nowAt(GOOD, null)],
    [signAt(GOOD, 'showing'), nowAt(GOOD, AFTER, AFTER)],
  ] as const;
  expect(said(assigned(GOOD), moments)).toEqual(['told', 'loading', 'loading', 'proved']);
});

test('D2: the page that stayed on the screen while another failed is proved when the sign takes it up again', () => {
  const moments = [
    [signAt(GOOD, 'error'), nowAt(GOOD, null)],
    [signAt(GOOD, 'showing'), nowAt(GOOD, null)],
  ] as const;
  expect(said(assigned(GOOD), moments)).toEqual(['loading', 'proved']);
});

test('D2: the same bad page again fails by its own failure alone', () => {
  const moments = [
    [signAt(BAD, 'error'), nowAt(BAD, BEFORE)],
    [signAt(BAD, 'loading'), nowAt(BAD, null)],
    // Its report says what the last one said, and so is not dated anew.
    [signAt(BAD, 'error'), nowAt(BAD, BEFORE)],
  ] as const;
  expect(said(assigned(BAD), moments)).toEqual(['loading', 'loading', 'failed']);
});

test('D2: what the sign shows already is said so, and not called proved', () => {
  expect(said(assigned(GOOD), [[signAt(GOOD, 'showing'), nowAt(GOOD, BEFORE)]])).toEqual(['same']);
  expect(said(assigned(null), [[signAt(null, 'idle'), nowAt(GOOD, BEFORE)]])).toEqual(['same']);
});

test('D2: without a report since it was set no page is called proved, unless the sign was seen to leave that state and come back', () => {
  fc.assert(
    fc.property(fc.constantFrom(...URLS), fc.array(moment, { minLength: 1, maxLength: 6 }), (url, moments) => {
      const steps = said(assigned(url), moments);
      const proved = steps.indexOf('proved');
      if (proved === -1) return;
      const [sign, now] = moments[proved]!;
      expect(sign).toMatchObject({ presence: 'online', contentState: 'showing', shown: { url } });
      expect(now.content?.url).toBe(url);
      expect(moments.slice(0, proved).some(([{ contentState }]) => contentState !== 'showing')).toBe(true);
    }),
  );
});

test('D2: an old failure alone is never this page’s', () => {
  fc.assert(
    fc.property(fc.constantFrom(...URLS), fc.array(moment, { maxLength: 6 }), (url, moments) => {
      const failing = moments.map(([sign, now]) => [{ ...sign, contentState: 'error' as const }, now] as const);
      expect(said(assigned(url), failing)).not.toContain('failed');
    }),
  );
});

test('D2: a page that a command sets is proved, or failed, by the answer to that command alone', () => {
  const answer: Record<CommandState, ContentStep> = {
    queued: 'told',
    sent: 'loading',
    acked: 'proved',
    failed: 'failed',
    refused: 'failed',
    expired: 'failed',
  };
  fc.assert(
    fc.property(moment, fc.constantFrom(...(Object.keys(answer) as CommandState[])), ([sign, now], ofCommand) => {
      const sending = { ...assigned(GOOD), commandId: 'command' };
      expect(contentStepOf(sending, NOTHING_RECEIVED, sign, now)).toBe('told');
      expect(contentStepOf(sending, NOTHING_RECEIVED, sign, now, { state: ofCommand })).toBe(answer[ofCommand]);
    }),
  );
});

test('D6: the sign’s words begin as a sentence after ours', () => {
  expect(asSentence('the page answered with HTTP 503')).toBe('The page answered with HTTP 503.');
  expect(asSentence('')).toBe('');
});
