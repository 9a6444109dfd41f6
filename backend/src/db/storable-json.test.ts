import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { storableJson } from './storable-json.ts';

const BOUNDS = { bytes: 1_000, depth: 4, entries: 20 };

it('A5: whatever a kiosk gives becomes JSON that Postgres keeps, within its bounds', () => {
  const text = fc.string({ unit: fc.constantFrom('a', 'ö', 'ud8', '\\', '"', '\u0000', '\ud83d', '\ude00') });
  const nasty = fc.anything({
    key: text,
    values: [text, fc.string(), fc.boolean(), fc.maxSafeInteger(), fc.double(), fc.constantFrom(null, undefined)],
    withBigInt: true,
    withDate: true,
    withMap: true,
    withSet: true,
    withTypedArray: true,
    withNullPrototype: true,
    withObjectString: true,
    withSparseArray: true,
  });
  fc.assert(
    fc.property(nasty, (value) => {
      const kept = storableJson(value, BOUNDS);
      if (kept === null) return;
      expect(Buffer.byteLength(kept)).toBeLessThanOrEqual(BOUNDS.bytes);
      expect(kept.isWellFormed()).toBe(true);
      // In what is written, not in how: a backslash before `uda` is no half of a pair.
      const written: unknown[] = [];
      JSON.parse(kept, (key, inner: unknown) => {
        written.push(key, inner);
        return inner;
      });
      for (const one of written.filter((each) => typeof each === 'string')) {
        expect(one.isWellFormed()).toBe(true);
        expect(one).not.toContain('\u0000');
      }
    }),
    { numRuns: 1_000 },
  );
});

it('keeps plain JSON as it is', () => {
  const plain = { state: 'none', list: [1, null, true], inner: { text: 'größer' } };
  expect(JSON.parse(storableJson(plain, BOUNDS)!)).toEqual(plain);
  expect(storableJson(undefined, BOUNDS)).toBeNull();
});

it.each([
  ['half of a pair', 'a\ud800b', '"a\ufffdb"'],
  ['NUL', 'a\u0000b', '"ab"'],
  ['too much', 'x'.repeat(2_000), '{"omitted":true}'],
  ['too deep', [[[[[1]]]]], '[[[[null]]]]'],
])('A5: %s', (_, value, kept) => {
  expect(storableJson(value, BOUNDS)).toBe(kept);
});
