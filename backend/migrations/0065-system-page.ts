import { sql, type Kysely } from 'kysely';

/**
 * What the system page shows of nodes (promise R6): their figures, each of the last hour's minutes, and past warm-ups. An older node beside this one
 * leaves `node.figures` null and records neither minutes nor warm-ups. Indexes are built by earlier migrations: nodes can't renew their leases from here on.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table node add column figures jsonb`.execute(db);
  await sql`
    create table node_minute (
      node_id uuid not null,
      minute timestamptz not null,
      hostname text,
      event_loop_delay_ms float8 not null,
      heartbeats_per_second float8 not null,
      queue_age_ms float8,
      primary key (node_id, minute)
    )`.execute(db);
  await sql`
    create table past_warm_up (
      node_id uuid not null,
      since timestamptz not null,
      until timestamptz not null,
      hostname text,
      reason text not null,
      heard integer,
      out_of integer,
      offline_after integer,
      primary key (node_id, since)
    )`.execute(db);
}
