import { sql } from 'kysely';
import type { ChannelDelivery } from '@sign-display/contracts/rest/notifications';
import { NOTIFICATION_CHANNELS, type NotificationChannel } from '@sign-display/contracts/rest/subscriptions';
import type { Db } from '../../db/database-types.ts';
import type { ChannelState } from '../../outages/notice-types.ts';
import { entryKeysOf } from '../planning/entry-keys.ts';

/** A message of the inbox is delivered by being there. */
export const INBOX_ALONE: ChannelDelivery[] = [{ channel: 'inbox', state: 'sent' }];

interface Found {
  id: string;
  channel: NotificationChannel;
  state: ChannelDelivery['state'];
}

/** The mails and pushes to the same people about the same facts: of each channel the newest. */
async function readDelivered(db: Db, ids: readonly string[]): Promise<Found[]> {
  const { rows } = await sql<Found>`
    with asked as (
      select id, user_id, message_id from notification where id = any(${ids}::uuid[])
    ), related as (
      select message.id, other.id as other_id
      from message join message as other
        on other.event_id = message.event_id and other.entry_keys && message.entry_keys
      where message.id in (select message_id from asked)
    )
    select distinct on (asked.id, channel) asked.id, channel, notification.state
    from asked join related on related.id = asked.message_id
    join notification on notification.message_id = related.other_id and notification.user_id = asked.user_id
    where channel <> 'inbox'
    order by asked.id, channel, notification.id desc`.execute(db);
  return rows;
}

/** The channels of the same people in which the planner still holds some of the same facts. */
async function readDelayed(db: Db, ids: readonly string[]): Promise<Found[]> {
  const { rows: channels } = await sql<{ id: string; channel: NotificationChannel; stateId: string }>`
    select notification.id, chosen.channel, channel_state.id as "stateId"
    from notification
    join subscriber_channel as chosen
      on chosen.event_id = notification.event_id and chosen.user_id = notification.user_id
    join channel_state on channel_state.id = chosen.state_id
    where notification.id = any(${ids}::uuid[]) and chosen.channel <> 'inbox'
      and (channel_state.state -> 'waiting' <> '[]' or channel_state.state -> 'held' <> '[]')`.execute(db);
  if (channels.length === 0) return [];
  const [states, messages] = await Promise.all([
    db
      .selectFrom('channelState')
      .select(['id', 'state'])
      .where('id', 'in', [...new Set(channels.map(({ stateId }) => stateId))])
      .execute(),
    db
      .selectFrom('notification')
      .innerJoin('message', 'message.id', 'notification.messageId')
      .select(['notification.id', 'entryKeys'])
      .where('notification.id', 'in', [...new Set(channels.map(({ id }) => id))])
      .execute(),
  ]);
  const keysOf = ({ waiting, held }: ChannelState) => new Set(entryKeysOf([...waiting, ...held]));
  const pending = new Map(states.map(({ id, state }) => [id, keysOf(state)]));
  const keys = new Map(messages.map(({ id, entryKeys }) => [id, entryKeys]));
  return channels
    .filter(({ id, stateId }) => keys.get(id)?.some((key) => pending.get(stateId)?.has(key)))
    .map(({ id, channel }) => ({ id, channel, state: 'delayed' }));
}

/**
 * What became of the facts of these inbox messages on each channel of their readers. A mail or a push that was made counts before one that the planner
 * still holds.
 */
export async function readChannelStates(db: Db, ids: readonly string[]): Promise<(id: string) => ChannelDelivery[]> {
  if (ids.length === 0) return () => INBOX_ALONE;
  const [delivered, delayed] = await Promise.all([readDelivered(db, ids), readDelayed(db, ids)]);
  const byMessage = Map.groupBy([...delayed, ...delivered], ({ id }) => id);
  return (id) => {
    const states = new Map(INBOX_ALONE.map(({ channel, state }) => [channel, state]));
    for (const { channel, state } of byMessage.get(id) ?? []) states.set(channel, state);
    return NOTIFICATION_CHANNELS.filter((channel) => states.has(channel)).map((channel) => ({
      channel,
      state: states.get(channel)!,
    }));
  };
}
