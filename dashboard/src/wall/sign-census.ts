import { placeOf } from '@sign-display/contracts/group-outages-by-cause';
import type { ShownRow } from './frozen-order.ts';
import { countsOf, movedIn, type Tally } from '../event/sign-filter.ts';
import { sharedWord } from './plate-labels.ts';
import { codeOf, isTroubled, lookOf, LOOKS, type Look } from './sign-looks.ts';

/**
 * All signs of a wall in their order, as arrays: a sign is its number from there on. Made anew from the rows at each change, which costs two comparisons for each sign
 * and nothing else where it is the same row. Nothing is changed in place. Pure.
 */

export interface Place {
  name: string;
  /** The number of its first sign; the others follow. */
  from: number;
  count: number;
  /** The word that all its signs begin with, where that tells nothing; or empty. */
  word: string;
}

export interface Census {
  rows: readonly ShownRow[];
  /** By sign: `codeOf` its look. */
  looks: Uint8Array;
  /** In their order. */
  places: readonly Place[];
  /** By sign: the number of its place. */
  placeOf: Uint16Array;
  /** By place and look: how many, at `place * LOOKS.length + look`. */
  counts: Uint32Array;
  /** How many there are as the strip counts them. */
  tally: Tally;
  /** Those that something is wrong with, in their order; the same array where each of them is the same row. */
  troubled: readonly ShownRow[];
  /** The signs that look or are called otherwise than before; null: signs came, went or moved. */
  changed: readonly number[] | null;
}

const KINDS = LOOKS.length;

/** `rows`: in the order of places, signs of one place together. */
function counted(rows: readonly ShownRow[]): Census {
  const looks = new Uint8Array(rows.length);
  const places: Place[] = [];
  const numbers = new Uint16Array(rows.length);
  const ofLocation = new Map<string, string>();
  rows.forEach((row, sign) => {
    let name = ofLocation.get(row.location);
    if (name === undefined) ofLocation.set(row.location, (name = placeOf(row.location)));
    let last = places.at(-1);
    if (last?.name !== name) places.push((last = { name, from: sign, count: 0, word: '' }));
    last.count += 1;
    numbers[sign] = places.length - 1;
    looks[sign] = codeOf(lookOf(row));
  });
  for (const place of places) place.word = sharedWord(rows.slice(place.from, place.from + place.count));
  const counts = new Uint32Array(places.length * KINDS);
  looks.forEach((look, sign) => void (counts[numbers[sign]! * KINDS + look]! += 1));
  const troubled = troubledOf(rows, looks);
  return { rows, looks, places, placeOf: numbers, counts, tally: countsOf(rows), troubled, changed: null };
}

const troubledOf = (rows: readonly ShownRow[], looks: Uint8Array): ShownRow[] => {
  const troubled: ShownRow[] = [];
  for (let sign = 0; sign < rows.length; sign += 1) if (isTroubled(looks[sign]!)) troubled.push(rows[sign]!);
  return troubled;
};

const isSamePlace = (one: ShownRow, other: ShownRow): boolean => one.id === other.id && one.location === other.location;

/** Whether both are drawn alike; what is not drawn may differ. */
const isDrawnAlike = (one: ShownRow, other: ShownRow): boolean =>
  one.name === other.name &&
  one.presence === other.presence &&
  one.contentState === other.contentState &&
  one.mode === other.mode &&
  one.blank === other.blank &&
  one.unstable === other.unstable &&
  one.status === other.status &&
  one.isGone === other.isGone &&
  one.screenshotAt === other.screenshotAt &&
  one.acknowledged === other.acknowledged &&
  (one.device === null) === (other.device === null);

/** The census of `rows`, which are in the order of places. `before`: the last one. */
export function takeCensus(rows: readonly ShownRow[], before: Census | null): Census {
  if (before?.rows.length !== rows.length) return counted(rows);
  const changed: number[] = [];
  const tally = { ...before.tally };
  /** Whether one is another row that was or is in trouble. */
  let isTrouble = false;
  for (let sign = 0; sign < rows.length; sign += 1) {
    const was = before.rows[sign]!;
    const is = rows[sign]!;
    if (was === is) continue;
    if (!isSamePlace(was, is)) return counted(rows);
    movedIn(tally, was, is);
    isTrouble ||= isTroubled(before.looks[sign]!) || isTroubled(codeOf(lookOf(is)));
    if (!isDrawnAlike(was, is)) changed.push(sign);
  }
  let { looks, counts } = before;
  if (changed.length > 0) [looks, counts] = [looks.slice(), counts.slice()];
  for (const sign of changed) {
    const look = codeOf(lookOf(rows[sign]!));
    const base = before.placeOf[sign]! * KINDS;
    counts[base + looks[sign]!]! -= 1;
    counts[base + look]! += 1;
    looks[sign] = look;
  }
  const troubled = isTrouble ? troubledOf(rows, looks) : before.troubled;
  return { ...before, rows, looks, counts, tally, troubled, changed };
}

/** A census of what is shown, which mostly is what another one has counted already. */
export interface Followed {
  census: Census;
  /** Of all, as it was then. */
  all: Census;
}

/** The census of `rows` after that of all is `all`. To be called at each new one, so that what changed in it is what changed here. `before`: what it gave last. */
export function follow(all: Census, rows: readonly ShownRow[], before: Followed | null): Followed {
  if (before === null) return { all, census: rows === all.rows ? { ...all, changed: null } : takeCensus(rows, null) };
  if (rows !== all.rows || before.census.rows !== before.all.rows)
    return { all, census: takeCensus(rows, before.census) };
  return { all, census: all === before.all ? before.census : all };
}

export const countIn = ({ counts }: Census, place: number, look: Look): number => counts[place * KINDS + codeOf(look)]!;

/** How many signs of a place are there: a cell that a sign has left counts none. */
export const presentIn = (census: Census, place: number): number =>
  census.places[place]!.count - countIn(census, place, 'none');

/** How many signs of a place have a device. */
export function devicesIn(census: Census): (place: string) => number {
  const counts = new Map(
    census.places.map(({ name }, place) => [name, presentIn(census, place) - countIn(census, place, 'unlinked')]),
  );
  return (place) => counts.get(place) ?? 0;
}
