/** Computes the paths of the system page's small plots. Pure. */

export type Values = readonly (number | null)[];

/** Rounds a length of a path to a tenth of a pixel. */
const inTenths = (length: number): number => Math.round(length * 10) / 10;

/**
 * Returns the path of a line through the values, with a gap at each missing value. A single value becomes a short dash.
 * `most`: the top of the scale.
 */
export function pathOfValues(
  values: Values,
  { most, width, height }: { most: number; width: number; height: number },
): string {
  const step = width / values.length;
  const placeOf = (value: number): number => inTenths(height - (Math.min(value, most) / most) * height);
  return values
    .map((value, index) => {
      if (value === null) return '';
      const x = (index + 0.5) * step;
      const isFirst = (values[index - 1] ?? null) === null;
      const isAlone = isFirst && (values[index + 1] ?? null) === null;
      if (isAlone) return `M${inTenths(x - step / 2)} ${placeOf(value)}h${inTenths(step)}`;
      return `${isFirst ? 'M' : 'L'}${inTenths(x)} ${placeOf(value)}`;
    })
    .join('');
}

/** Returns the top of a scale: `least`, or the next round number (1, 2 or 5 times a power of ten) above the values. */
export function topOfValues(series: readonly Values[], least: number): number {
  const most = Math.max(0, ...series.flat().map((value) => value ?? 0));
  if (most <= least) return least;
  const power = 10 ** Math.floor(Math.log10(most));
  return [1, 2, 5, 10].map((step) => step * power).find((top) => top >= most)!;
}

/** Returns the sum of the series at each position; null where no series has a value. */
export const sumOfSeries = (series: readonly Values[], length: number): (number | null)[] =>
  Array.from({ length }, (_, index) => {
    const present = series.flatMap((values) => values[index] ?? []);
    return present.length === 0 ? null : present.reduce((sum, value) => sum + value, 0);
  });
