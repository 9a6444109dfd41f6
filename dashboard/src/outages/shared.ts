import { hostOf, placeOf } from '@sign-display/contracts/causes';
import type { SignRow } from '@sign-display/contracts/rest/snapshot';
import type { Group } from './groups.ts';

/** What signs that went have in common, beside those of their places that stayed and the rest of the event. Pure. */

export const TRAITS = ['neighbours', 'moment', 'place', 'host', 'version', 'screen'] as const;
export type Trait = (typeof TRAITS)[number];
/** Those that say of an outage that has ended how it was then; which app and screen its signs had nobody recorded, and which page is known of a host's alone. */
const OF_THEN: readonly Trait[] = ['neighbours', 'moment', 'place'];

export interface Counted {
  have: number;
  of: number;
}

export interface SharedRow {
  id: Trait;
  /** Of `neighbours` the first and the last by name; of `moment` empty: the page says how long it was. */
  value: string;
  gone: Counted;
  stayed: Counted;
  rest: Counted;
  /** All that went have it, and no other sign has. */
  setsApart: boolean;
}

type Known = 'place' | 'host' | 'version' | 'screen';
const valueOf: Record<Known, (sign: SignRow) => string | null> = {
  place: ({ location }) => placeOf(location) || null,
  host: ({ shown, url }) => hostOf(shown.url ?? url),
  version: ({ device }) => (device ? `${device.appVersion}, ${device.platform}` : null),
  screen: ({ device }) => (device ? `${device.screen.width} × ${device.screen.height}` : null),
};

/** The value that most have; of equals the first in the order of letters. Null where nobody has one. */
function commonest(values: readonly (string | null)[]): string | null {
  const counts = new Map<string, number>();
  for (const value of values) if (value !== null) counts.set(value, (counts.get(value) ?? 0) + 1);
  const [first] = [...counts].toSorted(([a, n], [b, m]) => m - n || (a < b ? -1 : 1));
  return first?.[0] ?? null;
}

const byName = (one: SignRow, other: SignRow): number =>
  one.name.localeCompare(other.name, undefined, { numeric: true });

/** The first and the last by name, where those who went stand in one place and none between them stayed. */
function neighboursOf(gone: readonly SignRow[], stayed: readonly SignRow[]): [first: SignRow, last: SignRow] | null {
  const sorted = gone.toSorted(byName);
  const [first, last] = [sorted[0], sorted.at(-1)];
  if (!first || !last || first === last || new Set(gone.map(({ location }) => placeOf(location))).size > 1) return null;
  return stayed.some((sign) => byName(first, sign) < 0 && byName(sign, last) < 0) ? null : [first, last];
}

/** A row for each trait that those of the group have; those that set them apart come first. `signs`: all of the event. */
export function sharedOf(
  { is, mark, untilMs }: Pick<Group, 'is' | 'mark' | 'untilMs'>,
  goneIds: ReadonlySet<string>,
  signs: Iterable<SignRow>,
  sayNeighbours: (first: string, last: string) => string,
): SharedRow[] {
  const isMoment = is === 'place' && mark === 'offline';
  const ofThen = is === 'host' ? [...OF_THEN, 'host' as const] : OF_THEN;
  const [gone, others]: [SignRow[], SignRow[]] = [[], []];
  for (const sign of signs) if (sign.device) (goneIds.has(sign.id) ? gone : others).push(sign);
  const places = new Set(gone.map(({ location }) => placeOf(location)));
  const stayed = others.filter(({ location }) => places.has(placeOf(location)));
  const rest = others.filter(({ location }) => !places.has(placeOf(location)));
  const row = (id: Trait, value: string, has: (sign: SignRow) => boolean): SharedRow => {
    const counted = (all: readonly SignRow[]): Counted => ({ have: all.filter(has).length, of: all.length });
    const own = { gone: counted(gone), stayed: counted(stayed), rest: counted(rest) };
    const setsApart = own.gone.have === own.gone.of && own.stayed.have + own.rest.have === 0 && others.length > 0;
    return { id, value, ...own, setsApart };
  };
  const ofGone = (sign: SignRow): boolean => goneIds.has(sign.id);
  const ends = neighboursOf(gone, stayed);
  const rows = (untilMs === null ? TRAITS : ofThen).flatMap((trait): SharedRow[] => {
    if (trait === 'neighbours') return ends ? [row(trait, sayNeighbours(ends[0].name, ends[1].name), ofGone)] : [];
    if (trait === 'moment') return isMoment && gone.length > 1 ? [row(trait, '', ofGone)] : [];
    const value = commonest(gone.map(valueOf[trait]));
    return value === null ? [] : [row(trait, value, (sign) => valueOf[trait](sign) === value)];
  });
  return rows.toSorted((one, other) => Number(other.setsApart) - Number(one.setsApart));
}

/** What is most likely wrong, and from how many facts that is a guess. */
export interface Guess {
  is: 'place' | 'host' | 'between';
  called: string;
  facts: number;
}

/** Null: nothing sets them apart, so nobody guesses. A page that signs show with which nothing is wrong is not what is wrong, either. */
export function guessOf({ is, called }: Pick<Group, 'is' | 'called'>, rows: readonly SharedRow[]): Guess | null {
  const apart = rows.filter(({ setsApart }) => setsApart);
  const [facts, hasHost] = [apart.length, apart.some(({ id }) => id === 'host')];
  if (is === 'alone' || facts === 0 || (is === 'host' && !hasHost)) return null;
  const neighbours = is === 'place' && apart.find(({ id }) => id === 'neighbours');
  return neighbours ? { is: 'between', called: neighbours.value, facts } : { is, called, facts };
}
