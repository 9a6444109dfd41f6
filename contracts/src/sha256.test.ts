import { createHash } from 'node:crypto';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { sha256 } from './sha256.ts';

const reference = (text: string) => new Uint8Array(createHash('sha256').update(text, 'utf8').digest());
const ascii = (bounds: fc.StringConstraints) => fc.string({ ...bounds, unit: 'binary-ascii' });

describe('sha256', () => {
  test.each([0, 1, 54, 55, 56, 57, 63, 64, 65, 118, 119, 120, 121, 127, 128, 129, 183, 184, 1_000])(
    'sha256 equals Node’s hash for texts of %i characters, at or near the end of a block',
    (length) => {
      fc.assert(
        fc.property(ascii({ minLength: length, maxLength: length }), (text) => {
          expect(sha256(text)).toEqual(reference(text));
        }),
        { numRuns: 20 },
      );
    },
  );

  test.each(['binary-ascii', 'grapheme', 'binary'] as const)('sha256 equals Node’s hash for any text of %s', (unit) => {
    fc.assert(
      fc.property(fc.string({ maxLength: 300, unit }), (text) => {
        expect(sha256(text)).toEqual(reference(text));
      }),
    );
  });

  test('sha256 equals Node’s hash for text with half a surrogate pair', () => {
    for (const text of ['\ud83d', 'a\udc00b', '\udc00\ud83d']) expect(sha256(text)).toEqual(reference(text));
  });
});
