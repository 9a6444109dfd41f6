import type { NotificationChannel, NotificationKind, Subscription } from '@sign-display/contracts/rest/subscriptions';
import { CHANNELS, KINDS } from './kinds-and-channels.ts';

/** A subscription as the table of kinds and channels that a person sees, and back. Pure. */

type Settings = Pick<Subscription, 'kinds' | 'channels' | 'excluded'>;
export type KindTable = Record<NotificationKind, Record<NotificationChannel, boolean>>;

const tableFrom = (isOn: (kind: NotificationKind, channel: NotificationChannel) => boolean): KindTable =>
  Object.fromEntries(
    KINDS.map((kind) => [kind, Object.fromEntries(CHANNELS.map((channel) => [channel, isOn(kind, channel)]))]),
  ) as KindTable;

/** Which kinds come by which channel: both are chosen, and the pair is not excluded. */
export function tableOf({ kinds, channels, excluded }: Settings): KindTable {
  const left = new Set(excluded.map(({ kind, channel }) => `${kind} ${channel}`));
  return tableFrom(
    (kind, channel) => kinds.includes(kind) && channels.includes(channel) && !left.has(`${kind} ${channel}`),
  );
}

/**
 * The settings of a table. A kind is chosen if it comes by any channel, and a channel if any kind comes by it; `excluded` has the other pairs of these kinds
 * and channels.
 */
export function settingsOf(table: KindTable): Settings {
  const channels = CHANNELS.filter((channel) => KINDS.some((kind) => table[kind][channel]));
  const kinds = KINDS.filter((kind) => channels.some((channel) => table[kind][channel]));
  const excluded = kinds.flatMap((kind) =>
    channels.filter((channel) => !table[kind][channel]).map((channel) => ({ kind, channel })),
  );
  return { kinds: [...kinds], channels: [...channels], excluded };
}

/** The table with one pair changed. */
export const withPair = (
  table: KindTable,
  kind: NotificationKind,
  channel: NotificationChannel,
  isOn: boolean,
): KindTable => tableFrom((one, by) => (one === kind && by === channel ? isOn : table[one][by]));

export const areSameTables = (a: KindTable, b: KindTable): boolean =>
  KINDS.every((kind) => CHANNELS.every((channel) => a[kind][channel] === b[kind][channel]));

export const isEmptyTable = (table: KindTable): boolean => settingsOf(table).kinds.length === 0;
