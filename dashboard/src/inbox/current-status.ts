import type { MessageKind, Notification } from '@sign-display/contracts/rest/notifications';
import type { Outage, OutageKind } from '@sign-display/contracts/rest/outages';

/** Computes the present state of the outages of a message. Pure. */

type Known = Pick<Outage, 'id' | 'kind' | 'signId' | 'since' | 'until' | 'closedBy'>;

/** `untilMs` is undefined until the time of the end is known. */
export type CurrentStatus =
  | { is: 'open'; open: number; count: number; sinceMs: number | undefined }
  | { is: 'over'; count: number; untilMs: number | undefined; hasLeft: boolean }
  /** The message reports an end, but the sign has a problem again. */
  | { is: 'again'; sinceMs: number };

/** The kinds of messages that report the end of outages, with the kinds of those outages. */
const ENDS: Partial<Record<MessageKind, readonly OutageKind[]>> = {
  sign_online: ['offline'],
  content_recovered: ['unreachable', 'error', 'blank'],
};
const BEGINNINGS: ReadonlySet<MessageKind> = new Set([
  'sign_offline',
  'content_unreachable',
  'content_error',
  'screen_blank',
  'digest',
]);

/** A message names at most this many outages. If there are more, the page does not know the others. */
export const OUTAGES_MOST = 50;
/** The page reads the ends of up to this many outages one by one. */
export const ENDS_MOST = 6;

type Message = Pick<Notification, 'kind' | 'outageIds' | 'signs'>;

export const hasCurrentStatus = ({ kind, outageIds }: Message): boolean =>
  outageIds.length > 0 && (BEGINNINGS.has(kind) || ENDS[kind] !== undefined);

/**
 * `open`: the open outages of the event by identifier; undefined until they are known. `ended`: outages that were read
 * one by one. Returns null if no state is known.
 */
export function currentStatus(
  { kind, outageIds, signs }: Message,
  open: ReadonlyMap<string, Known> | undefined,
  ended: ReadonlyMap<string, Known>,
): CurrentStatus | null {
  if (open === undefined || outageIds.length === 0) return null;
  const ends = ENDS[kind];
  if (ends) {
    const ids = new Set(signs.map(({ id }) => id));
    const again = [...open.values()].filter((one) => ids.has(one.signId) && ends.includes(one.kind));
    return again.length === 0 ? null : { is: 'again', sinceMs: Math.min(...again.map(sinceMsOf)) };
  }
  if (!BEGINNINGS.has(kind) || outageIds.length >= OUTAGES_MOST) return null;
  const still = outageIds.flatMap((id) => open.get(id) ?? []);
  const count = outageIds.length;
  if (still.length > 0) return { is: 'open', open: still.length, count, sinceMs: Math.min(...still.map(sinceMsOf)) };
  const known = outageIds.flatMap((id) => ended.get(id) ?? []);
  const isWhole = known.length === count && known.every(({ until }) => until !== null);
  return {
    is: 'over',
    count,
    untilMs: isWhole ? Math.max(...known.map(({ until }) => Date.parse(until!))) : undefined,
    hasLeft: isWhole && known.every(({ closedBy }) => closedBy === 'left'),
  };
}

const sinceMsOf = ({ since }: Known): number => Date.parse(since);

/**
 * Returns the outages whose ends the page has to read for this message: none of its outages is open, they are few, and
 * these were not read yet.
 */
export function endsToRead(
  message: Message,
  open: ReadonlyMap<string, Known> | undefined,
  ended: ReadonlyMap<string, Known>,
): string[] {
  const { kind, outageIds } = message;
  if (open === undefined || !BEGINNINGS.has(kind) || outageIds.length > ENDS_MOST) return [];
  if (outageIds.some((id) => open.has(id))) return [];
  return outageIds.filter((id) => !ended.has(id));
}
