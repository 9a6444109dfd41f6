/** What k6 counted, by the metric's name: `p(95)`, `count`, `rate`, … */
export type Summary = ReadonlyMap<string, Record<string, number>>;

/**
 * Reads k6's summary (`--summary-export`): the form of k6 1.8, and the one of its `--new-machine-readable-summary`, which later ones have. Null for what is none.
 * Thresholds are judged here and not read: the second form leaves them out.
 */
export function readSummary(text: string): Summary | null {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return null;
  }
  const { metrics, results } = Object(value);
  if (isRecord(metrics)) return new Map(Object.entries(metrics).map(([name, one]) => [name, valuesOf(Object(one))]));
  const listed = Object(results).metrics;
  if (!Array.isArray(listed)) return null;
  return new Map(listed.map((one) => [String(Object(one).name), valuesOf(Object(Object(one).values))]));
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The numbers, under the names that thresholds use. */
function valuesOf(values: Record<string, unknown>): Record<string, number> {
  const numbers: Record<string, number> = {};
  for (const [key, value] of Object.entries(values))
    if (typeof value === 'number') numbers[key.replace(/^p(\d+)$/, 'p($1)')] = value;
  // The rate of a rate is called `value` in the older form, and its samples are counted apart.
  const { passes, fails, value, matches, total } = numbers;
  if (passes !== undefined && fails !== undefined) return { rate: value ?? 0, samples: passes + fails };
  if (matches !== undefined && total !== undefined) return { rate: numbers['rate'] ?? 0, samples: total };
  return { ...numbers, samples: numbers['count'] ?? (numbers['max'] === undefined ? 1 : Number(numbers['max'] > 0)) };
}
