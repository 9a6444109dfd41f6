import { SIGNS_LEAST, type CauseOutage } from '@sign-display/contracts/group-outages-by-cause';

/** Finds when a host failed for several signs, from outages that may have ended. Pure. */

export interface Lasting extends CauseOutage {
  /** Wall clock; `Infinity` while it is open. */
  untilMs: number;
}

/** Runs of outages, one after the other: each lasts until an outage begins after `endMs` of all before it. */
export function runsOf<Outage extends CauseOutage>(
  outages: readonly Outage[],
  endMs: (outage: Outage) => number,
): Outage[][] {
  const runs: Outage[][] = [];
  let untilMs = -Infinity;
  for (const outage of outages.toSorted((one, other) => one.sinceMs - other.sinceMs || (one.id < other.id ? -1 : 1))) {
    if (outage.sinceMs > untilMs) runs.push([]);
    runs.at(-1)!.push(outage);
    untilMs = Math.max(untilMs, endMs(outage));
  }
  return runs;
}

/** When enough signs failed at one moment for the first time; null: never. `run` is in order: the most are failing when one has just begun. */
function ofManyAtMs(run: readonly Lasting[]): number | null {
  let failing: Lasting[] = [];
  for (const outage of run) {
    // Never long: it ends with enough signs, and of one sign each outage ends before the next begins.
    failing = [...failing.filter(({ untilMs }) => untilMs >= outage.sinceMs), outage];
    if (new Set(failing.map(({ signId }) => signId)).size >= SIGNS_LEAST) return outage.sinceMs;
  }
  return null;
}

/**
 * Of outages of one kind and one host: the episodes in which it failed three signs at once, as the contract wants of a cause (section 3), and the rest. An
 * outage that had ended before enough signs failed was not grouped then, and is not grouped now.
 */
export function episodesOf<Outage extends Lasting>(
  outages: readonly Outage[],
): { episodes: Outage[][]; rest: Outage[] } {
  const [episodes, rest]: [Outage[][], Outage[]] = [[], []];
  for (const run of runsOf(outages, ({ untilMs }) => untilMs)) {
    const atMs = ofManyAtMs(run);
    const isOfMany = ({ untilMs }: Outage): boolean => atMs !== null && untilMs >= atMs;
    if (atMs !== null) episodes.push(run.filter(isOfMany));
    rest.push(...run.filter((outage) => !isOfMany(outage)));
  }
  return { episodes, rest };
}
