import { sql, type Kysely } from 'kysely';

/**
 * Counts the renewals of a node's lease. Other nodes watch whether the count moves, by their own monotonic clocks, so that no clock of another
 * machine decides who lives. An older node can run beside it: it leaves the count at 0 and writes `seen_at` at each renewal, which a newer
 * node watches as well; and a newer node still writes the `seen_at` that an older one compares.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table node add column renewals integer not null default 0`.execute(db);
}
