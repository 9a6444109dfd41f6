import fc from 'fast-check';
import { expect, test } from 'vitest';
import { countNewCauses, frozenCauses, withKeysOf } from './frozen-causes.ts';
import { rowOf, rows } from './testing/make-sign-rows.ts';
import { findProblems, type Problem } from './find-problems.ts';

const wrongs = rows(20).map((all): Problem[] => findProblems(all, () => 10));
const idsOf = (all: readonly Problem[]) => new Set(all.flatMap(({ signs }) => signs.map(({ id }) => id)));

test('D1: while somebody reads what is wrong no entry moves or goes; one is struck through only when all of its signs are well', () => {
  fc.assert(
    fc.property(wrongs, fc.array(wrongs, { minLength: 1, maxLength: 4 }), (first, then) => {
      let shown = frozenCauses(first, first);
      for (const now of then) {
        const before = shown;
        shown = frozenCauses(shown, now);
        expect(shown.map(({ key }) => key)).toEqual(first.map(({ key }) => key));
        const troubled = idsOf(now);
        shown.forEach((entry, index) => {
          if (entry.isOver)
            expect(before[index]!.isOver ?? !before[index]!.signs.some(({ id }) => troubled.has(id))).toBe(true);
          else expect(entry.signs.every(({ id }) => troubled.has(id))).toBe(true);
        });
      }
    }),
  );
});

test('D1: every sign in trouble is spoken of by an entry, or its cause waits and is counted', () => {
  fc.assert(
    fc.property(wrongs, wrongs, (first, now) => {
      const shown = frozenCauses(first, now);
      const told = idsOf(shown.filter(({ isOver }) => !isOver));
      const untold = [...idsOf(now)].filter((id) => !told.has(id));
      const waiting = countNewCauses(shown, now);
      expect(waiting === 0).toBe(untold.length === 0);
      expect(waiting).toBeLessThanOrEqual(now.length);
    }),
  );
});

test('D1: nothing is kept back, struck through or counted where nothing has changed', () => {
  fc.assert(
    fc.property(wrongs, (all) => {
      expect(frozenCauses(all, all)).toEqual(all);
      expect(countNewCauses(all, all)).toBe(0);
    }),
  );
});

test('D1: where a place went twice, each moment keeps its row when the other ends or a third comes', () => {
  const went = (moment: number) =>
    [1, 2, 3].map((nth) =>
      rowOf(10 * moment + nth, {
        status: 'offline',
        location: 'Foyer Nord',
        lastSeenAt: `2026-11-14T19:3${moment}:0${nth}.000Z`,
      }),
    );
  const known = fc.uniqueArray(fc.integer({ min: 1, max: 4 }), { minLength: 1 });
  fc.assert(
    fc.property(fc.array(known, { minLength: 1, maxLength: 6 }), (steps) => {
      let before: readonly Problem[] = [];
      for (const moments of steps) {
        const now = withKeysOf(
          before,
          findProblems(moments.toSorted((one, other) => one - other).flatMap(went), () => 12),
        );
        expect(new Set(now.map(({ key }) => key)).size).toBe(moments.length);
        for (const was of before) {
          const is = now.find(({ signs }) => signs[0]!.id === was.signs[0]!.id);
          if (is) expect(is.key).toBe(was.key);
        }
        const shown = frozenCauses(before, now).filter(({ isOver }) => !isOver);
        const ids = shown.flatMap(({ signs }) => signs.map(({ id }) => id));
        expect(ids.length).toBe(new Set(ids).size);
        before = now;
      }
    }),
  );
});
