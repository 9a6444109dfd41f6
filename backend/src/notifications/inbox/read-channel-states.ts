import { sql } from 'kysely';
import { firstUuidV7At } from '@sign-display/contracts/identifier-generation';
import type { ChannelDelivery } from '@sign-display/contracts/rest/notifications';
import { NOTIFICATION_CHANNELS, type NotificationChannel } from '@sign-display/contracts/rest/subscriptions';
import type { Db } from '../../db/database-types.ts';
import type { ChannelState } from '../../outages/notice-types.ts';
import { entryKeysOf, momentOf } from '../../outages/entry-keys.ts';

/** An inbox message counts as sent as soon as it is stored. */
export const INBOX_ALONE: ChannelDelivery[] = [{ channel: 'inbox', state: 'sent' }];

/**
 * A message about a fact may have an earlier time than the fact, because the clocks of nodes differ. No two differ by
 * this much.
 */
const CLOCKS_DIFFER_MS = 600_000;

interface Found {
  id: string;
  channel: NotificationChannel;
  state: ChannelDelivery['state'];
}

interface Asked {
  id: string;
  userId: string;
  eventId: string;
  entryKeys: string[];
}

const readAsked = (db: Db, ids: readonly string[]): Promise<Asked[]> =>
  db
    .selectFrom('notification')
    .innerJoin('message', 'message.id', 'notification.messageId')
    .select(['notification.id', 'userId', 'notification.eventId', 'entryKeys'])
    .where('notification.id', '=', sql<string>`any(${ids}::uuid[])`)
    .execute();

/**
 * Finds the newest mail and the newest push to the same people about the same facts. Reads only the person's own mails
 * and pushes since the oldest fact, because readers with other rules get other messages about each fact. `offset 0`
 * keeps the planner of Postgres from hashing the messages of all people since then.
 */
async function readDelivered(db: Db, asked: readonly Asked[]): Promise<Found[]> {
  const keys = asked.flatMap(({ id, userId, eventId, entryKeys }) =>
    entryKeys.map((key) => ({ id, user_id: userId, event_id: eventId, key })),
  );
  if (keys.length === 0) return [];
  const firstMs = keys.reduce((first, { key }) => Math.min(first, momentOf(key)), Infinity);
  const { rows } = await sql<Found>`
    with asked as materialized (
      select * from jsonb_to_recordset(${JSON.stringify(keys)}::jsonb)
        as asked (id uuid, user_id text, event_id uuid, key text)
    ), own as materialized (
      select sent.id, user_id, sent.event_id, channel, sent.state, key
      from (select distinct user_id, event_id from asked) as reader
      cross join lateral (
        select id, event_id, channel, state, message_id from notification
        where notification.user_id = reader.user_id and notification.event_id = reader.event_id
          and channel <> 'inbox' and id >= ${firstUuidV7At(Math.max(firstMs - CLOCKS_DIFFER_MS, 0))}::uuid
        offset 0
      ) as sent
      join message on message.id = sent.message_id
      cross join unnest(entry_keys) as key
    )
    select distinct on (asked.id, channel) asked.id, channel, state
    from asked join own on own.user_id = asked.user_id and own.event_id = asked.event_id and own.key = asked.key
    order by asked.id, channel, own.id desc`.execute(db);
  return rows;
}

/** Finds the channels of the same people on which the planner still holds some of the same facts. */
async function readDelayed(db: Db, asked: readonly Asked[]): Promise<Found[]> {
  const { rows: channels } = await sql<{ id: string; channel: NotificationChannel; stateId: string }>`
    select notification.id, chosen.channel, channel_state.id as "stateId"
    from notification
    join subscriber_channel as chosen
      on chosen.event_id = notification.event_id and chosen.user_id = notification.user_id
    join channel_state on channel_state.id = chosen.state_id
    where notification.id = any(${asked.map(({ id }) => id)}::uuid[]) and chosen.channel <> 'inbox'
      and (channel_state.state -> 'waiting' <> '[]' or channel_state.state -> 'held' <> '[]')`.execute(db);
  if (channels.length === 0) return [];
  const states = await db
    .selectFrom('channelState')
    .select(['id', 'state'])
    .where('id', 'in', [...new Set(channels.map(({ stateId }) => stateId))])
    .execute();
  const keysOf = ({ waiting, held }: ChannelState) => new Set(entryKeysOf([...waiting, ...held]));
  const pending = new Map(states.map(({ id, state }) => [id, keysOf(state)]));
  const keys = new Map(asked.map(({ id, entryKeys }) => [id, entryKeys]));
  return channels
    .filter(({ id, stateId }) => keys.get(id)?.some((key) => pending.get(stateId)?.has(key)))
    .map(({ id, channel }) => ({ id, channel, state: 'delayed' }));
}

/**
 * Reads, for each inbox message, the state of its facts on each channel of its reader. A stored mail or push takes
 * precedence over one that the planner still holds.
 */
export async function readChannelStates(db: Db, ids: readonly string[]): Promise<(id: string) => ChannelDelivery[]> {
  if (ids.length === 0) return () => INBOX_ALONE;
  const asked = await readAsked(db, ids);
  const [delivered, delayed] = await Promise.all([readDelivered(db, asked), readDelayed(db, asked)]);
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
