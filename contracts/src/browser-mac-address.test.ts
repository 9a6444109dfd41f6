import { createHash } from 'node:crypto';
import * as fc from 'fast-check';
import { Compile } from 'typebox/compile';
import { expect, test } from 'vitest';
import { browserMacAddress } from './browser-mac-address.ts';
import { MacAddress } from './common-schemas.ts';

const isMacAddress = Compile(MacAddress);

test('details 100: a browser sign has the hardware address "02:" plus the first 40 bits of SHA-256 over its signId', () => {
  expect(browserMacAddress('3f2b8c1e-7d4a-4e9b-9c55-0a1b2c3d4e5f')).toBe('02:25:d6:50:32:7a');
  fc.assert(
    fc.property(fc.uuid({ version: 4 }), (signId) => {
      const address = browserMacAddress(signId);
      expect(isMacAddress.Check(address)).toBe(true);
      const digest = createHash('sha256').update(signId).digest('hex');
      expect(address.replaceAll(':', '')).toBe(`02${digest.slice(0, 10)}`);
    }),
  );
});
