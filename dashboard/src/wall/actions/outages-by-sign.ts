import type { Outage } from '@sign-display/contracts/rest/outages';
import type { NotificationChannel } from '@sign-display/contracts/rest/subscriptions';
import { withKnownMessages } from '../../outages/lay-outage-updates.ts';

/** Which open outages signs in trouble have: what is acknowledged, and who was told. Pure. */

/** By the sign's record; a sign may have several. */
export type OpenOutages = ReadonlyMap<string, readonly Outage[]>;

export const bySign = (open: readonly Outage[]): OpenOutages =>
  Map.groupBy(
    open.filter(({ until }) => until === null),
    ({ signId }) => signId,
  );

/** Lays outages that the service sent over those that are known. Only the signs of these outages are copied. */
export function layOpen(open: OpenOutages, items: readonly Outage[]): OpenOutages {
  if (items.length === 0) return open;
  const next = new Map(open);
  for (const item of items) {
    const known = next.get(item.signId) ?? [];
    const before = known.find(({ id }) => id === item.id);
    const own = known.filter((outage) => outage !== before);
    if (item.until === null) own.push(withKnownMessages(item, before));
    if (own.length > 0) next.set(item.signId, own);
    else next.delete(item.signId);
  }
  return next;
}

export const outagesOf = (open: OpenOutages, signIds: readonly string[]): Outage[] =>
  signIds.flatMap((id) => open.get(id) ?? []);

export type Channel = NotificationChannel;

/** E-mail and push find people wherever they are; the inbox is where they look by themselves. */
const SHOWN_FIRST: readonly Channel[] = ['email', 'push', 'inbox'];

/** When somebody was told of them first, in ms, and on which channels; null: nobody was. */
export function notifiedOf(outages: readonly Outage[]): { atMs: number; channels: Channel[] } | null {
  const told = outages.flatMap((outage) => outage.told).filter(({ people }) => people > 0);
  if (told.length === 0) return null;
  return {
    atMs: Math.min(...told.map(({ at }) => Date.parse(at))),
    channels: SHOWN_FIRST.filter((channel) => told.some((word) => word.channel === channel)),
  };
}

/** The one whose page is the page of all of them: the earliest, as the list of outages has it. */
export const firstOf = (outages: readonly Outage[]): Outage | undefined =>
  outages.toSorted((one, other) => Date.parse(one.since) - Date.parse(other.since) || (one.id < other.id ? -1 : 1))[0];
