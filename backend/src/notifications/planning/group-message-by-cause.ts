import { groupByCause, type CauseOutage } from '@sign-display/contracts/group-outages-by-cause';
import type { OutageKind } from '@sign-display/contracts/rest/outages';
import type { NotificationKind } from '@sign-display/contracts/rest/subscriptions';
import type { MessageEntry } from '../../outages/notice-types.ts';

/** A message in parts: what has a common cause is one line of its title and one list of its mail (contract, section 3). Pure. Plain JSON. */
export interface MessagePart {
  /** What its signs have in common; null: only what became of them. */
  cause: { kind: 'place' | 'host'; name: string } | null;
  /** Of how many signs they are: those of the place, or of the event; null where nobody asks. */
  of: number | null;
  /** Which of the message's entries. */
  entries: number[];
  /** The cause has signs that this message does not list: so many in all, and whether this person was told of others of them before. Older nodes wrote none. */
  grown?: { signs: number; isMore: boolean };
}

/** What is open in the event besides a message's entries. */
export interface Besides {
  /** Its open outages of pages and screens; those of the message may be among them. */
  failing: readonly OpenFailure[];
  /** Outages of which the person was told through this channel. */
  told: readonly string[];
}

export interface OpenFailure {
  id: string;
  signId: string;
  kind: OutageKind;
  sinceMs: number;
  host: string | null;
}

/** What is known of the signs of a message, by their records. */
export interface SeenSigns {
  placeOf(signId: string): string;
  hostOf(signId: string): string | null;
  /** How many signs of a place have a device. */
  signsOf(place: string): number;
}

const NOTHING_BESIDES: Besides = { failing: [], told: [] };
const NOTHING_SEEN: SeenSigns = { placeOf: () => '', hostOf: () => null, signsOf: () => 0 };

/** A recovery does not say what was wrong with the page: for its cause that is all one. */
const OUTAGES: Partial<Record<NotificationKind, OutageKind>> = {
  sign_offline: 'offline',
  sign_online: 'offline',
  content_unreachable: 'unreachable',
  content_error: 'error',
  screen_blank: 'blank',
  content_recovered: 'error',
};
const ENDS: ReadonlySet<NotificationKind> = new Set<NotificationKind>(['sign_online', 'content_recovered']);

export type Phase = 'open' | 'ended' | 'over';
export const phaseOf = ({ kind, closedAtMs }: MessageEntry): Phase =>
  closedAtMs !== null ? 'over' : ENDS.has(kind) ? 'ended' : 'open';

interface Numbered extends CauseOutage {
  /** Which entry; null: none, it is open besides. */
  nth: number | null;
}

/** The open failures that the entries don't tell. */
function othersOf(entries: readonly MessageEntry[], failing: readonly OpenFailure[]): Numbered[] {
  const own = new Set(entries.map(({ outageId }) => outageId));
  return failing.filter(({ id }) => !own.has(id)).map((failure) => ({ ...failure, place: '', nth: null }));
}

/** What a cause has beyond the entries of the message. */
function grownOf({ outages }: { outages: readonly Numbered[] }, told: ReadonlySet<string>): Pick<MessagePart, 'grown'> {
  const signs = (of: readonly Numbered[]): number => new Set(of.map(({ signId }) => signId)).size;
  const all = signs(outages);
  if (all === signs(outages.filter(({ nth }) => nth !== null))) return {};
  return { grown: { signs: all, isMore: outages.some(({ nth, id }) => nth === null && told.has(id)) } };
}

const nthsOf = (outages: readonly Numbered[]): number[] => outages.map(({ nth }) => nth).filter((nth) => nth !== null);

/** The parts in which something is so now come first; each entry is in one of them. `total`: the signs of the event. What is open besides makes causes, and no part of its own. */
export function partsOf(
  entries: readonly MessageEntry[],
  total: number,
  seen: SeenSigns = NOTHING_SEEN,
  { failing, told }: Besides = NOTHING_BESIDES,
): MessagePart[] {
  const toldBefore = new Set(told);
  const parts: MessagePart[] = [];
  const alone = new Map<string, number[]>();
  const standAlone = (nth: number): void => {
    const { kind, closedAtMs } = entries[nth]!;
    const key = `${kind} ${closedAtMs === null}`;
    const known = alone.get(key);
    if (known) known.push(nth);
    else alone.set(key, [nth]);
  };
  const byPhase = Map.groupBy(entries.keys(), (nth) => phaseOf(entries[nth]!));
  for (const [phase, own] of byPhase) {
    const outages = own.flatMap((nth): Numbered[] => {
      const { kind, outageId, signId, sinceMs, atMs } = entries[nth]!;
      const outageKind = OUTAGES[kind];
      if (outageId === null || outageKind === undefined) return [];
      const at = { place: seen.placeOf(signId), host: seen.hostOf(signId), sinceMs: sinceMs ?? atMs };
      return [{ id: String(nth).padStart(6, '0'), nth, signId, kind: outageKind, ...at }];
    });
    const others = phase === 'open' && outages.length > 0 ? othersOf(entries, failing) : [];
    const grouped = groupByCause([...outages, ...others], seen.signsOf)
      .filter((cause) => cause.kind !== 'alone')
      .filter((cause) => cause.outages.some(({ nth }) => nth !== null));
    for (const cause of grouped) {
      const name = cause.kind === 'place' ? cause.place : cause.host;
      const nths = nthsOf(cause.outages).toSorted((one, other) => one - other);
      const of = cause.kind === 'place' ? seen.signsOf(name) : null;
      parts.push({ cause: { kind: cause.kind, name }, of, entries: nths, ...grownOf(cause, toldBefore) });
    }
    const taken = new Set(grouped.flatMap((cause) => nthsOf(cause.outages)));
    for (const nth of own) if (!taken.has(nth)) standAlone(nth);
  }
  for (const nths of alone.values()) {
    const { kind, closedAtMs } = entries[nths[0]!]!;
    parts.push({ cause: null, of: kind === 'sign_offline' && closedAtMs === null ? total : null, entries: nths });
  }
  const isOver = (part: MessagePart): boolean => entries[part.entries[0]!]!.closedAtMs !== null;
  return parts.toSorted((one, other) => Number(isOver(one)) - Number(isOver(other)));
}
