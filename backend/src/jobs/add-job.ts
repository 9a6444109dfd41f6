import type { AuditFault } from '@sign-display/contracts/rest/audit';
import { sql } from 'kysely';
import type { Db } from '../db/database-types.ts';

/** The kinds of jobs, and what each is about. Who does them: jobs/worker.ts. */
export interface JobPayloads {
  /** Turns an event's notices into messages. */
  plan_notices: { eventId: string };
  /** Hands a message to a mail server. */
  deliver_mail: { notificationId: string };
  /** Hands a message to push services; also a mail that was queued before mails had a kind of their own. */
  deliver_notification: { notificationId: string };
  /** Checks an organization's audit log. */
  check_audit: { organizationId: string };
  /** Mails an owner about new faults of an audit log. `mailId`: the same at each attempt. */
  mail_audit_fault: { organizationId: string; userId: string; mailId: string; faults: readonly AuditFault[] };
}

export type JobName = keyof JobPayloads;

export interface JobOptions {
  /** Not before; null: at once. */
  atMs: number | null;
  /** There is at most one job of a key that has not begun. */
  key: string;
  /** What becomes of an earlier one of that key: `sooner` keeps its time, `replace` takes the new one. */
  mode: 'sooner' | 'replace';
}

/**
 * Adds a job in the transaction of what causes it (promise N7): it is there if and only if that is committed. A job that has begun is left
 * alone, and this is another one. Locks the waiting job of that key: take keys in their order, before the audit chain.
 */
export async function addJob<Name extends JobName>(
  db: Db,
  name: Name,
  payload: JobPayloads[Name],
  { atMs, key, mode }: JobOptions,
): Promise<void> {
  const keyMode = mode === 'sooner' ? 'preserve_run_at' : 'replace';
  // A job that a worker takes at this very moment is neither changed nor followed by another one, and the library answers null. It is seen as
  // begun by then: the next try is another job.
  for (let isAdded = false; !isAdded;) {
    const { rows } = await sql<{ isAdded: boolean }>`
      select id is not null as "isAdded" from graphile_worker.add_job(
        ${name}::text,
        ${JSON.stringify(payload)}::json,
        run_at := ${atMs === null ? null : new Date(atMs)}::timestamptz,
        job_key := ${key}::text,
        job_key_mode := ${keyMode}::text
      )`.execute(db);
    isAdded = rows[0]!.isAdded;
  }
}
