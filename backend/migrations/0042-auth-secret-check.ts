import { sql, type Kysely } from 'kysely';

/**
 * By which a node recognizes that it has the same AUTH_SECRET as the other nodes of its database: one row, derived from the secret.
 *
 * An older node can run beside it: it reads and writes no such row.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table auth_secret_check (
      only_one boolean primary key default true check (only_one),
      value text not null
    )`.execute(db);
}
