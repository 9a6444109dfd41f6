/** How often each thing happened that a run of many seeds must have seen. */
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
