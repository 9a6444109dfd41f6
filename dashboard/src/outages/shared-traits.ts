import { hostOf, placeOf } from '@sign-display/contracts/group-outages-by-cause';
import type { Outage } from '@sign-display/contracts/rest/outages';
import type { SignRow } from '@sign-display/contracts/rest/snapshot';
import type { Group } from './outage-groups.ts';

/**
 * Finds the traits that affected signs share, compared with unaffected signs at their places and with the rest of the
 * event. Pure.
 */

export const TRAITS = ['neighbours', 'moment', 'address', 'place', 'host', 'version', 'screen'] as const;
export type Trait = (typeof TRAITS)[number];
/** The traits of an ended outage. The pages, apps and screens that other signs had at that time are not recorded. */
const OF_THEN: readonly Trait[] = ['neighbours', 'moment', 'address', 'place'];

export interface Counted {
  have: number;
  of: number;
}

export interface SharedRow {
  id: Trait;
  /** For `neighbours` the first and the last sign by name; empty for `moment`, whose length the page writes. */
  value: string;
  gone: Counted;
  /** Null if the trait is not known for unaffected signs. */
  stayed: Counted | null;
  rest: Counted | null;
  /** True if all affected signs have the trait and no other sign has. */
  setsApart: boolean;
}

interface Compared {
  name: string;
  place: string;
  host: string | null;
  version: string | null;
  screen: string | null;
}

const asNow = ({ name, location, shown, url, device }: SignRow): Compared => ({
  name,
  place: placeOf(location),
  host: hostOf(shown.url ?? url),
  version: device && `${device.appVersion}, ${device.platform}`,
  screen: device && `${device.screen.width} × ${device.screen.height}`,
});

/** The signs of an outage that has ended, each once, as they were when it opened. */
function asThen(outages: readonly Outage[], signs: ReadonlyMap<string, SignRow>): Compared[] {
  const bySign = new Map(outages.map((outage) => [outage.signId, outage]));
  return Array.from(bySign.values(), ({ signId, signName, place, host }) => {
    const placeNow = placeOf(signs.get(signId)?.location ?? '');
    return { name: signName, place: place ?? placeNow, host, version: null, screen: null };
  });
}

const IPV4 = /^(\d{1,3}\.\d{1,3}\.\d{1,3})\.(\d{1,3})$/;

/**
 * Returns the first and the last address if the signs had consecutive IPv4 addresses of one network; null if they had
 * not, or if an address is not known.
 */
export function addressRun(
  outages: readonly Pick<Outage, 'signId' | 'address'>[],
): [first: string, last: string] | null {
  const bySign = new Map(outages.map(({ signId, address }) => [signId, IPV4.exec(address ?? '')]));
  const parts = [...bySign.values()];
  const network = parts[0]?.[1];
  const hosts = parts.map((part) => Number(part?.[2])).toSorted((a, b) => a - b);
  if (hosts.length < 2 || network === undefined || parts.some((part) => part?.[1] !== network)) return null;
  if (hosts.some((host, nth) => host !== hosts[0]! + nth)) return null;
  return [`${network}.${hosts[0]}`, `${network}.${hosts.at(-1)}`];
}

/** Returns the most common value, the first in alphabetical order among equals; null if all values are null. */
function commonest(values: readonly (string | null)[]): string | null {
  const counts = new Map<string, number>();
  for (const value of values) if (value !== null) counts.set(value, (counts.get(value) ?? 0) + 1);
  const [first] = [...counts].toSorted(([a, n], [b, m]) => m - n || (a < b ? -1 : 1));
  return first?.[0] ?? null;
}

const byName = (one: Compared, other: Compared): number =>
  one.name.localeCompare(other.name, undefined, { numeric: true });

/** The first and the last by name, where those who went stand in one place and none between them stayed. */
function neighboursOf(
  gone: readonly Compared[],
  stayed: readonly Compared[],
): [first: Compared, last: Compared] | null {
  const sorted = gone.toSorted(byName);
  const [first, last] = [sorted[0], sorted.at(-1)];
  if (!first || !last || first === last || new Set(gone.map(({ place }) => place)).size > 1) return null;
  return stayed.some((sign) => byName(first, sign) < 0 && byName(sign, last) < 0) ? null : [first, last];
}

/**
 * A row for each trait that those of the group have; those that set them apart come first. `signs`: all of the event, as they are now. Of an outage that has
 * ended its own signs are as they were when it opened.
 */
export function sharedOf(
  { is, mark, untilMs, outages }: Pick<Group, 'is' | 'mark' | 'untilMs' | 'outages'>,
  goneIds: ReadonlySet<string>,
  signs: ReadonlyMap<string, SignRow>,
  sayRange: (first: string, last: string) => string,
): SharedRow[] {
  const isMoment = is === 'place' && mark === 'offline';
  const isOver = untilMs !== null;
  const linked = [...signs.values()].filter(({ device }) => device !== null);
  const gone = isOver ? asThen(outages, signs) : linked.filter(({ id }) => goneIds.has(id)).map(asNow);
  const others = linked.filter(({ id }) => !goneIds.has(id)).map(asNow);
  const places = new Set(gone.map(({ place }) => place));
  const stayed = others.filter(({ place }) => places.has(place));
  const rest = others.filter(({ place }) => !places.has(place));
  const row = (id: Trait, value: string, has: (sign: Compared) => boolean): SharedRow => {
    const counted = (all: readonly Compared[]): Counted => ({ have: all.filter(has).length, of: all.length });
    const own = { gone: counted(gone), stayed: counted(stayed), rest: counted(rest) };
    const setsApart = own.gone.have === own.gone.of && own.stayed.have + own.rest.have === 0 && others.length > 0;
    return { id, value, ...own, setsApart };
  };
  const goneSigns = new Set(gone);
  const ofGone = (sign: Compared): boolean => goneSigns.has(sign);
  const ends = neighboursOf(gone, stayed);
  const addresses = addressRun(outages);
  const rows = (isOver ? OF_THEN : TRAITS).flatMap((trait): SharedRow[] => {
    if (trait === 'neighbours') return ends ? [row(trait, sayRange(ends[0].name, ends[1].name), ofGone)] : [];
    if (trait === 'moment') return isMoment && gone.length > 1 ? [row(trait, '', ofGone)] : [];
    if (trait === 'address') {
      if (!addresses) return [];
      const all = { have: gone.length, of: gone.length };
      const value = sayRange(addresses[0], addresses[1]);
      return [{ id: trait, value, gone: all, stayed: null, rest: null, setsApart: false }];
    }
    const value = commonest(gone.map((sign) => sign[trait] || null));
    return value === null ? [] : [row(trait, value, (sign) => sign[trait] === value)];
  });
  return rows.toSorted((one, other) => Number(other.setsApart) - Number(one.setsApart));
}

/** The most likely cause, and the number of facts behind this guess. */
export interface Guess {
  is: 'place' | 'host' | 'between';
  called: string;
  facts: number;
}

/**
 * Returns null without a trait that sets the affected signs apart. A page that unaffected signs show is not the cause
 * either.
 */
export function guessOf({ is, called }: Pick<Group, 'is' | 'called'>, rows: readonly SharedRow[]): Guess | null {
  const apart = rows.filter(({ setsApart }) => setsApart);
  const [facts, hasHost] = [apart.length, apart.some(({ id }) => id === 'host')];
  if (is === 'alone' || facts === 0 || (is === 'host' && !hasHost)) return null;
  const neighbours = is === 'place' && apart.find(({ id }) => id === 'neighbours');
  return neighbours ? { is: 'between', called: neighbours.value, facts } : { is, called, facts };
}
