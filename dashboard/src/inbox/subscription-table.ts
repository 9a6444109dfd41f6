import type { NotificationChannel, NotificationKind, Subscription } from '@sign-display/contracts/rest/subscriptions';
import { CHANNELS, KINDS } from './kinds-and-channels.ts';

/** Converts a subscription into the table of kinds and channels that the person sees, and back. Pure. */

type Settings = Pick<Subscription, 'kinds' | 'channels' | 'excluded'>;
export type KindTable = Record<NotificationKind, Record<NotificationChannel, boolean>>;

const tableFrom = (isOn: (kind: NotificationKind, channel: NotificationChannel) => boolean): KindTable =>
  Object.fromEntries(
    KINDS.map((kind) => [kind, Object.fromEntries(CHANNELS.map((channel) => [channel, isOn(kind, channel)]))]),
  ) as KindTable;

/** Makes the table. A kind comes on a channel if both are chosen and the pair is not excluded. */
export function tableOf({ kinds, channels, excluded }: Settings): KindTable {
  const left = new Set(excluded.map(({ kind, channel }) => `${kind} ${channel}`));
  return tableFrom(
    (kind, channel) => kinds.includes(kind) && channels.includes(channel) && !left.has(`${kind} ${channel}`),
  );
}

/**
 * Makes the settings of a table. A kind is chosen if it comes on any channel, and a channel if any kind comes on it;
 * `excluded` has the other pairs of these kinds and channels. Pairs that the table does not have stay as in `known`,
 * because a newer node may have kinds and channels that this build does not know.
 */
export function settingsOf(table: KindTable, known: Settings): Settings {
  const allKinds = [...new Set([...KINDS, ...known.kinds])];
  const allChannels = [...new Set([...CHANNELS, ...known.channels])];
  const before = new Set(
    known.kinds.flatMap((kind) =>
      known.channels
        .filter((channel) => !known.excluded.some((pair) => pair.kind === kind && pair.channel === channel))
        .map((channel) => `${kind} ${channel}`),
    ),
  );
  const rows: Partial<Record<string, Partial<Record<string, boolean>>>> = table;
  const isOn = (kind: string, channel: string): boolean => rows[kind]?.[channel] ?? before.has(`${kind} ${channel}`);
  const channels = allChannels.filter((channel) => allKinds.some((kind) => isOn(kind, channel)));
  const kinds = allKinds.filter((kind) => channels.some((channel) => isOn(kind, channel)));
  const excluded = kinds.flatMap((kind) =>
    channels.filter((channel) => !isOn(kind, channel)).map((channel) => ({ kind, channel })),
  );
  return { kinds, channels, excluded };
}

/** Changes one pair of the table. */
export const withPair = (
  table: KindTable,
  kind: NotificationKind,
  channel: NotificationChannel,
  isOn: boolean,
): KindTable => tableFrom((one, by) => (one === kind && by === channel ? isOn : table[one][by]));

/** The table after the stored one changed from `from` to `to`: the pairs that were edited stay, the others are as stored. */
export const rebasedTable = (table: KindTable, from: KindTable, to: KindTable): KindTable =>
  tableFrom((kind, channel) => (table[kind][channel] === from[kind][channel] ? to : table)[kind][channel]);

export const areSameTables = (a: KindTable, b: KindTable): boolean =>
  KINDS.every((kind) => CHANNELS.every((channel) => a[kind][channel] === b[kind][channel]));

export const isEmptyTable = (table: KindTable): boolean =>
  !KINDS.some((kind) => CHANNELS.some((channel) => table[kind][channel]));
