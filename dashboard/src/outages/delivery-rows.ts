import type { Outage, OutageDelivery, OutageWithDeliveries } from '@sign-display/contracts/rest/outages';

/** Arranges the deliveries of an outage by person and channel. Pure. */

/** The channels besides the inbox, in the order of the table. */
export const CHANNELS = ['push', 'email'] as const;
export type DeliveryChannel = (typeof CHANNELS)[number];

export interface DeliveryCell {
  /** The position among the person's deliveries. */
  id: string;
  state: OutageDelivery['state'];
  /** When the message was sent or given up; null before that. */
  atMs: number | null;
  /** Null if the message did not fail, and for people who are neither admin nor owner. */
  detail: string | null;
  /** True if the message was sent after the outage had ended. */
  isEnd: boolean;
}

export interface PersonRow {
  /** The user's identifier. */
  id: string;
  name: string;
  /** Empty for a channel that the person has not chosen. */
  cells: Record<DeliveryChannel, DeliveryCell[]>;
}

/** Makes a row for each person, in the order of the response, which is by name. */
export function personRows({ deliveries, until }: Pick<OutageWithDeliveries, 'deliveries' | 'until'>): PersonRow[] {
  const byPerson = Map.groupBy(deliveries ?? [], ({ user }) => user.id);
  return Array.from(byPerson, ([id, own]): PersonRow => {
    const cells = own.map(({ channel, state, at, detail }, nth) => {
      const isEnd = until !== null && at !== null && Date.parse(at) >= Date.parse(until);
      return { channel, id: `${nth}`, state, atMs: at === null ? null : Date.parse(at), detail, isEnd };
    });
    const of = (name: DeliveryChannel): DeliveryCell[] =>
      cells.flatMap(({ channel, ...cell }) => (channel === name ? cell : []));
    return { id, name: own[0]!.user.name, cells: { push: of('push'), email: of('email') } };
  });
}

/** Counts the people who have a message about the outage in their inbox. */
export const inboxesOf = ({ deliveries }: Pick<OutageWithDeliveries, 'deliveries'>): number =>
  new Set(deliveries?.flatMap(({ channel, state, user }) => (channel === 'inbox' && state === 'sent' ? user.id : [])))
    .size;

const messagesOf = ({ told }: Outage): string => told.map(({ channel, at }) => `${channel} ${at}`).join();

/** Tells whether all of these outages had the same messages, so that the deliveries of one are those of all. */
export const haveSameMessages = (outages: readonly Outage[]): boolean => new Set(outages.map(messagesOf)).size <= 1;

const SENDING_MS = 2_000;
const SOON_MS = 5_000;
const LATER_MS = 30_000;
/** Messages about the beginning or end of an outage are sent within this time, unless quiet hours hold them back. */
const MESSAGES_WITHIN_MS = 5 * 60_000;

/**
 * Returns the time in ms until the next read of the deliveries; null if they no longer change. No event reports a
 * delivery, so the page reads often while a message is being sent, and rarely while one waits.
 */
export function readsAgainAfterMs(
  { deliveries, openedAt, until }: Pick<OutageWithDeliveries, 'deliveries' | 'openedAt' | 'until'>,
  nowMs: number,
): number | null {
  if (deliveries === null) return null;
  if (deliveries.some(({ state }) => state === 'queued')) return SENDING_MS;
  if (nowMs - Date.parse(until ?? openedAt) < MESSAGES_WITHIN_MS) return SOON_MS;
  return until === null || deliveries.some(({ state }) => state === 'delayed') ? LATER_MS : null;
}
