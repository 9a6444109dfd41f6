import { sql, type Kysely } from 'kysely';

/**
 * Who is at an outage (promise N10), and in the sign's row what is shown of it there. An older node can run beside it: it reads none of these columns, and
 * its planner passes over a notice of a kind that nobody has chosen, so it may remind people. What an outage that it opens or closes makes of a sign's row is
 * found by the next change of that sign's outages.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table outage
      add column acknowledged_by text,
      add column acknowledged_name text,
      add column acknowledged_at timestamptz,
      add column acknowledged_note text`.execute(db);
  await sql`alter table sign add column acknowledged jsonb`.execute(db);
  // An event's open outages are few among the closed ones of 90 days.
  await sql`create index outage_open on outage (event_id, opened_at desc, id desc) where closed_at is null`.execute(db);
  // Who was told of an outage.
  await sql`create index message_outages on message using gin (outage_ids)`.execute(db);
}
