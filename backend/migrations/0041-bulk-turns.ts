import { sql, type Kysely } from 'kysely';

/**
 * Organizations take turns with their bulk requests. `bulk_turn.taken` orders organizations by their last turn; it is a count and no time.
 *
 * An older node can run beside it: it takes the oldest request of all, takes no turn, and finds its own index as before.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create sequence bulk_turns`.execute(db);
  await sql`
    create table bulk_turn (
      organization_id uuid primary key references organization on delete cascade,
      taken bigint not null
    )`.execute(db);
  // Which organizations wait, the oldest request of each, and how many changes of an organization or a person wait.
  await sql`create index bulk_waiting on bulk (organization_id, id) where finished_at is null`.execute(db);
  await sql`create index bulk_waiting_of_person on bulk (actor_id) where finished_at is null`.execute(db);
}
