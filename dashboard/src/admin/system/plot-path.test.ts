import fc from 'fast-check';
import { expect, test } from 'vitest';
import { pathOfValues, sumOfSeries, topOfValues } from './plot-path.ts';

const BOX = { most: 10, width: 60, height: 40 };

test.each([
  [[0, 10, 20], 'M10 40L30 0L50 0'],
  [[null, 5, null], 'M20 20h20'],
  [[5, 5, null], 'M10 20L30 20'],
  [[null, null, null], ''],
])('the line through %j has a gap at each missing value', (values, path) => {
  expect(pathOfValues(values, BOX)).toBe(path);
});

const values = fc.array(fc.option(fc.double({ min: 0, max: 1e6, noNaN: true })), { minLength: 1, maxLength: 60 });

test('the top of a scale is at least the largest value', () => {
  fc.assert(
    fc.property(fc.array(values), fc.integer({ min: 1, max: 100 }), (series, least) => {
      const top = topOfValues(series, least);
      expect(top).toBeGreaterThanOrEqual(Math.max(least, ...series.flat().map((value) => value ?? 0)));
    }),
  );
});

test('the sum of series has a value wherever any series has one', () => {
  expect(
    sumOfSeries(
      [
        [1, null, null],
        [2, 3, null],
      ],
      3,
    ),
  ).toEqual([3, 3, null]);
});
