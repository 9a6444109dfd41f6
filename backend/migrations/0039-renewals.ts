import { sql, type Kysely } from 'kysely';

/**
 * Counts the renewals of a node's lease. Other nodes watch whether the count moves, by their own monotonic clocks, so that no clock of another
 * machine decides who lives. An older node can run beside it: it leaves the count at 0 and writes `seen_at` at each renewal, which a newer
 * node watches as well; and a newer node still writes the `seen_at` that an older one compares.
 *
 * All migrations of a start are one transaction, and this one locks `node` until its end. While `node` is locked no older node renews its lease. So it
 * comes after all that are not released, some of which read whole tables; the numbers up to it are free for more of them.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table node add column renewals integer not null default 0`.execute(db);
}
