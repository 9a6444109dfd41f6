import { expect, test } from 'vitest';
import { claimAddress } from './claim-url.ts';

test('K8: a phone is led to the service’s public address, also from a browser that is on the service’s own machine', () => {
  const claimUrl = 'https://192.168.1.20:3000/claim';
  for (const origin of ['http://localhost:3000', 'https://10.0.0.4'])
    expect(claimAddress({ claimUrl }, origin)).toBe(claimUrl);
});

test.each(['http://192.168.1.20:3000', 'http://hall.local:3000', 'https://signs.example.com'])(
  'K8: where the service knows none, %s, by which this browser has reached it, will do',
  (origin) => expect(claimAddress({}, origin)).toBe(`${origin}/claim`),
);

test.each([
  'http://localhost:3000',
  'http://127.0.0.1:3000',
  'http://[::1]:3000',
  'http://a.localhost',
  'http://0.0.0.0:1',
])('K8: no phone is led to %s, which is the phone itself', (origin) => expect(claimAddress({}, origin)).toBeNull());
