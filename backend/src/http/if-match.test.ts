import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readIfMatch, versionTag } from './if-match.ts';

test('M4: If-Match with the tag of a version is that version', () => {
  fc.assert(
    fc.property(fc.nat(999_999_999), (version) => {
      expect(readIfMatch(versionTag({ version }).etag)).toEqual({ version });
    }),
  );
  expect(readIfMatch(undefined)).toEqual({ version: null });
});

test('M4: If-Match with digits that no version is written with matches no record', () => {
  for (const given of ['"01"', '"9999999999"', '"99999999999999999999"'])
    expect(readIfMatch(given)).toEqual({ version: -1 });
});

test('M4: If-Match with *, a weak tag, a list or anything else is validation_failed', () => {
  const header = fc.oneof(
    fc.string(),
    fc.constantFrom('*', '', '1', '"01"', '"1", "2"', '"9999999999"', '"abc"', 'W/"3"'),
    fc.nat().map((version) => `W/"${version}"`),
  );
  fc.assert(
    fc.property(header, (given) => {
      const match = readIfMatch(given);
      if ('code' in match) expect(match.code).toBe('validation_failed');
      else expect(match.version === -1 || given.trim() === `"${match.version}"`).toBe(true);
    }),
  );
  for (const given of ['*', 'W/"3"', '"1", "2"', '"abc"']) expect(readIfMatch(given)).toHaveProperty('code');
});
