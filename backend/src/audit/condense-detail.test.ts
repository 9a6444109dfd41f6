import { createHash } from 'node:crypto';
import canonicalize from 'canonicalize';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { condenseDetail, DETAIL_BYTES, VALUE_BYTES } from './condense-detail.ts';

const bytesOf = (value: unknown): number => Buffer.byteLength(canonicalize(value)!);
const condensed = (value: unknown, count: number) => ({
  sha256: createHash('sha256').update(canonicalize(value)!).digest('hex'),
  bytes: bytesOf(value),
  count,
});

test('M5: a small detail stays as it is, and no detail is larger than the bound', () => {
  const large = fc.oneof(
    fc.string({ minLength: 1_000, maxLength: 20_000 }),
    fc.array(fc.jsonValue(), { minLength: 50, maxLength: 300 }),
    fc.dictionary(fc.string(), fc.string({ maxLength: 300 }), { maxKeys: 200 }),
  );
  const value = fc.oneof(fc.jsonValue(), large, fc.dictionary(fc.string(), large, { maxKeys: 5 }));
  fc.assert(
    fc.property(fc.dictionary(fc.string(), value, { maxKeys: 20 }), (detail) => {
      const given = JSON.parse(JSON.stringify(detail)) as unknown;
      const kept = condenseDetail(given);
      expect(bytesOf(kept)).toBeLessThanOrEqual(DETAIL_BYTES);
      if (bytesOf(given) <= DETAIL_BYTES) expect(kept).toEqual(given);
    }),
    { numRuns: 40 },
  );
});

test('M5: a large value is its hash, its bytes and its count; the small ones beside it stay', () => {
  const schedules = Array.from({ length: 500 }, (_, nth) => ({ id: nth, url: 'https://example.org/' }));
  expect(condenseDetail({ schedules, event: 'Fair' })).toEqual({ schedules: condensed(schedules, 500), event: 'Fair' });
  const [from, to] = ['a'.repeat(9_000), 'é'.repeat(9_000)];
  expect(condenseDetail({ changes: { note: { from, to }, name: { from: 'A', to: 'B' } } })).toEqual({
    changes: { note: { from: condensed(from, 9_000), to: condensed(to, 9_000) }, name: { from: 'A', to: 'B' } },
  });
});

test('M5: very many small fields are condensed together', () => {
  const detail = Object.fromEntries(Array.from({ length: 400 }, (_, nth) => [`field ${nth}`, 'x'.repeat(100)]));
  expect(condenseDetail(detail)).toEqual(condensed(detail, 400));
  expect(VALUE_BYTES).toBeLessThan(DETAIL_BYTES);
});
