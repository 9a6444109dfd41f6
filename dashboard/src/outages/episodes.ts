import { SIGNS_LEAST, type CauseOutage } from '@sign-display/contracts/causes';

/** When a host failed signs, told from outages that may be over. Pure. */

export interface Lasting extends CauseOutage {
  /** Wall clock; `Infinity` while it is open. */
  untilMs: number;
}

/** One after the other, each as long as some sign failed. */
function stretchesOf<Outage extends Lasting>(outages: readonly Outage[]): Outage[][] {
  const stretches: Outage[][] = [];
  let untilMs = -Infinity;
  for (const outage of outages.toSorted((one, other) => one.sinceMs - other.sinceMs || (one.id < other.id ? -1 : 1))) {
    if (outage.sinceMs > untilMs) stretches.push([]);
    stretches.at(-1)!.push(outage);
    untilMs = Math.max(untilMs, outage.untilMs);
  }
  return stretches;
}

/** Whether enough signs failed at one moment. `stretch` is in order: the most are failing when one has just begun. */
function isOfMany(stretch: readonly Lasting[]): boolean {
  let failing: Lasting[] = [];
  for (const outage of stretch) {
    // Never long: it ends with enough signs, and of one sign each outage ends before the next begins.
    failing = [...failing.filter(({ untilMs }) => untilMs >= outage.sinceMs), outage];
    if (new Set(failing.map(({ signId }) => signId)).size >= SIGNS_LEAST) return true;
  }
  return false;
}

/** Of outages of one kind and one host: the episodes in which it failed three signs at once, as the contract wants of a cause (section 3), and the rest. */
export function episodesOf<Outage extends Lasting>(
  outages: readonly Outage[],
): { episodes: Outage[][]; rest: Outage[] } {
  const [episodes, rest]: [Outage[][], Outage[]] = [[], []];
  for (const stretch of stretchesOf(outages))
    if (isOfMany(stretch)) episodes.push(stretch);
    else rest.push(...stretch);
  return { episodes, rest };
}
