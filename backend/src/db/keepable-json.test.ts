import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { keepableJson } from './keepable-json.ts';

const BOUNDS = { bytes: 1_000, depth: 4, entries: 20 };

it('A5: whatever a kiosk gives becomes JSON that Postgres keeps, within its bounds', () => {
  const nasty = fc.anything({
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
      const text = keepableJson(value, BOUNDS);
      if (text === null) return;
      expect(Buffer.byteLength(text)).toBeLessThanOrEqual(BOUNDS.bytes);
      expect(text.isWellFormed()).toBe(true);
      expect(text).not.toMatch(/\\u0000|\\ud[89a-f]/i);
      JSON.parse(text);
    }),
    { numRuns: 1_000 },
  );
});

it('keeps plain JSON as it is', () => {
  const plain = { state: 'none', list: [1, null, true], inner: { text: 'größer' } };
  expect(JSON.parse(keepableJson(plain, BOUNDS)!)).toEqual(plain);
  expect(keepableJson(undefined, BOUNDS)).toBeNull();
});

it.each([
  ['half of a pair', 'a\ud800b', '"a\ufffdb"'],
  ['NUL', 'a\u0000b', '"ab"'],
  ['too much', 'x'.repeat(2_000), '{"omitted":true}'],
  ['too deep', [[[[[1]]]]], '[[[[null]]]]'],
])('A5: %s', (_, value, kept) => {
  expect(keepableJson(value, BOUNDS)).toBe(kept);
});
