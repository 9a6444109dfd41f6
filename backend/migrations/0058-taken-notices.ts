import { sql, type Kysely } from 'kysely';

/**
 * Notices that the planner has taken, for the preview of a subscription (promise D18), in the order in which they were taken. Notices of an event without
 * subscribers go here directly. An older node beside this one deletes the notices that its planner takes, and writes none of an event without subscribers:
 * a preview doesn't count the messages about those.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table taken_notice (
      event_id uuid not null,
      id bigint generated always as identity,
      taken_at timestamptz not null,
      sign_record_id uuid not null,
      kind text not null,
      outage_id uuid,
      at timestamptz not null,
      stable_at timestamptz,
      primary key (event_id, id)
    )`.execute(db);
  await sql`create index taken_notice_taken on taken_notice (taken_at)`.execute(db);
}
