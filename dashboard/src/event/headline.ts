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

function sharedBy(troubled: readonly SignRow[], all: Iterable<SignRow>) {
  const outages = outagesOf(troubled);
  if (outages.length < 2) return null;
  const perPlace = new Map<string, number>();
  for (const { device, location } of all)
    if (device) perPlace.set(placeOf(location), (perPlace.get(placeOf(location)) ?? 0) + 1);
  const sized = (cause: Cause): number => (cause.kind === 'alone' ? 0 : cause.outages.length);
  const [largest] = groupByCause(outages, (place) => perPlace.get(place) ?? 0).toSorted((a, b) => sized(b) - sized(a));
  if (!largest || largest.kind === 'alone') return null;
  const called = largest.kind === 'place' ? largest.place : largest.host;
  return { is: largest.kind, called, count: largest.outages.length };
}

/** Of the signs of an event, of which there is at least one. Where something alarms, it speaks of that alone. */
export function headlineOf(signs: Iterable<SignRow>): Headline {
  const troubled: SignRow[] = [];
  let [total, showing] = [0, 0];
  for (const sign of signs) {
    total += 1;
    if (sign.status === 'showing') showing += 1;
    if (troubleOf(sign) !== null) troubled.push(sign);
  }
  const alarming = troubled.filter((sign) => ALARMS.has(troubleOf(sign)!));
  const told = alarming.length > 0 ? alarming : troubled;
  if (told.length === 0) return showing === total ? { is: 'calm', total } : { is: 'quiet', showing, total };
  const kinds = TROUBLES.map((kind) => ({ kind, count: told.filter((sign) => troubleOf(sign) === kind).length }));
  return {
    is: 'trouble',
    isAlarm: alarming.length > 0,
    count: told.length,
    kinds: kinds.filter(({ count }) => count > 0),
    name: told.length === 1 ? told[0]!.name : null,
    shared: sharedBy(told, signs),
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
