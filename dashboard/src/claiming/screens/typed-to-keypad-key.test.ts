import { normalizeShortCode } from '@sign-display/contracts/short-code';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { keyMeant } from './typed-to-keypad-key.ts';

test('D3: six keys that mean something are the code that the contract reads of them', () => {
  const key = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 1 }).filter((typed) => keyMeant(typed) !== null);
  const letter = fc.constantFrom(...'0123456789abcdefghijklmnopqrstvwxyzABCDEFGHIJKLMNOPQRSTVWXYZ');
  fc.assert(
    fc.property(fc.array(fc.oneof(key, letter), { minLength: 6, maxLength: 6 }), (typed) => {
      expect(typed.map(keyMeant).join('')).toBe(normalizeShortCode(typed.join('')));
    }),
  );
});

test.each(['u', 'U', ' ', '-', '', 'ß', '!', 'Enter', 'ab'])('D3: %j means no key', (typed) => {
  expect(keyMeant(typed)).toBeNull();
});
