/** Coverage of many runs: how often something was hit, and in how many seeds. Regressions don't count as seeds: they were made to hit what they hit. */
export interface CoverageSum {
  add(counts: Readonly<Record<string, number>>, isSeed: boolean): void;
  /** By name; what is in `expected` and was never hit has zeros. */
  rows(expected: readonly string[]): CoverageRow[];
}

export interface CoverageRow {
  /** The name that was passed to `coverage.hit`: `fault node_crash`. */
  what: string;
  hits: number;
  seeds: number;
  isExpected: boolean;
}

export function createCoverageSum(): CoverageSum {
  const sums = new Map<string, { hits: number; seeds: number }>();
  return {
    add(counts, isSeed) {
      for (const [what, hits] of Object.entries(counts)) {
        const sum = sums.get(what) ?? { hits: 0, seeds: 0 };
        sums.set(what, { hits: sum.hits + hits, seeds: sum.seeds + (isSeed ? 1 : 0) });
      }
    },
    rows(expected) {
      const wanted = new Set(expected);
      return Array.from(new Set([...expected, ...sums.keys()]))
        .toSorted((one, other) => (one < other ? -1 : 1))
        .map((what) => ({ what, ...(sums.get(what) ?? { hits: 0, seeds: 0 }), isExpected: wanted.has(what) }));
    },
  };
}
