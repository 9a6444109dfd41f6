import { sql, type Kysely } from 'kysely';

/**
 * Why a node's offline verdicts wait (promise N2), so that dashboards of every node can say so. An older node can run beside it: it writes none, and
 * has no warm-ups.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table node
      add column warm_up_reason text check (warm_up_reason in ('start', 'mass_silence')),
      add column warm_up_since timestamptz,
      add column warm_up_until timestamptz,
      add constraint node_warm_up_whole check (num_nulls(warm_up_reason, warm_up_since, warm_up_until) in (0, 3))`.execute(
    db,
  );
}
