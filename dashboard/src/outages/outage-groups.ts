import { groupByCause, hostOf, placeOf, WITHIN_MS, type Cause } from '@sign-display/contracts/group-outages-by-cause';
import type { Acknowledgement, Outage, OutageKind } from '@sign-display/contracts/rest/outages';
import type { SignRow } from '@sign-display/contracts/rest/snapshot';
import type { MarkName } from '../ui/sign-marks-and-severity.ts';
import { episodesOf, runsOf, type Lasting } from './host-failure-episodes.ts';

/** Outages grouped by what they have in common, as mails and the wall group them. Pure. */

type Signs = ReadonlyMap<string, SignRow>;

export interface Group {
  /** The identifier of the earliest outage, which the group's URL contains. */
  id: string;
  is: 'place' | 'host' | 'alone';
  /** The place, the host, or the sign's name. */
  called: string;
  /** The place of the earliest outage. */
  place: string;
  /** The number of signs at that place. */
  ofPlace: number;
  /** The outages, earliest first. */
  outages: Outage[];
  /** The names of its signs, in that order. */
  names: string[];
  /** All of them are of one kind. */
  mark: MarkName;
  sinceMs: number;
  /** When the last outage ended; null while one is open. */
  untilMs: number | null;
  /** The latest acknowledgement, if all open outages have one; without open outages, if all have one. */
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

/** Returns the open outages, or all if none is open. */
const ofNow = (outages: readonly Outage[]): readonly Outage[] =>
  outages.some(isOpen) ? outages.filter(isOpen) : outages;

/** A message that was sent after the outage had ended is about its end. */
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

type Known = Lasting & { outage: Outage; ofPlace: number; isRecorded: boolean };

/**
 * The facts by which an outage is grouped: as recorded when it opened, so that later changes of signs regroup nothing. Where they were not recorded (an older
 * node opened it) the place is that of the sign now, and the page that of the sign while the outage is open.
 */
function known(outage: Outage, signs: Signs, signsAt: (place: string) => number): Known {
  const { id, signId, kind } = outage;
  const sign = signs.get(signId);
  const isRecorded = outage.placeSigns !== null;
  const place = outage.place ?? placeOf(sign?.location ?? '');
  return {
    id,
    signId,
    kind,
    sinceMs: Date.parse(outage.since),
    untilMs: endOf(outage),
    place,
    host: outage.host ?? (isRecorded || !isOpen(outage) ? null : hostOf(sign?.shown.url ?? null)),
    ofPlace: outage.placeSigns ?? signsAt(place),
    isRecorded,
    outage,
  };
}

const alone = (outage: Known): Cause<Known> => ({ kind: 'alone', outages: [outage] });

/**
 * Signs that went: in each place, run by run. A run ends where no other sign goes for as long as one cause lasts. So an outage of another day changes neither
 * the causes of a run nor how many signs its place had.
 */
function ofPlaces(gone: readonly Known[]): Cause<Known>[] {
  const runs = [...Map.groupBy(gone, ({ place }) => place).values()].flatMap((own) =>
    runsOf(own, ({ sinceMs }) => sinceMs + WITHIN_MS),
  );
  return runs.flatMap((run) => groupByCause(run, () => Math.max(...run.map(({ ofPlace }) => ofPlace))));
}

/** Groups failed signs by kind and host into episodes; the rest stay single. Ended outages without a known page are grouped by time and place. */
function ofHosts(failed: readonly Known[]): Cause<Known>[] {
  const causes: Cause<Known>[] = [];
  const unknown: Known[] = [];
  for (const alike of Map.groupBy(failed, ({ kind }) => kind).values())
    for (const [host, own] of Map.groupBy(alike, (outage) => outage.host)) {
      const { episodes, rest } = host === null ? { episodes: [], rest: own } : episodesOf(own);
      causes.push(...episodes.map((outages): Cause<Known> => ({ kind: 'host', host: host!, outages })));
      for (const outage of rest)
        if (outage.host === null && !outage.isRecorded && !isOpen(outage.outage)) unknown.push(outage);
        else causes.push(alone(outage));
    }
  for (const own of Map.groupBy(unknown, ({ kind }) => kind).values())
    causes.push(...ofPlaces(own.map((outage) => ({ ...outage, kind: 'offline' }))));
  return causes;
}

/** The groups of these outages, open and ended ones, the newest first. `signs`: of the event, for facts that were not recorded. */
export function groupsOf(outages: readonly Outage[], signs: Signs): Group[] {
  const perPlace = new Map<string, number>();
  for (const { device, location } of signs.values())
    if (device) perPlace.set(placeOf(location), (perPlace.get(placeOf(location)) ?? 0) + 1);
  const signsAt = (place: string): number => perPlace.get(place) ?? 0;
  const all = outages.map((outage) => known(outage, signs, signsAt));
  const isGone = ({ kind }: Known): boolean => kind === 'offline';
  const causes = [...ofPlaces(all.filter(isGone)), ...ofHosts(all.filter((outage) => !isGone(outage)))];
  return causes
    .map((cause): Group => {
      const own = cause.outages.map(({ outage }) => outage);
      const names = own.map(({ signName }) => signName);
      return {
        id: own[0]!.id,
        is: cause.kind,
        called: cause.kind === 'place' ? cause.place : cause.kind === 'host' ? cause.host : names[0]!,
        place: cause.outages[0]!.place,
        ofPlace: Math.max(
          new Set(own.map(({ signId }) => signId)).size,
          ...cause.outages.map(({ ofPlace }) => ofPlace),
        ),
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

/** Returns the group that contains the outage. */
export const groupWith = (groups: readonly Group[], outageId: string): Group | undefined =>
  groups.find(({ outages }) => outages.some(({ id }) => id === outageId));

/** Returns the group's open outages. */
export const openOf = ({ outages }: Group): Outage[] => outages.filter(isOpen);

/** Counts the signs of these groups that have a problem now. */
export const signsOf = (groups: readonly Group[]): number =>
  new Set(groups.flatMap((group) => openOf(group).map(({ signId }) => signId))).size;

/** True if both sets of signs are equal in all that `groupsOf` reads, so that outages are grouped the same. */
export const groupAlike = (one: Signs, other: Signs): boolean =>
  one === other ||
  (one.size === other.size &&
    Array.from(one.values()).every((sign) => {
      const is = other.get(sign.id);
      if (is === sign) return true;
      const isSame = is?.location === sign.location && is.shown.url === sign.shown.url;
      return isSame && (is.device === null) === (sign.device === null);
    }));

/** Tells whether two lists have the same outages with the same facts, in the same order. */
export const traitText = (one: readonly Outage[], other: readonly Outage[]): boolean =>
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
