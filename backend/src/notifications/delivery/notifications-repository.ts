import { sql, type Selectable } from 'kysely';
import type { NotificationChannel } from '@sign-display/contracts/rest/subscriptions';
import type { Db } from '../../db/database-types.ts';
import type { JobName } from '../../jobs/add-job.ts';
import type { MessageEntry } from '../../outages/notice-types.ts';
import { entryKeysOf } from '../../outages/entry-keys.ts';
import type { MessagePart } from '../planning/group-message-by-cause.ts';
import type { MessageTable } from '../tables.ts';

export type NewMessage = Omit<Selectable<MessageTable>, 'signs' | 'signCount' | 'outageIds' | 'entryKeys' | 'parts'> & {
  parts?: MessagePart[] | null;
};

export interface Recipient {
  /** Of the notification. */
  id: string;
  userId: string;
  channel: NotificationChannel;
}

/** So many signs of a message are named where it is listed (contracts, `Notification.signs`). */
const MOST_SIGNS = 50;

/** The signs that a message is about, each once: the first of them, and how many they are. */
export function signsOf(entries: readonly MessageEntry[]) {
  const names = new Map(entries.map(({ signId, signName }) => [signId, signName]));
  const signs = Array.from(names, ([id, name]) => ({ id, name }));
  return { signs: signs.slice(0, MOST_SIGNS), signCount: signs.length };
}

/** Returns the outages that a message reports, each once. */
export const outageIdsOf = (entries: readonly MessageEntry[]): string[] => [
  ...new Set(entries.map(({ outageId }) => outageId).filter((id) => id !== null)),
];

/** Writes a message to all of its recipients, and a job for each to whom it has to be delivered. */
export async function insertMessage(trx: Db, message: NewMessage, recipients: readonly Recipient[]): Promise<void> {
  const { id: messageId, organizationId, eventId, entries, parts } = message;
  const { signs, signCount } = signsOf(entries);
  await trx
    .insertInto('message')
    .values({
      ...message,
      entries: JSON.stringify(entries),
      parts: parts ? JSON.stringify(parts) : null,
      signs: JSON.stringify(signs),
      signCount,
      outageIds: outageIdsOf(entries),
      entryKeys: entryKeysOf(entries),
    })
    .execute();
  const at = message.at.toISOString();
  await sql`
    insert into notification (id, message_id, user_id, organization_id, event_id, channel, at, state, finished_at)
    select id, ${messageId}::uuid, user_id, ${organizationId}::uuid, ${eventId}::uuid, channel, ${at}::timestamptz,
      case channel when 'inbox' then 'sent' else 'queued' end,
      case channel when 'inbox' then ${at}::timestamptz end
    from unnest(
      ${recipients.map(({ id }) => id)}::uuid[],
      ${recipients.map(({ userId }) => userId)}::text[],
      ${recipients.map(({ channel }) => channel)}::text[]
    ) as given (id, user_id, channel)`.execute(trx);
  await addDeliveries(trx, recipients);
}

/** The kind of job that delivers by this channel; the inbox needs none. */
export const DELIVERY_JOBS = {
  email: 'deliver_mail',
  push: 'deliver_notification',
} as const satisfies Partial<Record<NotificationChannel, JobName>>;

/** A job for each of these notifications that has to be delivered; one that is waiting already stays. */
export async function addDeliveries(trx: Db, notifications: readonly Pick<Recipient, 'id' | 'channel'>[]) {
  const jobs = notifications.flatMap(({ id, channel }) =>
    channel === 'inbox' ? [] : [{ id, name: DELIVERY_JOBS[channel] }],
  );
  if (jobs.length === 0) return;
  await sql`
    select graphile_worker.add_job(
      name,
      json_build_object('notificationId', id),
      job_key := 'deliver:' || id,
      job_key_mode := 'preserve_run_at'
    ) from unnest(${jobs.map(({ id }) => id)}::uuid[], ${jobs.map(({ name }) => name)}::text[]) as given (id, name)`.execute(
    trx,
  );
}
