import type { Client } from '@sign-display/client/client';
import type { Acknowledgement, Outage } from '@sign-display/contracts/rest/outages';
import { asked, type Trouble } from '../api/session.ts';
import type { Live } from '../live/live-subscriptions.ts';

/** Sets and withdraws the acknowledgements of open outages. */

/** The most outages of one request. */
const MOST = 500;

export const isSameWord = (one: Acknowledgement, other: Acknowledgement): boolean =>
  one.by.id === other.by.id && one.at === other.at;

/** Returns the acknowledgements of these outages, each once, without the known ones. */
export function acknowledgementOf(
  outages: readonly Outage[],
  known: readonly Acknowledgement[] = [],
): Acknowledgement[] {
  const found: Acknowledgement[] = [];
  for (const { acknowledged: word } of outages)
    if (word && ![...known, ...found].some((other) => isSameWord(word, other))) found.push(word);
  return found;
}

/** Lists of at most `most`, in order. */
export function partsOf<Item>(items: readonly Item[], most: number): Item[][] {
  return Array.from({ length: Math.ceil(items.length / most) }, (_, part) =>
    items.slice(part * most, (part + 1) * most),
  );
}

/** All open outages of an event. */
export const readOpen = (client: Client, eventId: string) =>
  client.list('GET /api/events/:id/outages', { params: { id: eventId }, query: { state: 'open' } });

/**
 * The outcome of an acknowledgement: the acknowledged outages, the reason of a refusal, or acknowledgements by others
 * that the person had not seen.
 */
export type Said =
  { ok: true; outageIds: string[] } | { ok: false; why: Trouble } | { ok: false; taken: Acknowledgement[] };

/** Call this before a request. The function that it returns takes the outages of the response. */
export type TakeOutages = () => (items: readonly Outage[]) => void;

/** Shows the outages of a response instead of those of the feed, until the service sends them to all pages. */
export const takesOutages =
  ({ feed, takeOutages }: Pick<Live, 'feed' | 'takeOutages'>): TakeOutages =>
  () => {
    const askedAt = feed().outages.moment;
    return (items) => takeOutages(items, askedAt);
  };

/**
 * Acknowledges the open outages that are meant. Reads the outages again first: one that has ended meanwhile would make
 * the service refuse all, and an acknowledgement that is not in `known` would be overwritten unseen. Splits more
 * outages than one request takes into several requests, and stops at the first refusal.
 */
export async function acknowledge(
  client: Client,
  eventId: string,
  {
    isMeant,
    note,
    known,
    take,
  }: {
    isMeant(outage: Outage): boolean;
    note: string;
    known: readonly Acknowledgement[];
    take: TakeOutages;
  },
): Promise<Said> {
  const open = await asked(readOpen(client, eventId));
  if (!open.ok) return { ok: false, why: open.body };
  const outages = open.items.filter((outage) => outage.until === null && isMeant(outage));
  const others = acknowledgementOf(outages, known);
  if (others.length > 0) return { ok: false, taken: others };
  const outageIds = outages.map(({ id }) => id);
  for (const ids of partsOf(outageIds, MOST)) {
    const body = { ids, note: note.trim() === '' ? null : note.trim() };
    const taken = take();
    const answer = await asked(client.call('POST /api/outages/acknowledge', { body }));
    if (!answer.ok) return { ok: false, why: answer.body };
    taken(answer.body.items);
  }
  return { ok: true, outageIds };
}

/**
 * Withdraws the acknowledgements of the open outages that are meant. Resolves with undefined, or with the reason of a
 * refusal. Reads the outages again first: one that has ended meanwhile would make the service refuse all.
 */
export async function takeBack(
  client: Client,
  eventId: string,
  isMeant: (outage: Outage) => boolean,
  take: TakeOutages,
): Promise<Trouble | undefined> {
  const open = await asked(readOpen(client, eventId));
  if (!open.ok) return open.body;
  const meant = open.items.filter((outage) => outage.until === null && outage.acknowledged !== null && isMeant(outage));
  for (const part of partsOf(meant, MOST)) {
    const body = { ids: part.map(({ id }) => id) };
    const taken = take();
    const answer = await asked(client.call('DELETE /api/outages/acknowledge', { body }));
    if (!answer.ok) return answer.body;
    taken(answer.body.items);
  }
  return undefined;
}
