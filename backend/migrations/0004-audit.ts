import { sql, type Kysely } from 'kysely';

/**
 * The audit log: one chain of rows an organization (promise M5). `audit_head` is its end, and the lock under which it grows. An older node
 * can run beside it: it writes no rows, and those that are there still hold together.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  // No foreign keys: what is written stays, whoever and whatever is gone.
  await sql`
    create table audit (
      organization_id uuid not null,
      seq bigint not null,
      at timestamptz not null,
      actor_id text,
      actor_email text,
      action text not null,
      target_type text not null,
      target_id text not null,
      event_id uuid,
      sign_id uuid,
      outcome text not null check (outcome in ('ok', 'denied', 'failed')),
      request_id text,
      ip text,
      detail jsonb not null,
      prev_hash text not null,
      hash text not null,
      primary key (organization_id, seq),
      constraint audit_actor_whole check ((actor_id is null) = (actor_email is null))
    )`.execute(db);
  await sql`create table audit_head (organization_id uuid primary key, seq bigint not null, hash text not null)`.execute(
    db,
  );
  // Each filter of the log, in the order in which it is read (by seq, up or down).
  await sql`create index audit_at on audit (organization_id, at)`.execute(db);
  await sql`create index audit_event on audit (organization_id, event_id, seq) where event_id is not null`.execute(db);
  await sql`create index audit_sign on audit (organization_id, sign_id, seq) where sign_id is not null`.execute(db);
  await sql`create index audit_actor on audit (organization_id, actor_id, seq) where actor_id is not null`.execute(db);
  await sql`create index audit_action on audit (organization_id, action, seq)`.execute(db);
}
