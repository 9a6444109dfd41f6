import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { columnsFor, leastWidth } from './column-widths.ts';
import { linesOf, tableOrder } from './table-order.ts';
import { codeOf, isTroubled, lookOf } from '../sign-looks.ts';
import { hasSameElements } from '../../event/has-same-elements.ts';
import { drawnLines, scrollTo } from '../visible-lines.ts';
import { COLUMNS, sortedBy, sortKeys } from '../sort-signs.ts';
import { stepTo } from '../line-navigation.ts';
import { rows } from '../testing/make-sign-rows.ts';
import { findProblems } from '../find-problems.ts';

const sorts = fc.record({ column: fc.constantFrom(...COLUMNS), isDescending: fc.boolean() });
const wrongOf = (all: Parameters<typeof findProblems>[0]) =>
  findProblems(
    all.filter((sign) => isTroubled(codeOf(lookOf(sign)))),
    () => 3,
  );

describe('the order of the table', () => {
  test('D5: whatever it is sorted by, each sign that the filter shows stands in it once', () => {
    fc.assert(
      fc.property(rows(), sorts, fc.nat(40), (all, sort, shown) => {
        const signs = all.slice(0, shown);
        const { rows: ordered } = tableOrder(signs, sort, wrongOf(all));
        expect(ordered.map(({ id }) => id).toSorted()).toEqual(signs.map(({ id }) => id).toSorted());
      }),
    );
  });

  test('D5: while the keys of an order are the same, so is the order, whatever else of the signs is another', () => {
    fc.assert(
      fc.property(rows(), rows(), sorts, (all, others, sort) => {
        const now = all.map((sign, at) => ({ ...sign, ...(others[at] && { contentState: others[at].contentState }) }));
        fc.pre(hasSameElements(sortKeys(all, sort), sortKeys(now, sort)));
        const idsOf = (signs: readonly { id: string }[]) => signs.map(({ id }) => id);
        expect(idsOf(sortedBy(now, sort))).toEqual(idsOf(sortedBy(all, sort)));
      }),
    );
  });

  test('D5: by status the signs of one cause stand together below it, and who is well comes after who is not', () => {
    fc.assert(
      fc.property(rows(), (all) => {
        const wrong = wrongOf(all);
        const { rows: ordered, causes } = tableOrder(all, { column: 'status', isDescending: false }, wrong);
        for (const [id, { signs }] of causes) {
          const at = ordered.findIndex((sign) => sign.id === id);
          expect(ordered.slice(at, at + signs.length)).toEqual(signs);
        }
        expect(causes.size).toBe(wrong.filter(({ shared }) => shared !== null).length);
        const troubled = ordered.map((sign) => isTroubled(codeOf(lookOf(sign))));
        expect(troubled.lastIndexOf(true)).toBeLessThan(troubled.includes(false) ? troubled.indexOf(false) : Infinity);
        expect(linesOf(ordered, causes).length).toBe(all.length + causes.size);
      }),
    );
  });
});

test('D5: as many columns as fit, in their order, and always the names; who chooses gets what is chosen', () => {
  fc.assert(
    fc.property(fc.nat(120), fc.option(fc.uniqueArray(fc.constantFrom(...COLUMNS))), (width, chosen) => {
      const columns = columnsFor(width, chosen);
      expect(columns).toEqual(COLUMNS.filter((column) => columns.includes(column)));
      expect(columns).toContain('sign');
      if (chosen !== null) expect(new Set(columns)).toEqual(new Set(['sign', ...chosen]));
      else expect(columns.length === 2 || leastWidth(columns) <= width).toBe(true);
    }),
  );
});

test('D1: every line that is seen is drawn, and few others; a line that is gone to is seen', () => {
  const lie = fc.tuple(fc.nat(20_000), fc.integer({ min: 10, max: 300 }), fc.integer({ min: 300, max: 2_000 }));
  fc.assert(
    fc.property(lie, fc.double({ min: 0, max: 1, noNaN: true }), fc.nat(20_000), ([count, high, seen], part, to) => {
      const top = part * Math.max(0, count * high - seen);
      const { from, until } = drawnLines(count, high, top, top + seen);
      expect(from * high).toBeLessThanOrEqual(top);
      expect(until === count || until * high >= top + seen).toBe(true);
      expect(until - from).toBeLessThanOrEqual(Math.ceil(seen / high) + 13);
      const by = scrollTo(to, high, top, top + seen);
      expect(to * high).toBeGreaterThanOrEqual(top + by - 1e-6);
      expect((to + 1) * high).toBeLessThanOrEqual(top + by + seen + 1e-6);
    }),
  );
});

test('D5: keys walk in lines: never out of them, and down and up again is where it began', () => {
  const lies = fc.record({
    at: fc.nat(200),
    count: fc.integer({ min: 1, max: 200 }),
    perLine: fc.integer({ min: 1, max: 9 }),
    perPage: fc.integer({ min: 1, max: 9 }),
  });
  const keys = ['ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight', 'Home', 'End', 'PageUp', 'PageDown', 'q'];
  fc.assert(
    fc.property(lies, fc.constantFrom(...keys), (lie, key) => {
      fc.pre(lie.at < lie.count);
      const to = stepTo(key, lie);
      if (to === null) return;
      expect(to).toBeGreaterThanOrEqual(0);
      expect(to).toBeLessThan(lie.count);
      if (key === 'ArrowDown' && to === lie.at + lie.perLine)
        expect(stepTo('ArrowUp', { ...lie, at: to })).toBe(lie.at);
    }),
  );
});
