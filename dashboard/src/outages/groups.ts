import { groupByCause, hostOf, placeOf, type Cause } from '@sign-display/contracts/causes';
import type { Acknowledgement, Outage, OutageKind } from '@sign-display/contracts/rest/outages';
import type { SignRow } from '@sign-display/contracts/rest/snapshot';
import type { MarkName } from '../ui/marks.ts';
import { episodesOf, type Lasting } from './episodes.ts';

/** Outages grouped by what they have in common, as mails and the wall group them. Pure. */

type Signs = ReadonlyMap<string, SignRow>;

export interface Group {
  /** Of its earliest outage, which its address names. */
  id: string;
  is: 'place' | 'host' | 'alone';
  /** The place, the host, or the sign's name; empty of a sign that is gone. */
  called: string;
  /** In the order in which they began. */
  outages: Outage[];
  /** The names of its signs, in that order. */
  names: string[];
  /** All of them are of one kind. */
  mark: MarkName;
  sinceMs: number;
  /** When the last ended; null while one is open. */
  untilMs: number | null;
  /** The latest word, where somebody is at all that are open; at all of them where none is. */
  acknowledged: Acknowledgement | null;
  /** When people were told of it first, the most that one message went to, and when they were told of its end, where they were. */
  told: { atMs: number; people: number; endAtMs: number | null } | null;
}

const MARKS: Record<OutageKind, MarkName> = {
  offline: 'offline',
  unreachable: 'content_unreachable',
  error: 'content_error',
  blank: 'blank',
};

const isOpen = ({ until }: Outage): boolean => until === null;
const endOf = ({ until }: Outage): number => (until === null ? Infinity : Date.parse(until));

/** Those that are open; all where none is. */
const ofNow = (outages: readonly Outage[]): readonly Outage[] =>
  outages.some(isOpen) ? outages.filter(isOpen) : outages;

/** A message is of an end where it came when the outage had ended. */
function toldOf(outages: readonly Outage[]): Group['told'] {
  const all = outages.flatMap((outage) =>
    outage.told.map(({ at, people }) => ({ atMs: Date.parse(at), people, isEnd: Date.parse(at) >= endOf(outage) })),
  );
  if (all.length === 0) return null;
  const ends = all.filter(({ isEnd }) => isEnd).map(({ atMs }) => atMs);
  return {
    atMs: Math.min(...all.map(({ atMs }) => atMs)),
    people: Math.max(...all.map(({ people }) => people)),
    endAtMs: ends.length === 0 || outages.some(isOpen) ? null : Math.max(...ends),
  };
}

function acknowledgedOf(outages: readonly Outage[]): Acknowledgement | null {
  const words = ofNow(outages).map(({ acknowledged }) => acknowledged);
  if (words.includes(null)) return null;
  return words.toSorted((one, other) => Date.parse(other!.at) - Date.parse(one!.at))[0] ?? null;
}

type Known = Lasting & { outage: Outage };

/**
 * The host of the page with which a sign failed. Nobody recorded of which page an outage was: of one that has ended it is known where the sign was given its page before, and
 * nothing of its record was changed since. That a schedule or a person put another page there for a while nobody can see from here.
 */
function failedOn(sign: SignRow | undefined, { until, since }: Outage): string | null {
  if (!sign) return null;
  if (until === null) return hostOf(sign.shown.url);
  const isSame = sign.url === sign.shown.url && Date.parse(sign.updatedAt) <= Date.parse(since);
  return isSame ? hostOf(sign.url) : null;
}

function known(outage: Outage, signs: Signs): Known {
  const { id, signId, kind } = outage;
  const sign = signs.get(signId);
  return {
    id,
    signId,
    kind,
    sinceMs: Date.parse(outage.since),
    untilMs: endOf(outage),
    place: sign ? placeOf(sign.location) : '',
    host: kind === 'offline' ? null : failedOn(sign, outage),
    outage,
  };
}

/** Those that failed with one kind on one host, each time by itself; those that are open and alone; and those that have ended and are of no host together. */
function ofHosts(failed: readonly Known[]): { causes: Cause<Known>[]; ended: Known[] } {
  const causes: Cause<Known>[] = [];
  const ended: Known[] = [];
  /** Of no host together: what is open stands alone, what has ended is grouped otherwise. */
  function leaveOut(some: readonly Known[]): void {
    for (const outage of some)
      if (isOpen(outage.outage)) causes.push({ kind: 'alone', outages: [outage] });
      else ended.push(outage);
  }
  for (const alike of Map.groupBy(failed, ({ kind }) => kind).values())
    for (const [host, own] of Map.groupBy(alike, (outage) => outage.host)) {
      if (host === null) {
        leaveOut(own);
        continue;
      }
      const { episodes, rest } = episodesOf(own);
      causes.push(...episodes.map((outages): Cause<Known> => ({ kind: 'host', host, outages })));
      leaveOut(rest);
    }
  return { causes, ended };
}

/**
 * The groups of these outages, open and ended ones, the newest first. `signs`: of the event, for names, places and hosts. Of what has ended on no host together those
 * are grouped that began at one moment in one place, as signs that went are.
 */
export function groupsOf(outages: readonly Outage[], signs: Signs): Group[] {
  const perPlace = new Map<string, number>();
  for (const { device, location } of signs.values())
    if (device) perPlace.set(placeOf(location), (perPlace.get(placeOf(location)) ?? 0) + 1);
  const signsAt = (place: string): number => perPlace.get(place) ?? 0;
  const all = outages.map((outage) => known(outage, signs));
  const { causes: failed, ended } = ofHosts(all.filter(({ kind }) => kind !== 'offline'));
  const atMoments = [...Map.groupBy(ended, ({ kind }) => kind).values()].flatMap((own) =>
    groupByCause(
      own.map((one) => ({ ...one, kind: 'offline' as const })),
      signsAt,
    ),
  );
  const gone = groupByCause(
    all.filter(({ kind }) => kind === 'offline'),
    signsAt,
  );
  const causes = [...gone, ...failed, ...atMoments];
  return causes
    .map((cause): Group => {
      const own = cause.outages.map(({ outage }) => outage);
      const names = own.map(({ signId }) => signs.get(signId)?.name ?? '');
      return {
        id: own[0]!.id,
        is: cause.kind,
        called: cause.kind === 'place' ? cause.place : cause.kind === 'host' ? cause.host : names[0]!,
        outages: own,
        names,
        mark: MARKS[own[0]!.kind],
        sinceMs: Date.parse(own[0]!.since),
        untilMs: own.some(isOpen) ? null : Math.max(...own.map(endOf)),
        acknowledged: acknowledgedOf(own),
        told: toldOf(own),
      };
    })
    .toSorted((one, other) => other.sinceMs - one.sinceMs || (one.id < other.id ? 1 : -1));
}

/** Its outages that are open. */
export const openOf = ({ outages }: Group): Outage[] => outages.filter(isOpen);

/** How many signs of these groups are in trouble now. */
export const signsOf = (groups: readonly Group[]): number =>
  new Set(groups.flatMap((group) => openOf(group).map(({ signId }) => signId))).size;

/** Whether outages group alike by these signs: nothing is other that `groupsOf` reads of them. */
export const groupAlike = (one: Signs, other: Signs): boolean =>
  one === other ||
  (one.size === other.size &&
    Array.from(one.values()).every((sign) => {
      const is = other.get(sign.id);
      if (is === sign) return true;
      const isSame = is?.name === sign.name && is.location === sign.location && is.shown.url === sign.shown.url;
      const isOld = is?.url === sign.url && is.updatedAt === sign.updatedAt;
      return isSame && isOld && (is.device === null) === (sign.device === null);
    }));

/** Whether the same is said of the same outages, in the same order. */
export const sayAlike = (one: readonly Outage[], other: readonly Outage[]): boolean =>
  one.length === other.length &&
  one.every((outage, nth) => {
    const is = other[nth]!;
    if (is === outage) return true;
    const isSame = is.id === outage.id && is.until === outage.until && is.told.length === outage.told.length;
    const [word, was] = [is.acknowledged, outage.acknowledged];
    return (
      isSame && word?.at === was?.at && word?.note === was?.note && word?.by.id === was?.by.id && toldAlike(is, outage)
    );
  });

const toldAlike = ({ told }: Outage, { told: was }: Outage): boolean =>
  told.every(({ at, channel, people }, nth) => {
    const before = was[nth]!;
    return before.at === at && before.channel === channel && before.people === people;
  });
