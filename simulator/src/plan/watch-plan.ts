import { seededRandom } from '../adapters/seeded-random.ts';
import type { Watch } from './watch-schema.ts';

/** Which event each sign belongs to, and which signs each incident hits. The seed decides it before anything runs. */
export interface WatchPlan {
  /** The index of its event, by kiosk. */
  eventOf: number[];
  /** The kiosks that it hits, by incident. */
  powerCuts: number[][];
  wifiFlaps: number[][];
  restarts: number[][];
  /** Of one place and event each. */
  switches: number[][];
}

function divide({ events }: Watch, kiosks: number): number[] {
  const ends: number[] = [];
  for (const { share } of events) ends.push((ends.at(-1) ?? 0) + share);
  return Array.from({ length: kiosks }, (_, index) => {
    const event = ends.findIndex((end) => (index + 0.5) / kiosks < end);
    return event === -1 ? events.length - 1 : event;
  });
}

/** Draws `share` of each event's kiosks, at least one, from those that are `free`. */
function take(seed: string, name: string, eventOf: readonly number[], free: Set<number>, share: number): number[] {
  const byEvent = Map.groupBy(eventOf.keys(), (index) => eventOf[index]!);
  const taken = [...byEvent].flatMap(([event, indexes]) =>
    seededRandom(seed, 'incident', name, event)
      .shuffle(indexes)
      .filter((index) => free.has(index))
      .slice(0, Math.max(1, Math.round(indexes.length * share))),
  );
  for (const index of taken) free.delete(index);
  return taken;
}

/** The plan of a watch for a fleet of `kiosks` under `seed`. No kiosk is hit by two incidents. */
export function planWatch(seed: string, watch: Watch, kiosks: number): WatchPlan {
  const eventOf = divide(watch, kiosks);
  const free = new Set(eventOf.keys());
  const each = (name: string, incidents: readonly { share: number }[] = []) =>
    incidents.map(({ share }, number) => take(seed, `${name} ${number}`, eventOf, free, share));
  const { power_cut: cuts, wifi_flaps: flaps, ordered_restarts: restarts, switch_dies: dying = [] } = watch.incidents;
  const { places = 1 } = watch;
  // Before the others, which take from every place.
  const switches = dying.map(({ signs }, number) => {
    const isThere = (index: number) => eventOf[index] === 0 && index % places === number % places;
    const taken = Array.from(free).filter(isThere).slice(0, signs);
    for (const index of taken) free.delete(index);
    return taken;
  });
  return {
    eventOf,
    switches,
    powerCuts: each('power_cut', cuts),
    wifiFlaps: each('wifi_flaps', flaps),
    restarts: each('ordered_restarts', restarts),
  };
}
