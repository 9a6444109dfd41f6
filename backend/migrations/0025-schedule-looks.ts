import { sql, type Kysely } from 'kysely';

/**
 * What a schedule's rule gives around now, written down: the occurrence that it is in, the next one, and until when that is right (null: it never
 * changes by itself). So no transaction that makes or changes a sign has a rule to compute. A rule that was never looked at is due: a node with
 * this migration looks at all of them within seconds. An older node can run beside it: it computes by itself, reads none of these columns, and
 * the sets that it writes are due.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table schedule
      add column current_start timestamptz,
      add column current_end timestamptz,
      add column next_start timestamptz,
      add column next_end timestamptz,
      add column looked_until timestamptz default '1970-01-01T00:00:00Z',
      add constraint schedule_current_whole check (num_nulls(current_start, current_end) in (0, 2)),
      add constraint schedule_next_whole check (num_nulls(next_start, next_end) in (0, 2))
  `.execute(db);
  await sql`update schedule set looked_until = null where recurrence is null or not enabled`.execute(db);
  await sql`create index schedule_looked_until on schedule (looked_until, id) where looked_until is not null`.execute(
    db,
  );
}
