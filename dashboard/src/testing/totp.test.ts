import { expect, test } from 'vitest';
import { fromBase32, totpAt } from './totp.ts';

test.each([
  [59, '94287082'],
  [1_111_111_109, '07081804'],
  [1_111_111_111, '14050471'],
  [1_234_567_890, '89005924'],
  [2_000_000_000, '69279037'],
  [20_000_000_000, '65353130'],
])('A7: at %d s the tests’ authenticator app shows the code of RFC 6238, appendix B', (seconds, code) => {
  const key = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';
  expect(fromBase32(key).toString()).toBe('12345678901234567890');
  expect(totpAt(key, seconds * 1_000)).toBe(code.slice(2));
});
