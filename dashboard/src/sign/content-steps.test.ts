import type { SignNow } from '@sign-display/contracts/rest/now';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { contentStepOf, sendingOf } from './content-steps.ts';

const URLS = ['https://menu.example/bar', 'https://menu.example/evening'] as const;
const DEVICE = {
  deviceSignId: '3f2b8c1e-7d4a-4e9b-9c55-0a1b2c3d4e5f',
  shortCode: '4QB50C',
  macAddress: '52:54:00:00:00:01',
  appVersion: '1.0.0',
  platform: 'linux',
  screen: { width: 1920, height: 1080, scaleFactor: 1 },
};
const at = fc.constantFrom('2026-11-14T18:00:00.000Z', '2026-11-14T18:42:31.000Z', null);
const now = fc
  .record({ url: fc.constantFrom(...URLS), content: at, screen: at })
  .map(({ url, content, screen }): SignNow => ({
    service: null,
    connection: null,
    content: {
      url,
      source: 'assigned',
      since: content,
      httpStatus: null,
      detail: null,
      failures: 0,
      host: 'menu.example',
      sameHost: 0,
    },
    screen: { since: screen, blankCheckedAt: null, blank: null },
    update: null,
  }));
const sign = fc.record({
  device: fc.constantFrom(DEVICE, null),
  presence: fc.constantFrom('online' as const, 'offline' as const, null),
  contentState: fc.constantFrom(
    'idle' as const,
    'loading' as const,
    'showing' as const,
    'unreachable' as const,
    'error' as const,
    null,
  ),
  url: fc.constantFrom(...URLS, null),
  shown: fc.record({
    url: fc.constantFrom(...URLS, null),
    source: fc.constantFrom('assigned' as const, 'manual' as const),
    until: fc.constant(null),
  }),
});

test('D2: a page is called proved only where the sign is there, shows it, and put it on its screen after it was set', () => {
  fc.assert(
    fc.property(fc.constantFrom(...URLS), now, sign, now, (url, before, after, later) => {
      const step = contentStepOf(sendingOf(url, before), after, later);
      if (step !== 'proved') return;
      expect(after).toMatchObject({ presence: 'online', contentState: 'showing', shown: { url } });
      expect(later.content?.url).toBe(url);
      expect(later.screen?.since).not.toBeNull();
      if (before.content?.url !== url) expect(later.screen?.since).not.toBe(before.screen?.since);
    }),
  );
});

test('D2: a fault of the page from before is not laid at the new one', () => {
  fc.assert(
    fc.property(now, sign, (before, after) => {
      const url = before.content?.url === URLS[0] ? URLS[1] : URLS[0];
      expect(contentStepOf(sendingOf(url, before), after, before)).not.toBe('failed');
      expect(contentStepOf(sendingOf(url, before), after, before)).not.toBe('proved');
    }),
  );
});
