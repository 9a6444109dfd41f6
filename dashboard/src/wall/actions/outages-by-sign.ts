import type { Outage } from '@sign-display/contracts/rest/outages';
import type { NotificationChannel } from '@sign-display/contracts/rest/subscriptions';

/** Which open outages signs in trouble have: what is acknowledged, and who was told. Pure. */

/** By the sign's record; a sign may have several. */
export type OpenOutages = ReadonlyMap<string, readonly Outage[]>;

export const bySign = (open: readonly Outage[]): OpenOutages =>
  Map.groupBy(
    open.filter(({ until }) => until === null),
    ({ signId }) => signId,
  );

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
