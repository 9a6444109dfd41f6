import { sql, type Kysely } from 'kysely';
import type { NotificationChannel, NotificationKind } from '@sign-display/contracts/rest/subscriptions';
import type { Database } from '../db/schema.ts';
import { JOB_PRIORITIES } from '../jobs/add-job.ts';
import type { MessageEntry } from './vocabulary.ts';

export interface NewNotification {
  id: string;
  userId: string;
  organizationId: string;
  eventId: string;
  eventName: string;
  channel: NotificationChannel;
  kind: NotificationKind | 'digest';
  title: string;
  text: string;
  entries: MessageEntry[];
  at: Date;
}

/** Messages a statement: of a storm each holds hundreds of signs. */
const ROWS_A_STATEMENT = 100;

/** Writes messages, and a job for each that has to be delivered. */
export async function insertNotifications(
  trx: Kysely<Database>,
  notifications: readonly NewNotification[],
): Promise<void> {
  for (let from = 0; from < notifications.length; from += ROWS_A_STATEMENT) {
    const rows = notifications.slice(from, from + ROWS_A_STATEMENT).map((notification) => {
      const { channel, entries } = notification;
      const isThere = channel === 'inbox';
      return {
        ...notification,
        entries: JSON.stringify(entries),
        signCount: new Set(entries.map(({ signId }) => signId)).size,
        outageIds: [...new Set(entries.map(({ outageId }) => outageId).filter((id) => id !== null))],
        readAt: null,
        state: isThere ? ('sent' as const) : ('queued' as const),
        finishedAt: isThere ? notification.at : null,
        error: null,
      };
    });
    await trx.insertInto('notification').values(rows).execute();
  }
  const ids = notifications.filter(({ channel }) => channel !== 'inbox').map(({ id }) => id);
  await addDeliveries(trx, ids);
}

/** A job for each of these notifications; one that is waiting already stays. */
export async function addDeliveries(trx: Kysely<Database>, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await sql`
    select graphile_worker.add_job(
      'deliver_notification',
      json_build_object('notificationId', id),
      job_key := 'deliver:' || id,
      job_key_mode := 'preserve_run_at',
      priority := ${JOB_PRIORITIES.deliver_notification}::integer
    ) from unnest(${ids}::uuid[]) as given (id)`.execute(trx);
}
