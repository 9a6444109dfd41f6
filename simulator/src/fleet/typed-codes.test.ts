import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { deriveShortCode, normalizeShortCode } from '@sign-display/contracts/short-code';
import { seededRandom } from '../adapters/seeded-random.ts';
import { inventCode, mistypeCode, typeCode } from './typed-codes.ts';

const code = fc.uuid({ version: 4 }).map(deriveShortCode);
const spelling = fc.record({
  lowerCase: fc.boolean(),
  separator: fc.constantFrom('', '-', ' '),
  lookAlikes: fc.boolean(),
});

test('a typed code is read as the same six characters, whatever the spelling', () => {
  fc.assert(
    fc.property(code, spelling, (code, how) => {
      expect(normalizeShortCode(typeCode(code, how))).toBe(code);
    }),
  );
});

test('a mistyped code is another code', () => {
  fc.assert(
    fc.property(code, (code) => {
      const wrong = mistypeCode(code);
      expect(wrong).not.toBe(code);
      expect(normalizeShortCode(wrong)).toBe(wrong);
    }),
  );
});

test('S3: an invented code has the form of a code, and is the same for the same stream of chance', () => {
  const invented = inventCode(seededRandom('7', 'code', 1));
  expect(normalizeShortCode(invented)).toBe(invented);
  expect(inventCode(seededRandom('7', 'code', 1))).toBe(invented);
  expect(inventCode(seededRandom('7', 'code', 2))).not.toBe(invented);
});
