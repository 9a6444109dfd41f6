import fc from 'fast-check';
import { expect, test } from 'vitest';
import { foldSingles, SINGLES_MOST } from './fold-singles.ts';
import { rows } from './testing/make-sign-rows.ts';
import { findProblems } from './find-problems.ts';

test('U8: the list shows every common cause and the first eight single signs, and counts the other single signs', () => {
  fc.assert(
    fc.property(rows(60), fc.nat(60), (all, devices) => {
      const causes = findProblems(all, () => devices);
      const { listed, folded } = foldSingles(causes);
      const alone = causes.filter(({ shared }) => shared === null);
      expect(folded).toEqual(alone.slice(SINGLES_MOST));
      expect(causes.filter((cause) => !folded.includes(cause))).toEqual(listed);
    }),
  );
});

test('U8: the count of folded single signs leaves out a sign that recovers while the operator reads', () => {
  const alone = Array.from({ length: 10 }, (_, nth) => ({ key: `sign:${nth}`, shared: null, signs: [] }) as never);
  const over = alone.map((cause: object, nth) => (nth === 9 ? { ...cause, isOver: true as const } : cause) as never);
  expect(foldSingles(over).folded).toHaveLength(1);
});
