import { PutSchedulesRequest } from '@sign-display/contracts/rest/schedules';
import fc from 'fast-check';
import { Value } from 'typebox/value';
import { expect, test } from 'vitest';
import { shortenInvalid } from './invalid-value-shortening.ts';

const pathsOf = (value: unknown) =>
  Value.Errors(PutSchedulesRequest, value).map(({ instancePath, keyword }) => `${instancePath} ${keyword}`);

test('H3: what is cut down is small, and has the same first error', () => {
  const item = fc.oneof(
    fc.constant({}),
    fc.integer(),
    fc.constant('x'),
    fc.record({ url: fc.string(), priority: fc.float() }),
  );
  const body = fc.oneof(
    fc.record({ schedules: fc.array(item, { maxLength: 700 }) }),
    fc.dictionary(fc.string(), fc.integer(), { maxKeys: 300 }),
    fc.jsonValue(),
  );
  fc.assert(
    fc.property(body, (value) => {
      fc.pre(!Value.Check(PutSchedulesRequest, value));
      const cut = shortenInvalid(PutSchedulesRequest, value);
      expect(Value.Check(PutSchedulesRequest, cut)).toBe(false);
      expect(pathsOf(cut)[0]).toBe(pathsOf(value)[0]);
    }),
    { numRuns: 60 },
  );
  const many = {
    schedules: Array.from({ length: 100_000 }, () => ({})),
    ...Object.fromEntries(Array.from({ length: 10_000 }, (_, at) => [`k${at}`, 1])),
  };
  expect(JSON.stringify(shortenInvalid(PutSchedulesRequest, many)).length).toBeLessThan(5_000);
});
