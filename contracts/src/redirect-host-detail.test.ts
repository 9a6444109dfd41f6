import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { hostLedTo, leadsTo } from './redirect-host-detail.ts';

test('G16: the host where a page leads is read back from the detail of its load', () => {
  fc.assert(
    fc.property(fc.webAuthority({ withPort: true }), (host) => {
      expect(hostLedTo(leadsTo(host))).toBe(host);
      expect(hostLedTo(`${leadsTo(host)}; cdn.example/ad.js did not answer`)).toBe(host);
    }),
  );
});

test('G16: a detail about something else names no host where the page leads', () => {
  for (const detail of [
    undefined,
    '',
    'cdn.example/ad.js did not answer',
    'menu.example leads to login.example, which refuses to be shown in a frame.',
    'leads to',
    'leads to nowhere in particular',
  ])
    expect(hostLedTo(detail)).toBeNull();
});
