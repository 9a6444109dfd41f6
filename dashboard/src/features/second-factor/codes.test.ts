import type { Problem } from '@sign-display/contracts/rest/problem';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { digitsOf } from '../../ui/code-digits.ts';
import {
  codesText,
  hasSignInEnded,
  isWrongCode,
  keyOf,
  spacedCode,
  unfinishedCode,
  withoutFieldErrors,
} from './codes.ts';

const base32 = fc.string({ unit: fc.constantFrom(...'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'), minLength: 1, maxLength: 64 });

test('A7: the key to type is the secret of the QR code in groups of at most four characters', () => {
  fc.assert(
    fc.property(base32, fc.emailAddress(), (secret, email) => {
      const key = keyOf(
        `otpauth://totp/${encodeURIComponent(`Signs:${email}`)}?secret=${secret}&issuer=Signs&digits=6`,
      );
      expect(key.replaceAll(' ', '')).toBe(secret);
      for (const group of key.split(' ')) expect(group).toMatch(/^.{1,4}$/);
    }),
  );
  expect(keyOf('no address')).toBe('');
});

test('A7: a pasted code with spaces, hyphens or other text is reduced to its first six digits', () => {
  expect(digitsOf(' 417 203\n')).toBe('417203');
  expect(digitsOf('Code: 417-203.')).toBe('417203');
  fc.assert(
    fc.property(fc.string(), (text) => {
      expect(digitsOf(text)).toMatch(/^\d{0,6}$/);
    }),
  );
  expect(spacedCode('417203')).toBe('417 203');
  expect(unfinishedCode('417203')).toBeUndefined();
  expect(unfinishedCode('41720')).toMatchObject({ errors: [{ path: '/code' }] });
});

/** A refusal of `verify-*` for this field of the body. */
const refusedFor = (path: string): Problem => ({
  type: 'about:blank',
  title: 'Unauthorized',
  status: 401,
  detail: 'The text of the service.',
  code: 'unauthenticated',
  errors: [{ path, message: 'The text of the service.' }],
});

test('A7: a code is called wrong only if the service refused the code, and not if the sign-in has ended', () => {
  const verdicts = [refusedFor('/code'), refusedFor('/challenge'), unfinishedCode('12'), null, undefined];
  expect(verdicts.map(isWrongCode)).toEqual([true, false, false, false, false]);
  expect(verdicts.map(hasSignInEnded)).toEqual([false, true, false, false, false]);
});

test('A7: the page drops the text of the service about a field that the page has its own words for', () => {
  expect(JSON.stringify(withoutFieldErrors(refusedFor('/code')))).not.toContain('/code');
  expect(withoutFieldErrors(refusedFor('/code'))).toMatchObject({ code: 'unauthenticated', status: 401 });
  expect(withoutFieldErrors(null)).toBeNull();
});

test('A7: the text to store has each recovery code on its own line', () => {
  fc.assert(
    fc.property(fc.array(base32, { minLength: 1, maxLength: 10 }), (codes) => {
      expect(codesText('Signs', codes).split('\n').slice(2, -1)).toEqual(codes);
    }),
  );
});
