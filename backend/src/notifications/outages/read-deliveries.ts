import { sql } from 'kysely';
import type { OutageDelivery } from '@sign-display/contracts/rest/outages';
import type { Db } from '../../db/database-types.ts';

interface Row extends Omit<OutageDelivery, 'user' | 'at'> {
  userId: string;
  name: string;
  at: Date | null;
}

/**
 * Lists each message about the outage to each person, by person and channel, earliest first. After these come the
 * channels on which the planner still holds the outage (`delayed`). `at`: when a message was sent or given up. Only
 * admins and owners get `detail`, because it may name a server or an account.
 */
export async function readDeliveries(
  db: Db,
  outage: { id: string; eventId: string },
  { isAdmin }: { isAdmin: boolean },
): Promise<OutageDelivery[]> {
  const { rows } = await sql<Row>`
    with delivered as (
      select user_id, channel, notification.state, finished_at as at,
        case when ${isAdmin}::boolean then error end as detail, notification.id
      from message join notification on notification.message_id = message.id
      where message.outage_ids && array[${outage.id}]::uuid[]
    ), delayed as (
      select user_id, channel, 'delayed' as state, null::timestamptz as at, null::text as detail, null::uuid as id
      from subscriber_channel join channel_state on channel_state.id = subscriber_channel.state_id
      where subscriber_channel.event_id = ${outage.eventId}::uuid and exists (
        select from jsonb_array_elements((channel_state.state -> 'waiting') || (channel_state.state -> 'held')) as entry
        where entry ->> 'outageId' = ${outage.id}
      )
    )
    select "user".id as "userId", name, channel, state, at, detail
    from (select * from delivered union all select * from delayed) as delivery
    join "user" on "user".id = delivery.user_id
    order by name, "user".id, channel, delivery.id nulls last`.execute(db);
  return rows.map(({ userId, name, at, ...rest }) => ({
    user: { id: userId, name },
    ...rest,
    at: at?.toISOString() ?? null,
  }));
}
