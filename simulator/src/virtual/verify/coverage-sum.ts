/** Coverage of many runs: how often something was hit, and in how many of them. */
export interface CoverageSum {
  add(counts: Readonly<Record<string, number>>): void;
  /** By name; zeros for those of `expected` that never were. */
  rows(expected: readonly string[]): CoverageRow[];
}

export interface CoverageRow {
  /** As `coverage.hit` was told: `fault node_crash`. */
  what: string;
  hits: number;
  runs: number;
  isExpected: boolean;
}

export function createCoverageSum(): CoverageSum {
  const sums = new Map<string, { hits: number; runs: number }>();
  return {
    add(counts) {
      for (const [what, hits] of Object.entries(counts)) {
        const sum = sums.get(what) ?? { hits: 0, runs: 0 };
        sums.set(what, { hits: sum.hits + hits, runs: sum.runs + 1 });
      }
    },
    rows(expected) {
      const wanted = new Set(expected);
      return Array.from(new Set([...expected, ...sums.keys()]))
        .toSorted((one, other) => (one < other ? -1 : 1))
        .map((what) => ({ what, ...(sums.get(what) ?? { hits: 0, runs: 0 }), isExpected: wanted.has(what) }));
    },
  };
}
