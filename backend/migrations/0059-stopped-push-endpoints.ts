import { sql, type Kysely } from 'kysely';

/**
 * When a push service said that an endpoint is gone; null: it takes messages. Such a row stays for the person's list of
 * browsers and gets no message. An older node beside this one still sends to it, and removes it when it is refused.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table push_subscription add column stopped_at timestamptz`.execute(db);
}
