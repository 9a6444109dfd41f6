import { sql, type Kysely } from 'kysely';
import type { NotificationChannel, NotificationKind, Subscription } from '@sign-display/contracts/rest/subscriptions';
import type { Database } from '../db/schema.ts';
import type { ChannelState, Notice } from './vocabulary.ts';

export interface PlannedEvent {
  organizationId: string;
  name: string;
  timeZone: string;
  offlineGraceSeconds: number | null;
  /** How many of its signs have a device. */
  signTotal: number;
}

export interface Subscriber {
  userId: string;
  kinds: NotificationKind[];
  graceSeconds: number | null;
  quietHours: Subscription['quietHours'];
  snoozedUntil: Date | null;
  snoozedSigns: { signId: string; until: string }[];
}

/** Until the transaction is over no other planner has this event. */
export async function lockEvent(db: Kysely<Database>, eventId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`plan:${eventId}`}, 0))`.execute(db);
}

/** The notices of an event in the order of `seq`; they are gone. */
export async function takeNotices(db: Kysely<Database>, eventId: string): Promise<Notice[]> {
  const rows = await db.deleteFrom('notice').where('eventId', '=', eventId).returningAll().execute();
  return rows
    .toSorted((one, other) => one.seq - other.seq)
    .map(({ seq, kind, outageId, signRecordId, signName, at, since, stableAt, detail }) => ({
      seq,
      kind,
      outageId,
      signId: signRecordId,
      signName,
      atMs: at.getTime(),
      sinceMs: since?.getTime() ?? null,
      stableAtMs: stableAt?.getTime() ?? null,
      detail,
    }));
}

/** Null where the event is gone. */
export async function readPlannedEvent(db: Kysely<Database>, eventId: string): Promise<PlannedEvent | null> {
  const row = await db
    .selectFrom('event')
    .select(['organizationId', 'name', 'timeZone', 'offlineGraceSeconds'])
    .select((eb) =>
      eb
        .selectFrom('sign')
        .whereRef('sign.eventId', '=', 'event.id')
        .where('sign.deviceSignId', 'is not', null)
        .select(eb.fn.countAll<number>().as('count'))
        .as('signTotal'),
    )
    .where('id', '=', eventId)
    .executeTakeFirst();
  return row ? { ...row, signTotal: row.signTotal ?? 0 } : null;
}

/** Those who are subscribed and still members, by person. */
export async function readSubscribers(db: Kysely<Database>, eventId: string): Promise<Map<string, Subscriber>> {
  const rows = await db
    .selectFrom('subscription')
    .innerJoin('event', 'event.id', 'subscription.eventId')
    .innerJoin('member', (join) =>
      join
        .onRef('member.organizationId', '=', 'event.organizationId')
        .onRef('member.userId', '=', 'subscription.userId'),
    )
    .select(['subscription.userId', 'kinds', 'graceSeconds', 'quietHours', 'snoozedUntil', 'snoozedSigns'])
    .where('subscription.eventId', '=', eventId)
    .execute();
  return new Map(rows.map((row) => [row.userId, row]));
}

const NEW_STATE = JSON.stringify({ waiting: [], held: [], told: [], sentAtMs: [] });

/** A state for each channel that somebody has chosen, and none for another. */
export async function ensureStates(db: Kysely<Database>, eventId: string): Promise<void> {
  await sql`
    insert into subscriber_state (event_id, user_id, channel, state)
    select event_id, user_id, unnest(channels), ${NEW_STATE}::jsonb from subscription where event_id = ${eventId}
    on conflict do nothing`.execute(db);
  await sql`
    delete from subscriber_state as state using subscription
    where state.event_id = ${eventId} and subscription.event_id = state.event_id and subscription.user_id = state.user_id
      and not state.channel = any(subscription.channels)`.execute(db);
}

export async function readStates(
  db: Kysely<Database>,
  eventId: string,
): Promise<{ userId: string; channel: NotificationChannel; state: ChannelState }[]> {
  return await db
    .selectFrom('subscriberState')
    .select(['userId', 'channel', 'state'])
    .where('eventId', '=', eventId)
    .orderBy('userId')
    .orderBy('channel')
    .execute();
}

export async function writeStates(
  db: Kysely<Database>,
  eventId: string,
  states: readonly { userId: string; channel: NotificationChannel; state: ChannelState }[],
): Promise<void> {
  if (states.length === 0) return;
  await sql`
    update subscriber_state as kept set state = given.state::jsonb
    from unnest(
      ${states.map(({ userId }) => userId)}::text[],
      ${states.map(({ channel }) => channel)}::text[],
      ${states.map(({ state }) => JSON.stringify(state))}::text[]
    ) as given (user_id, channel, state)
    where kept.event_id = ${eventId} and kept.user_id = given.user_id and kept.channel = given.channel`.execute(db);
}
