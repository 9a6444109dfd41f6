import { sql } from 'kysely';
import { hostOf, placeOf } from '@sign-display/contracts/group-outages-by-cause';
import { firstUuidV7At } from '@sign-display/contracts/identifier-generation';
import type { OutageKind } from '@sign-display/contracts/rest/outages';
import type { NotificationChannel } from '@sign-display/contracts/rest/subscriptions';
import type { Db } from '../../db/database-types.ts';
import type { ChannelState } from '../../outages/notice-types.ts';
import type { OpenFailure, SeenSigns } from './group-message-by-cause.ts';

/** Until the transaction is over no other planner has this event. */
export async function lockEvent(db: Db, eventId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`plan:${eventId}`}, 0))`.execute(db);
}

/** Null where the event is gone. */
export async function readPlannedEvent(db: Db, eventId: string) {
  const query = db.selectFrom('event').select(['organizationId', 'name', 'timeZone', 'offlineGraceSeconds']);
  return (await query.where('id', '=', eventId).executeTakeFirst()) ?? null;
}

export type PlannedEvent = NonNullable<Awaited<ReturnType<typeof readPlannedEvent>>>;

/** What is seen of these signs, and of the places of the event. */
export async function readSeenSigns(db: Db, eventId: string, signIds: readonly string[]): Promise<SeenSigns> {
  const { rows } = await sql<{ id: string; location: string; url: string | null }>`
    select id, location, coalesce(shown_url, url) as url from sign where id = any(${signIds}::uuid[])`.execute(db);
  const { rows: located } = await sql<{ location: string; count: number }>`
    select split_part(location, ',', 1) as location, count(*)::int as count from sign
    where event_id = ${eventId} and device_sign_id is not null group by 1`.execute(db);
  const signs = new Map(rows.map((row) => [row.id, row]));
  const counts = new Map<string, number>();
  for (const { location, count } of located)
    counts.set(placeOf(location), (counts.get(placeOf(location)) ?? 0) + count);
  return {
    placeOf: (signId) => placeOf(signs.get(signId)?.location ?? ''),
    hostOf: (signId) => hostOf(signs.get(signId)?.url ?? null),
    signsOf: (place) => counts.get(place) ?? 0,
  };
}

/** What is wrong now with pages and screens of the event, whoever was told of it. Found by the index of what is open. */
export async function readOpenFailures(db: Db, eventId: string): Promise<OpenFailure[]> {
  const rows = await db
    .selectFrom('outage')
    .innerJoin('sign', 'sign.id', 'outage.signRecordId')
    .select(['outage.id', 'outage.signRecordId as signId', 'outage.kind', 'outage.since', 'sign.url', 'sign.shownUrl'])
    .where('outage.eventId', '=', eventId)
    .where('outage.closedAt', 'is', null)
    .where('outage.kind', '!=', 'offline')
    .orderBy('outage.id')
    .execute();
  return rows.map(({ since, url, shownUrl, ...row }) => ({
    ...row,
    sinceMs: since.getTime(),
    host: hostOf(shownUrl ?? url),
  }));
}

/** Those who are subscribed and still members, by person. */
export async function readSubscribers(db: Db, eventId: string) {
  const rows = await db
    .selectFrom('subscription')
    .innerJoin('event', 'event.id', 'subscription.eventId')
    .innerJoin('member', (join) =>
      join
        .onRef('member.organizationId', '=', 'event.organizationId')
        .onRef('member.userId', '=', 'subscription.userId'),
    )
    .select(['subscription.userId', 'kinds', 'excluded', 'graceSeconds', 'quietHours', 'snoozedUntil', 'snoozedSigns'])
    .where('subscription.eventId', '=', eventId)
    .execute();
  return new Map(rows.map((row) => [row.userId, row]));
}

export type Subscriber = NonNullable<ReturnType<Awaited<ReturnType<typeof readSubscribers>>['get']>>;

/** Returns the kinds of those of these outages that are still stored. */
export async function readOutageKinds(db: Db, ids: readonly string[]): Promise<Map<string, OutageKind>> {
  const rows = await db
    .selectFrom('outage')
    .select(['id', 'kind'])
    .where('id', '=', sql<string>`any(${ids}::uuid[])`)
    .execute();
  return new Map(rows.map(({ id, kind }) => [id, kind]));
}

/** A row for each channel that somebody has chosen, and none for another. */
export async function ensureChannels(db: Db, eventId: string): Promise<void> {
  await sql`
    insert into subscriber_channel (event_id, user_id, channel)
    select event_id, user_id, unnest(channels) from subscription where event_id = ${eventId}
    on conflict do nothing`.execute(db);
  await sql`
    delete from subscriber_channel as chosen using subscription
    where chosen.event_id = ${eventId} and subscription.event_id = chosen.event_id
      and subscription.user_id = chosen.user_id and not chosen.channel = any(subscription.channels)`.execute(db);
}

/** Each person's channels. `stateId` null: nothing has happened to it yet. */
export async function readChannels(db: Db, eventId: string) {
  return await db
    .selectFrom('subscriberChannel')
    .select(['userId', 'channel', 'stateId'])
    .where('eventId', '=', eventId)
    .orderBy('userId')
    .orderBy('channel')
    .execute();
}

export type SubscriberChannel = Awaited<ReturnType<typeof readChannels>>[number];

/**
 * When these people were sent messages of the event since `sinceMs`, oldest first, in milliseconds, for each of their channels: a channel that somebody
 * chooses again has no history, and its hour is not over by that (promise N4). Found by the identifiers, which begin with their time.
 */
export async function readSentSince(db: Db, eventId: string, userIds: readonly string[], sinceMs: number) {
  const rows = await db
    .selectFrom('notification')
    .select(['userId', 'channel', 'at'])
    .where('id', '>=', firstUuidV7At(sinceMs))
    .where('eventId', '=', eventId)
    .where('userId', '=', sql<string>`any(${userIds}::text[])`)
    .orderBy('id')
    .execute();
  const keyOf = ({ userId, channel }: { userId: string; channel: NotificationChannel }) => `${userId} ${channel}`;
  const sent = Map.groupBy(rows, keyOf);
  return (of: Parameters<typeof keyOf>[0]) => sent.get(keyOf(of))?.map(({ at }) => at.getTime()) ?? [];
}

/** The histories that the channels of an event have, by their identifiers. */
export async function readStates(db: Db, eventId: string): Promise<Map<string, ChannelState>> {
  const rows = await db.selectFrom('channelState').select(['id', 'state']).where('eventId', '=', eventId).execute();
  return new Map(rows.map(({ id, state }) => [id, state]));
}

/** Writes histories, gives them to their channels, and removes what nobody has any more. */
export async function writeStates(
  db: Db,
  eventId: string,
  states: readonly { id: string; state: ChannelState; channels: readonly SubscriberChannel[] }[],
): Promise<void> {
  if (states.length === 0) return;
  const rows = states.map(({ id, state }) => ({ id, eventId, state: JSON.stringify(state) }));
  await db.insertInto('channelState').values(rows).execute();
  const given = states.flatMap(({ id, channels }) => channels.map((channel) => ({ id, ...channel })));
  await sql`
    update subscriber_channel as chosen set state_id = given.state_id
    from unnest(
      ${given.map(({ userId }) => userId)}::text[],
      ${given.map(({ channel }) => channel)}::text[],
      ${given.map(({ id }) => id)}::uuid[]
    ) as given (user_id, channel, state_id)
    where chosen.event_id = ${eventId} and chosen.user_id = given.user_id and chosen.channel = given.channel`.execute(
    db,
  );
  await sql`
    delete from channel_state
    where event_id = ${eventId}
      and not exists (select from subscriber_channel where subscriber_channel.state_id = channel_state.id)`.execute(db);
}
