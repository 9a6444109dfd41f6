import { sql, type Kysely } from 'kysely';

/**
 * The remaining filters of the audit log, and its counts, which are read from `audit_counts` alone: it replaces `audit_at`, so that a new row costs
 * about what it did. `notification_delivered` serves the system page's count of a day's deliveries. An older node can run beside it. Writers of the log and
 * of messages wait while the indexes are built.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create index notification_delivered on notification (finished_at) where state = 'sent' and channel <> 'inbox'`.execute(
    db,
  );
  await sql`
    create index audit_counts on audit (organization_id, at)
    include (seq, outcome, actor_id, actor_email, action, event_id, sign_id)`.execute(db);
  await sql`create index audit_outcome on audit (organization_id, outcome, seq) where outcome <> 'ok'`.execute(db);
  await sql`create index audit_request on audit (organization_id, request_id) where request_id is not null`.execute(db);
  // Readers of the log wait from here on.
  await sql`drop index audit_at`.execute(db);
}
