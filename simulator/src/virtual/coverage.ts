/** Counts how often things happened. A run of many seeds must have seen each of them. */
export interface Coverage {
  hit(what: string): void;
  counts(): Readonly<Record<string, number>>;
}

export function createCoverage(): Coverage {
  const counts: Record<string, number> = {};
  return {
    hit: (what) => void (counts[what] = (counts[what] ?? 0) + 1),
    counts: () => counts,
  };
}
