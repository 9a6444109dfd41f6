import { sql, type Kysely } from 'kysely';

/**
 * The heartbeats of a sign in each of the last 64 minutes, in its own row, which is written every 5 s anyway; and the stretches in which nodes have held
 * their leases, which tell when the service itself was away. An older node can run beside it: it writes neither, so the minutes of its kiosks are
 * empty, and its own time counts only where a newer node was there too.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table sign
      add column kept_minutes bytea check (length(kept_minutes) = 64),
      add column kept_until integer,
      add constraint sign_kept_whole check (num_nulls(kept_minutes, kept_until) in (0, 2))`.execute(db);
  await sql`
    create table lease_stretch (
      node_id uuid not null,
      since timestamptz not null,
      until timestamptz not null,
      primary key (node_id, since)
    )`.execute(db);
}
