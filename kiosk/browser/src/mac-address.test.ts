import { createHash } from 'node:crypto';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { macAddressOf } from './mac-address.ts';

test('a sign in a browser has a locally administered address made of 40 bits of the SHA-256 of its signId', () => {
  fc.assert(
    fc.property(fc.uuid({ version: 4 }), (signId) => {
      const digest = createHash('sha256').update(signId).digest('hex').slice(0, 10);
      const address = macAddressOf(signId);
      expect(address).toMatch(/^02(:[0-9a-f]{2}){5}$/);
      expect(address.replaceAll(':', '')).toBe(`02${digest}`);
    }),
  );
});
