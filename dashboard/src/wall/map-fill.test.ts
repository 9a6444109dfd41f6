import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { arrange, rowsOf } from './map-layout.ts';
import { fill, refilled, type Fill, type Size } from './map-fill.ts';
import { levelOf, type Level } from './cell-levels.ts';
import { groundAt } from './map-coordinates.ts';
import { countsOf, MAPS, SIZES, type WallSize } from './testing/reference-walls.ts';

const places = fc.array(fc.integer({ min: 1, max: 300 }), { minLength: 1, maxLength: 30 });
const sizes = fc.record({ width: fc.integer({ min: 600, max: 1_900 }), height: fc.integer({ min: 420, max: 1_100 }) });
const total = (counts: readonly number[]) => counts.reduce((sum, count) => sum + count, 0);

/** The parts of a map that are signs and headings, measured where they lie. */
function boxesOf(is: Fill, counts: readonly number[], size: Size) {
  const ground = groundAt({ ...is, counts, size, fits: true, keepsShape: false }, is.pitch);
  return counts.map((count, place) => {
    const rows = rowsOf(count, is.perRow[place]!);
    const [left, top] = [ground.lefts[place]!, ground.tops[place]!];
    const [wide, high] = [ground.cellWidths[place]!, ground.cellHeights[place]!];
    const right = left + is.perRow[place]! * wide;
    const heading = is.heading * (right - left);
    return { left, right, top: top - is.heading, bottom: top + rows * high, area: count * wide * high + heading };
  });
}

describe.each(Object.entries(MAPS))('%s', (_, size) => {
  test.each([...SIZES])('U6: %i signs use at least 80 % of the map', (many) => {
    expect(fill(countsOf(many), size)!.used).toBeGreaterThanOrEqual(0.8);
  });

  test('U6: with one sign more, the thirteen places of the demo use 10 points less at most, from 20 to 13,000 signs', () => {
    const demo = [34, 12, 32, 24, 18, 22, 18, 16, 13, 14, 48, 44, 10];
    const countsFor = (many: number): number[] => {
      const counts = demo.map((count) => Math.max(1, Math.floor((count * many) / total(demo))));
      for (let at = 0; total(counts) < many; at = (at + 1) % counts.length) counts[at]! += 1;
      return counts;
    };
    for (let many = 20; many < 13_000; many += many < 400 ? 1 : 211) {
      const [before, after] = [fill(countsFor(many), size), fill(countsFor(many + 1), size)];
      expect(before!.used - after!.used, `${many} signs`).toBeLessThanOrEqual(0.1);
    }
  });
});

test.each<[WallSize, Level, Level]>([
  [60, 'plates', 'plates'],
  [240, 'plates', 'plates'],
  [306, 'plates', 'plates'],
  [1_000, 'small', 'small'],
  [3_000, 'marks', 'marks'],
  [10_000, 'marks', 'marks'],
])('U6: %i signs are %s on a desk screen and %s on a large one', (many, desk, large) => {
  const [one, other] = Object.values(MAPS).map((size) => levelOf(fill(countsOf(many), size)!.pitch));
  expect([one, other]).toEqual([desk, large]);
});

test('U6: every sign has a cell inside of the map, no two places lie upon each other, and so much is used as the layout says', () => {
  fc.assert(
    fc.property(places, sizes, (counts, size) => {
      const is = fill(counts, size);
      fc.pre(is !== null);
      expect(is.columns.flat()).toEqual(counts.map((_, place) => place));
      const boxes = boxesOf(is, counts, size);
      for (const [nth, box] of boxes.entries()) {
        expect(box.left).toBeGreaterThanOrEqual(0);
        expect(box.top).toBeGreaterThanOrEqual(0);
        expect(box.right).toBeLessThanOrEqual(size.width);
        expect(box.bottom).toBeLessThanOrEqual(size.height + 0.01);
        const others = boxes.slice(nth + 1);
        const isClear = (other: typeof box) =>
          other.left >= box.right || other.right <= box.left || other.top >= box.bottom || other.bottom <= box.top;
        expect(others.every(isClear)).toBe(true);
      }
      expect(boxes.reduce((sum, { area }) => sum + area, 0) / (size.width * size.height)).toBeCloseTo(is.used);
      expect(is.pitch).toBeGreaterThanOrEqual(7);
    }),
  );
});

test('U6: from 60 signs on one sign more uses 10 points less at most, and places of at least seven signs use 80 %', () => {
  fc.assert(
    fc.property(places, sizes, fc.nat(), (counts, size, any) => {
      fc.pre(total(counts) >= 60);
      const more = counts.with(any % counts.length, counts[any % counts.length]! + 1);
      const [before, after] = [fill(counts, size), fill(more, size)];
      fc.pre(before !== null && after !== null);
      expect(before.used - after.used).toBeLessThanOrEqual(0.1);
      if (Math.min(...counts) >= 7) expect(before.used).toBeGreaterThanOrEqual(0.8);
    }),
  );
});

test('U6: a sign that comes or goes leaves each place in its column and each cell as wide as before, while 80 % stay used', () => {
  fc.assert(
    fc.property(
      places,
      sizes,
      fc.array(fc.tuple(fc.nat(), fc.constantFrom(1, -1)), { maxLength: 30 }),
      (first, size, all) => {
        let [counts, before] = [first, arrange(first, size)];
        for (const [any, step] of all) {
          const place = any % counts.length;
          counts = counts.with(place, Math.max(1, counts[place]! + step));
          const after = arrange(counts, size, before);
          const isKept = before.fits && refilled(before, counts, size) !== null;
          if (isKept) {
            expect(after.columns).toEqual(before.columns);
            expect([after.pitch, after.across]).toEqual([before.pitch, before.across]);
            expect(after.used).toBeGreaterThanOrEqual(0.8);
          } else expect(after).toEqual(arrange(counts, size));
          before = after;
        }
      },
    ),
  );
});

test('U6: where a sign would have less than 7 px the map scrolls down, with marks of 7 px', () => {
  const size = MAPS['1440×900'];
  const counts = Array<number>(50).fill(400);
  expect(fill(counts, size)).toBeNull();
  const { fits, pitch, cellHeight } = arrange(counts, size);
  expect({ fits, pitch, cellHeight }).toEqual({ fits: false, pitch: 7, cellHeight: 7 });
  fc.assert(
    fc.property(places, sizes, (some, canvas) => {
      const is = arrange(some, canvas);
      expect(is.fits).toBe(fill(some, canvas) !== null);
      const { width } = groundAt(is, is.pitch);
      expect(width).toBeLessThanOrEqual(canvas.width + 0.01);
    }),
  );
});
