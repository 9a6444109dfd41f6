import { groupByCause, hostOf, placeOf, type Cause, type CauseOutage } from '@sign-display/contracts/causes';
import type { SignRow } from '@sign-display/contracts/rest/snapshot';
import type { Words } from '../words/words.ts';

/** The first line of an event: is anything wrong, and where? Pure. */

/** What can be wrong with a sign, the gravest first. */
const TROUBLES = ['offline', 'content_error', 'blank', 'content_unreachable', 'unstable'] as const;
type SignTrouble = (typeof TROUBLES)[number];
/** Visitors see something wrong, or we can't know. The others look right, but won't for long. */
const ALARMS: ReadonlySet<SignTrouble> = new Set(['offline', 'content_error', 'blank']);

export type Headline =
  | { is: 'calm'; total: number }
  /** Nothing is wrong, and not every sign shows its page. */
  | { is: 'quiet'; showing: number; total: number }
  | {
      is: 'trouble';
      isAlarm: boolean;
      count: number;
      kinds: { kind: SignTrouble; count: number }[];
      /** Where it is one sign. */
      name: string | null;
      /** What most of them share. */
      shared: { is: 'place' | 'host'; called: string; count: number } | null;
    };

/** The gravest that is wrong with a sign; null: nothing. */
export function troubleOf({
  status,
  blank,
  unstable,
}: Pick<SignRow, 'status' | 'blank' | 'unstable'>): SignTrouble | null {
  if (status === 'offline' || status === 'content_error') return status;
  if (blank) return 'blank';
  if (status === 'content_unreachable') return status;
  return unstable ? 'unstable' : null;
}

const KIND_OF: Partial<Record<SignTrouble, CauseOutage['kind']>> = {
  offline: 'offline',
  content_error: 'error',
  blank: 'blank',
  content_unreachable: 'unreachable',
};

/** What was wrong since when, for the causes; signs whose trouble is no outage have none. */
function outagesOf(signs: readonly SignRow[]): CauseOutage[] {
  return signs.flatMap((sign) => {
    const kind = KIND_OF[troubleOf(sign)!];
    const since = sign.status === 'offline' ? (sign.lastSeenAt ?? sign.statusSince) : sign.statusSince;
    if (!kind || since === null) return [];
    const { id, location, shown } = sign;
    return [{ id, signId: id, kind, sinceMs: Date.parse(since), place: placeOf(location), host: hostOf(shown.url) }];
  });
}

/** How many signs of a place have a device. */
export type DevicesIn = (place: string) => number;

/** Counts at the first question. */
function countingIn(all: Iterable<SignRow>): DevicesIn {
  let counts: Map<string, number> | null = null;
  return (place) => {
    counts ??= Array.from(all).reduce(
      (so, { device, location }) => (device ? so.set(placeOf(location), (so.get(placeOf(location)) ?? 0) + 1) : so),
      new Map<string, number>(),
    );
    return counts.get(place) ?? 0;
  };
}

function sharedBy(troubled: readonly SignRow[], devicesIn: DevicesIn) {
  const outages = outagesOf(troubled);
  if (outages.length < 2) return null;
  const sized = (cause: Cause): number => (cause.kind === 'alone' ? 0 : cause.outages.length);
  const [largest] = groupByCause(outages, devicesIn).toSorted((a, b) => sized(b) - sized(a));
  if (!largest || largest.kind === 'alone') return null;
  const called = largest.kind === 'place' ? largest.place : largest.host;
  return { is: largest.kind, called, count: largest.outages.length };
}

/** Of the signs of an event, of which there is at least one. */
export function headlineOf(signs: Iterable<SignRow>): Headline {
  const all = Array.from(signs);
  const showing = all.filter(({ status }) => status === 'showing').length;
  return headlineOfTroubled(
    all.filter((sign) => troubleOf(sign) !== null),
    { total: all.length, showing },
    countingIn(all),
  );
}

/** `troubled`: the signs of an event that something is wrong with. Where something alarms, it speaks of that alone. */
export function headlineOfTroubled(
  troubled: readonly SignRow[],
  { total, showing }: { total: number; showing: number },
  devicesIn: DevicesIn,
): Headline {
  const alarming = troubled.filter((sign) => ALARMS.has(troubleOf(sign)!));
  const all = alarming.length > 0 ? alarming : troubled;
  // Of what has a cause in common it speaks alone: the strip counts the rest.
  const gravest = TROUBLES.map((kind) => all.filter((sign) => troubleOf(sign) === kind)).find(
    ({ length }) => length > 0,
  );
  const shared = gravest ? sharedBy(gravest, devicesIn) : null;
  const told = shared ? gravest! : all;
  if (told.length === 0) return showing === total ? { is: 'calm', total } : { is: 'quiet', showing, total };
  const kinds = TROUBLES.map((kind) => ({ kind, count: told.filter((sign) => troubleOf(sign) === kind).length }));
  return {
    is: 'trouble',
    isAlarm: alarming.length > 0,
    count: told.length,
    kinds: kinds.filter(({ count }) => count > 0),
    name: told.length === 1 ? told[0]!.name : null,
    shared: shared ?? sharedBy(told, devicesIn),
  };
}

/** What is wrong, or that nothing is, as a sentence; then what most of it shares, empty where that is nothing. */
export function sayHeadline({ wall: { headline: said } }: Words, headline: Headline): [string, string] {
  if (headline.is === 'calm') return [said.calm(headline.total), ''];
  if (headline.is === 'quiet') return [said.quiet(headline.showing, headline.total), ''];
  const { name, kinds, count, shared } = headline;
  const { kind } = kinds[0]!;
  const parts = kinds.map((part) => `${part.count} ${(part.count === 1 ? said.is : said.are)[part.kind]}`);
  const what =
    name !== null
      ? said.one(name, said.is[kind])
      : kinds.length === 1
        ? said.many(count, said.are[kind])
        : said.mixed(count, parts.join(', '));
  if (!shared) return [what, ''];
  return [what, said[shared.is](shared.count === count ? said.all : said.some(shared.count), shared.called)];
}
