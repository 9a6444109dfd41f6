import { sql, type Kysely } from 'kysely';

/**
 * What a node has heard in its warm-up: how many claimed devices are there now, of how many. Null where it does not know yet, and of an older
 * node, which writes none. It locks `node` as 0039 does, so it comes after that, and after all that lock other tables.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table node
      add column warm_up_heard integer,
      add column warm_up_of integer,
      add constraint node_warm_up_counts_whole check (
        num_nulls(warm_up_heard, warm_up_of) in (0, 2) and (warm_up_reason is not null or warm_up_heard is null)
      )`.execute(db);
}
