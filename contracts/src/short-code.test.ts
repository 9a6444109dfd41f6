import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { deriveShortCode, normalizeShortCode } from './short-code.ts';

const signId = fc.uuid({ version: 4 });

/** Ways in which a person writes one character of a code. */
function waysToType(character: string): fc.Arbitrary<string> {
  const lookalikes = { '0': ['0', 'O', 'o'], '1': ['1', 'I', 'i', 'L', 'l'] }[character];
  const written = fc.constantFrom(...(lookalikes ?? [character, character.toLowerCase()]));
  const between = fc.string({ unit: fc.constantFrom(' ', '-', '\t', '\u00a0'), maxLength: 2 });
  return fc.tuple(between, written, between).map((parts) => parts.join(''));
}
const typed = signId.chain((id) => {
  const code = deriveShortCode(id);
  return fc.tuple(
    fc.constant(code),
    fc.tuple(...[...code].map(waysToType)).map((parts) => parts.join('')),
  );
});

describe('short code', () => {
  test.each([
    ['00000000-0000-4000-8000-000000000000', 'VE05BR'],
    ['3f2b8c1e-7d4a-4e9b-9c55-0a1b2c3d4e5f', '4QB50C'],
    ['ffffffff-ffff-4fff-bfff-ffffffffffff', 'CV3A1M'],
    ['9b2f6c1a-54d0-4f6e-8a57-1f0e2d3c4b5a', '5TA125'],
  ])('of %s is %s (contract, section 1)', (id, code) => {
    expect(deriveShortCode(id)).toBe(code);
  });

  test('is six Crockford characters, and its own normal form', () => {
    fc.assert(
      fc.property(signId, (id) => {
        const code = deriveShortCode(id);
        expect(code).toMatch(/^[0-9ABCDEFGHJKMNPQRSTVWXYZ]{6}$/);
        expect(normalizeShortCode(code)).toBe(code);
      }),
    );
  });

  test('is understood in any case, with spaces and hyphens, and O for zero, I or L for one', () => {
    fc.assert(
      fc.property(typed, ([code, text]) => {
        expect(normalizeShortCode(text)).toBe(code);
      }),
    );
  });

  test('normalising twice changes nothing, and never throws, whatever was typed', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: 'binary' }), fc.string({ minLength: 6, maxLength: 6 })), (text) => {
        const code = normalizeShortCode(text);
        expect(code === null ? null : normalizeShortCode(code)).toBe(code);
      }),
    );
  });

  test.each([
    '',
    ' ',
    '------',
    'VE05B',
    'VE05BRR',
    'VE05BU',
    'VE05B!',
    'VE05B\u0000',
    'VE05B–R',
    '😀😀😀',
    'VE 05 B R R',
  ])('%j is no code', (text) => {
    expect(normalizeShortCode(text)).toBeNull();
  });
});
