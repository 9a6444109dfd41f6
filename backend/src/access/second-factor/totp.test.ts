import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { base32, STEP_MS, stepAt, stepsOf, totpCode, totpUri } from './totp.ts';

/** RFC 6238, appendix B: the secret of its SHA-1 vectors, and eight digits at these seconds. */
const SECRET = Buffer.from('12345678901234567890');
const VECTORS = [
  [59, '94287082'],
  [1_111_111_109, '07081804'],
  [1_111_111_111, '14050471'],
  [1_234_567_890, '89005924'],
  [2_000_000_000, '69279037'],
  [20_000_000_000, '65353130'],
] as const;

describe('A7: codes of RFC 6238', () => {
  test.each(VECTORS)('the TOTP code at second %i is %s', (seconds, code) => {
    expect(totpCode(SECRET, stepAt(seconds * 1_000), 8)).toBe(code);
    expect(totpCode(SECRET, stepAt(seconds * 1_000))).toBe(code.slice(2));
  });

  test.each(VECTORS)('the TOTP code of second %i is valid from one step before to one step after', (seconds, code) => {
    const nowMs = seconds * 1_000;
    const six = code.slice(2);
    const offsets = [-2, -1, 0, 1, 2, 3].filter((off) => nowMs + off * STEP_MS >= 0);
    const right = offsets.filter((off) => stepsOf(SECRET, six, nowMs + off * STEP_MS).includes(stepAt(nowMs)));
    expect(right).toEqual(offsets.filter((off) => Math.abs(off) <= 1));
  });

  test('a TOTP code is valid during its own step and both neighbouring steps, and no other six digits are valid', () => {
    const moment = fc.integer({ min: STEP_MS, max: 4e12 });
    const secret = fc.uint8Array({ minLength: 20, maxLength: 20 });
    fc.assert(
      fc.property(secret, moment, fc.constantFrom(-1, 0, 1), (bytes, nowMs, off) => {
        const step = stepAt(nowMs) + off;
        expect(stepsOf(bytes, totpCode(bytes, step), nowMs)).toContain(step);
      }),
    );
    fc.assert(
      fc.property(secret, moment, fc.stringMatching(/^[0-9]{6}$/), (bytes, nowMs, code) => {
        const around = [-1, 0, 1].map((off) => stepAt(nowMs) + off);
        expect(stepsOf(bytes, code, nowMs)).toEqual(around.filter((step) => totpCode(bytes, step) === code));
      }),
    );
  });

  test('a text other than six ASCII digits is never a valid TOTP code', () => {
    for (const text of ['', '12345', '1234567', '１２３４５６']) expect(stepsOf(SECRET, text, 59_000)).toEqual([]);
  });
});

test('A7: the otpauth URI contains the secret in base 32, the account, the issuer and the parameters of its codes', () => {
  // RFC 4648, section 10.
  const texts = { f: 'MY', fo: 'MZXQ', foo: 'MZXW6', foob: 'MZXW6YQ', fooba: 'MZXW6YTB', foobar: 'MZXW6YTBOI' };
  for (const [text, encoded] of Object.entries(texts)) expect(base32(Buffer.from(text))).toBe(encoded);
  const uri = new URL(totpUri(SECRET, 'ada+signs@example.org'));
  expect(uri.protocol).toBe('otpauth:');
  expect(decodeURIComponent(uri.pathname)).toContain('Sign Display Service:ada+signs@example.org');
  expect(Object.fromEntries(uri.searchParams)).toEqual({
    secret: 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ',
    issuer: 'Sign Display Service',
    algorithm: 'SHA1',
    digits: '6',
    period: '30',
  });
});
