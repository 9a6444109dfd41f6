import fc from 'fast-check';
import { expect, test } from 'vitest';
import { digitsOf } from '../../ui/code-digits.ts';
import { codesText, keyOf, spacedCode, unfinishedCode } from './codes.ts';

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

test('A7: the text to store has each recovery code on its own line', () => {
  fc.assert(
    fc.property(fc.array(base32, { minLength: 1, maxLength: 10 }), (codes) => {
      expect(codesText('Signs', codes).split('\n').slice(2, -1)).toEqual(codes);
    }),
  );
});
