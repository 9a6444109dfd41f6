import type { PushBrowser } from '@sign-display/contracts/rest/subscriptions';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { PushFacts } from '../../api/browser-push-type.ts';
import { countElsewhere, pushStateOf } from './push-state.ts';

const anyFacts: fc.Arbitrary<PushFacts> = fc.record({
  isSecure: fc.boolean(),
  isSupported: fc.boolean(),
  isAppleMobile: fc.boolean(),
  isInstalled: fc.boolean(),
  permission: fc.constantFrom('default', 'granted', 'denied'),
});
const CAN: PushFacts = {
  isSecure: true,
  isSupported: true,
  isAppleMobile: false,
  isInstalled: false,
  permission: 'granted',
};
const at = '2026-11-30T12:00:00Z';
const browser = (endpoint: string, stoppedAt: string | null = null): PushBrowser => ({
  endpoint,
  userAgent: null,
  createdAt: at,
  lastSentAt: null,
  stoppedAt,
});
const anyBrowsers = fc.array(
  fc
    .tuple(fc.constantFrom('a', 'b', 'c'), fc.boolean())
    .map(([endpoint, isStopped]) => browser(endpoint, isStopped ? at : null)),
);
const anyOwn = fc.subarray(['a', 'b', 'd']);

test('the page never offers notifications that this browser or the service cannot send', () => {
  fc.assert(
    fc.property(anyFacts, fc.boolean(), anyOwn, anyBrowsers, (facts, hasKey, own, listed) => {
      const state = pushStateOf(facts, { hasKey, own, listed });
      if (!['on', 'stopped', 'offered'].includes(state)) return;
      expect(hasKey && facts.isSecure && facts.isSupported && facts.permission !== 'denied').toBe(true);
      const isLive = listed.some(({ endpoint, stoppedAt }) => own.includes(endpoint) && stoppedAt === null);
      expect(state === 'on').toBe(isLive && facts.permission === 'granted');
    }),
  );
});

test('only an iPhone or iPad without push is asked to install the app first, and only until it is installed', () => {
  const nothing = { hasKey: true, own: [], listed: [] };
  const phone = { ...CAN, isSupported: false, isAppleMobile: true, permission: 'default' as const };
  expect(pushStateOf(phone, nothing)).toBe('install-first');
  expect(pushStateOf({ ...phone, isInstalled: true }, nothing)).toBe('unsupported');
  expect(pushStateOf({ ...phone, isAppleMobile: false }, nothing)).toBe('unsupported');
  expect(pushStateOf({ ...phone, isSupported: true, isInstalled: true }, nothing)).toBe('offered');
});

test('a browser whose endpoint the service does not know is offered notifications, and a browser whose endpoint was given up is shown as stopped', () => {
  expect(pushStateOf(CAN, { hasKey: true, own: ['a'], listed: [browser('b')] })).toBe('offered');
  expect(pushStateOf(CAN, { hasKey: true, own: ['a'], listed: [browser('a', at)] })).toBe('stopped');
  expect(pushStateOf(CAN, { hasKey: true, own: ['a'], listed: [browser('a')] })).toBe('on');
  expect(countElsewhere(['a'], [browser('a'), browser('b'), browser('c', at)])).toBe(1);
});
