import {
  groupByCause,
  hostOf,
  placeOf,
  type Cause,
  type CauseOutage,
} from '@sign-display/contracts/group-outages-by-cause';
import type { SignRow } from '@sign-display/contracts/rest/snapshot';
import type { OpenOutages } from './actions/outages-by-sign.ts';
import { codeOf, isTroubled, lookOf, type Look } from './sign-looks.ts';
import { NO_OUTAGES, sinceMsOf } from './status-since-time.ts';

/** What is wrong at an event: one entry for what belongs together, the gravest first. The list beside the map, and what the headline speaks of. Pure. */

const KINDS: Partial<Record<Look, CauseOutage['kind']>> = {
  offline: 'offline',
  content_error: 'error',
  blank: 'blank',
  content_unreachable: 'unreachable',
};

export interface Problem {
  /** The same as long as it is the same thing, whichever signs join or leave it. */
  key: string;
  /** The gravest of its signs. */
  look: Look;
  signs: readonly SignRow[];
  /** The common trait; null for a single sign. */
  shared: { is: 'place' | 'host'; called: string } | null;
  /** When the first and the last of them went; wall clock in ms. Null where nobody knows. */
  sinceMs: { first: number; last: number } | null;
  /** Signs with a device in the place that they share. */
  ofPlace: number | null;
  /** Of those the ones with which nothing is wrong. */
  fine: number;
  /** Who is at all of them; null: nobody, or not at all of them. */
  acknowledged: SignRow['acknowledged'];
}

type Found = CauseOutage & { sign: SignRow };

const momentsOf = (signs: readonly SignRow[], open: OpenOutages): Problem['sinceMs'] => {
  const known = signs.flatMap((sign) => sinceMsOf(sign, open) ?? []);
  return known.length === 0 ? null : { first: Math.min(...known), last: Math.max(...known) };
};

const gravestOf = (signs: readonly SignRow[]): Look =>
  signs.map(lookOf).reduce((gravest, look) => (codeOf(look) < codeOf(gravest) ? look : gravest));

function entry(
  key: string,
  signs: readonly SignRow[],
  open: OpenOutages,
  shared: Problem['shared'] = null,
  ofPlace: number | null = null,
  fine = 0,
): Problem {
  const [first] = signs;
  const acknowledged = signs.every((sign) => sign.acknowledged !== null) ? first!.acknowledged : null;
  return { key, look: gravestOf(signs), signs, shared, sinceMs: momentsOf(signs, open), ofPlace, fine, acknowledged };
}

const isAlone = (cause: Cause<Found>): boolean => cause.kind === 'alone';

/** `troubled`: the signs that something is wrong with, in the order of places, which each entry keeps. `devicesIn`: how many signs of a place have a device. `open`: the outages that are known, which tell some ages. */
export function findProblems(
  troubled: readonly SignRow[],
  devicesIn: (place: string) => number,
  open: OpenOutages = NO_OUTAGES,
): Problem[] {
  const outages: Found[] = [];
  const others: SignRow[] = [];
  const wrongIn = new Map<string, number>();
  for (const sign of troubled) {
    const look = lookOf(sign);
    if (!isTroubled(codeOf(look))) continue;
    const place = placeOf(sign.location);
    if (sign.device) wrongIn.set(place, (wrongIn.get(place) ?? 0) + 1);
    const [kind, known] = [KINDS[look], sinceMsOf(sign, open)];
    // Who fails on a host belongs together whenever it began; who went from a place, only at one moment.
    if (!kind || (kind === 'offline' && known === null)) others.push(sign);
    else {
      const host = hostOf(sign.shown.url);
      outages.push({ id: sign.id, signId: sign.id, kind, sinceMs: known ?? 0, place, host, sign });
    }
  }
  const standing = new Map(troubled.map(({ id }, index) => [id, index]));
  const inOrder = (one: SignRow, other: SignRow) => standing.get(one.id)! - standing.get(other.id)!;
  const causes = groupByCause(outages, devicesIn);
  const moments = new Map<string, number>();
  const entries = causes.flatMap((cause): Problem[] => {
    const signs = cause.outages.map(({ sign }) => sign).toSorted(inOrder);
    if (cause.kind === 'alone') return [];
    const called = cause.kind === 'place' ? cause.place : cause.host;
    const topic = `${cause.kind}:${called}:${cause.outages[0]!.kind}`;
    const nth = (moments.get(topic) ?? 0) + 1;
    moments.set(topic, nth);
    // Two moments at which signs of one place went are two things to look at. Neither is called after its moment, which is another when its first sign is back.
    const key = nth === 1 ? topic : `${topic}:${nth}`;
    const shared = { is: cause.kind, called } as const;
    if (cause.kind !== 'place') return [entry(key, signs, open, shared)];
    const ofPlace = devicesIn(called);
    return [entry(key, signs, open, shared, ofPlace, Math.max(0, ofPlace - (wrongIn.get(called) ?? 0)))];
  });
  const alone = [...causes.filter(isAlone).map(({ outages: [one] }) => one!.sign), ...others];
  entries.push(...alone.toSorted(inOrder).map((sign) => entry(`sign:${sign.id}`, [sign], open)));
  // What shares something before what stands alone, the largest, then what began first.
  return entries.toSorted(
    (one, other) =>
      codeOf(one.look) - codeOf(other.look) ||
      Number(one.shared === null) - Number(other.shared === null) ||
      other.signs.length - one.signs.length ||
      (one.sinceMs?.first ?? 0) - (other.sinceMs?.first ?? 0) ||
      (one.key < other.key ? -1 : 1),
  );
}
