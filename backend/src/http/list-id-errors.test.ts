import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { idErrors } from './list-id-errors.ts';

const ids = fc.array(fc.constantFrom('a', 'b', 'c', 'd', 'e'), { maxLength: 30 });

test('names each identifier that does not fit at its place, and no other', () => {
  fc.assert(
    fc.property(ids, ids, (given, fitting) => {
      const errors = idErrors('/ids', given, { fitting, message: 'is over' });
      const places = errors.map(({ path }) => Number(path.replace('/ids/', '')));
      const expected = given.flatMap((id, place) => (fitting.includes(id) ? [] : [place]));
      expect(places).toEqual(expected);
      expect(errors.every(({ message }) => message === 'is over')).toBe(true);
    }),
  );
});

test('names the first five hundred', () => {
  const given = Array.from({ length: 10_000 }, (_, nth) => String(nth));
  const errors = idErrors('/target/signIds', given, { fitting: ['0'], message: 'is not there' });
  expect(errors).toHaveLength(500);
  expect(errors.at(-1)).toEqual({ path: '/target/signIds/500', message: 'is not there' });
});
