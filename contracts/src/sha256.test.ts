import { createHash } from 'node:crypto';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { sha256 } from './sha256.ts';

const reference = (text: string) => new Uint8Array(createHash('sha256').update(text, 'ascii').digest());
const ascii = (bounds: fc.StringConstraints) => fc.string({ ...bounds, unit: 'binary-ascii' });

describe('sha256', () => {
  test.each([0, 1, 54, 55, 56, 57, 63, 64, 65, 118, 119, 120, 121, 127, 128, 129, 183, 184, 1_000])(
    'is the hash of Node for texts of %i characters, where a block ends or nearly',
    (length) => {
      fc.assert(
        fc.property(ascii({ minLength: length, maxLength: length }), (text) => {
          expect(sha256(text)).toEqual(reference(text));
        }),
        { numRuns: 20 },
      );
    },
  );

  test('is the hash of Node for any ASCII text', () => {
    fc.assert(
      fc.property(ascii({ maxLength: 300 }), (text) => {
        expect(sha256(text)).toEqual(reference(text));
      }),
    );
  });

  test('refuses what is not ASCII instead of hashing something else', () => {
    const beyond = fc.tuple(ascii({}), fc.integer({ min: 0x80, max: 0x10ffff }), ascii({}));
    fc.assert(
      fc.property(beyond, ([before, code, after]) => {
        expect(() => sha256(before + String.fromCodePoint(code) + after)).toThrow(RangeError);
      }),
    );
  });
});
