import { asRead } from './allowed-characters.ts';
import type { OutageKind } from './rest/outages.ts';

/**
 * What open outages of one event have in common (contract, section 3): six signs of one place that went at one moment are one thing to look at, and so
 * are four signs that fail on one host. Used by mails, pushes and the wall, so that all say the same. Pure.
 *
 * - `place`: signs *go* when they are not heard any more (kind `offline`). At least three signs, and at least a quarter of those of their place, that
 *   were last seen within ten seconds of each other.
 * - `host`: signs *fail* when they are heard and don't show what they should (the other kinds). At least three signs whose page is of that host, and with
 *   which the same is wrong: a host that is away, a page that answers with an error and a page of one colour are three things to look at.
 * - `alone`: the rest, each by itself.
 *
 * Each outage is in exactly one cause. Neither the order in which they are given nor what happens elsewhere changes a cause.
 */

export interface CauseOutage {
  id: string;
  signId: string;
  kind: OutageKind;
  /** Wall clock; of `offline` the last heartbeat. */
  sinceMs: number;
  /** `placeOf` the sign's location. */
  place: string;
  /** `hostOf` the page that it should show; null: none. */
  host: string | null;
}

/** Its outages are in the order of `sinceMs`, then of `id`. */
export type Cause<Outage extends CauseOutage = CauseOutage> =
  | { kind: 'place'; place: string; outages: Outage[] }
  | { kind: 'host'; host: string; outages: Outage[] }
  | { kind: 'alone'; outages: [Outage] };

/** Fewer signs have no common cause. */
export const SIGNS_LEAST = 3;
const PLACE_SHARE_LEAST = 0.25;
/** Heartbeats come every 5 s, so signs that go at one moment were last seen within 5 s. The rest is for slow networks. */
export const WITHIN_MS = 10_000;

/** A sign's place: its location up to the first comma, as people read it. Empty: it has none. */
export const placeOf = (location: string): string => asRead(location.split(',', 1)[0]!);

/** The host of an http(s) address, in lower case and without its port; null where it is none. */
export const hostOf = (url: string | null): string | null =>
  /^https?:\/\/(?:[^/?#@]*@)?(\[[^\]]*\]|[^/?#:]+)/i.exec(url ?? '')?.[1]?.toLowerCase() ?? null;

const inOrder = (one: CauseOutage, other: CauseOutage): number =>
  one.sinceMs - other.sinceMs || (one.id < other.id ? -1 : Number(one.id > other.id));

const countSigns = (outages: readonly CauseOutage[]): number => new Set(outages.map(({ signId }) => signId)).size;

/** The most outages, in order, that began within `WITHIN_MS`; of several the earliest. */
function densest<Outage extends CauseOutage>(outages: readonly Outage[]): Outage[] {
  let [from, bestFrom, bestUntil] = [0, 0, 0];
  for (let last = 0; last < outages.length; last += 1) {
    while (outages[last]!.sinceMs - outages[from]!.sinceMs > WITHIN_MS) from += 1;
    if (last + 1 - from > bestUntil - bestFrom) [bestFrom, bestUntil] = [from, last + 1];
  }
  return outages.slice(bestFrom, bestUntil);
}

/** The moments at which enough signs of one place went, and who went by themselves: at most four moments, so many quarters a place has. `gone` is in order. */
function splitPlace<Outage extends CauseOutage>(place: string, gone: readonly Outage[], signsOfPlace: number) {
  const causes: Cause<Outage>[] = [];
  // A place has at least the signs that went from it, whatever was counted meanwhile.
  const signsLeast = Math.max(SIGNS_LEAST, PLACE_SHARE_LEAST * Math.max(signsOfPlace, countSigns(gone)));
  let rest = gone;
  for (;;) {
    const outages = densest(rest);
    if (countSigns(outages) < signsLeast) return { causes, rest };
    causes.push({ kind: 'place', place, outages });
    const taken = new Set<CauseOutage>(outages);
    rest = rest.filter((outage) => !taken.has(outage));
  }
}

/**
 * Groups the open outages of one event, each given once. `signsOf`: how many signs of a place have a device. The cause that began first comes first.
 */
export function groupByCause<Outage extends CauseOutage>(
  outages: readonly Outage[],
  signsOf: (place: string) => number,
): Cause<Outage>[] {
  const causes: Cause<Outage>[] = [];
  const alone: Outage[] = [];
  const sorted = outages.toSorted(inOrder);
  const isGone = ({ kind }: Outage): boolean => kind === 'offline';
  for (const [place, gone] of Map.groupBy(sorted.filter(isGone), (outage) => outage.place)) {
    const split = place === '' ? { causes: [], rest: gone } : splitPlace(place, gone, signsOf(place));
    causes.push(...split.causes);
    alone.push(...split.rest);
  }
  const failing = sorted.filter((outage) => !isGone(outage));
  for (const alike of Map.groupBy(failing, ({ kind }) => kind).values())
    for (const [host, own] of Map.groupBy(alike, (outage) => outage.host)) {
      if (host !== null && countSigns(own) >= SIGNS_LEAST) causes.push({ kind: 'host', host, outages: own });
      else alone.push(...own);
    }
  causes.push(...alone.map((outage): Cause<Outage> => ({ kind: 'alone', outages: [outage] })));
  return causes.toSorted((one, other) => inOrder(one.outages[0]!, other.outages[0]!));
}
