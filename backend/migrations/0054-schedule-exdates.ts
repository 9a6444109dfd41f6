import { sql, type Kysely } from 'kysely';

/**
 * Days on which no occurrence of a schedule starts. An older node can run beside this one, but it does not read them: where it computes the
 * occurrences around now, it computes them with the left-out days (docs/operations/upgrades.md).
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table schedule add column exdates text[] not null default '{}'`.execute(db);
}
