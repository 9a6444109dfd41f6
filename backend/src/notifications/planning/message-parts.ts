import { groupByCause, type CauseOutage } from '@sign-display/contracts/causes';
import type { OutageKind } from '@sign-display/contracts/rest/outages';
import type { NotificationKind } from '@sign-display/contracts/rest/subscriptions';
import type { MessageEntry } from '../../outages/vocabulary.ts';

/** A message in parts: what has a common cause is one line of its title and one list of its mail (contract, section 3). Pure. Plain JSON. */
export interface MessagePart {
  /** What its signs have in common; null: only what became of them. */
  cause: { kind: 'place' | 'host'; name: string } | null;
  /** Of how many signs they are: those of the place, or of the event; null where nobody asks. */
  of: number | null;
  /** Which of the message's entries. */
  entries: number[];
}

/** What is known of the signs of a message, by their records. */
export interface SeenSigns {
  placeOf(signId: string): string;
  hostOf(signId: string): string | null;
  /** How many signs of a place have a device. */
  signsOf(place: string): number;
}

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

type Phase = 'open' | 'ended' | 'over';
export const phaseOf = ({ kind, closedAtMs }: MessageEntry): Phase =>
  closedAtMs !== null ? 'over' : ENDS.has(kind) ? 'ended' : 'open';

interface Numbered extends CauseOutage {
  nth: number;
}

/** The parts in which something is so now come first; each entry is in one of them. `total`: the signs of the event. */
export function partsOf(
  entries: readonly MessageEntry[],
  total: number,
  seen: SeenSigns = NOTHING_SEEN,
): MessagePart[] {
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
  for (const own of byPhase.values()) {
    const outages = own.flatMap((nth): Numbered[] => {
      const { kind, outageId, signId, sinceMs, atMs } = entries[nth]!;
      const outageKind = OUTAGES[kind];
      if (outageId === null || outageKind === undefined) return [];
      const at = { place: seen.placeOf(signId), host: seen.hostOf(signId), sinceMs: sinceMs ?? atMs };
      return [{ id: String(nth).padStart(6, '0'), nth, signId, kind: outageKind, ...at }];
    });
    const grouped = groupByCause(outages, seen.signsOf).filter((cause) => cause.kind !== 'alone');
    for (const cause of grouped) {
      const name = cause.kind === 'place' ? cause.place : cause.host;
      const nths = cause.outages.map(({ nth }) => nth).toSorted((one, other) => one - other);
      const of = cause.kind === 'place' ? seen.signsOf(name) : null;
      parts.push({ cause: { kind: cause.kind, name }, of, entries: nths });
    }
    const taken = new Set(grouped.flatMap((cause) => cause.outages.map(({ nth }) => nth)));
    for (const nth of own) if (!taken.has(nth)) standAlone(nth);
  }
  for (const nths of alone.values()) {
    const { kind, closedAtMs } = entries[nths[0]!]!;
    parts.push({ cause: null, of: kind === 'sign_offline' && closedAtMs === null ? total : null, entries: nths });
  }
  const isOver = (part: MessagePart): boolean => entries[part.entries[0]!]!.closedAtMs !== null;
  return parts.toSorted((one, other) => Number(isOver(one)) - Number(isOver(other)));
}
