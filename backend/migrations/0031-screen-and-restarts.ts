import { sql, type Kysely } from 'kysely';

/**
 * What a sign's screen is beside its content (promise K9), and restarts that were ordered (promise N9). An older node can run beside it: it reads none of
 * these columns. It leaves `blank` as it is, and calls a sign offline that restarts; a restart that it was to end lasts its three minutes.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table sign
      add column blank boolean,
      add column restarting_until timestamptz,
      add column restarting_boot_id uuid,
      add column restarting_command_id uuid`.execute(db);
  // Every node asks every two seconds whether there are any.
  await sql`create index sign_restarting on sign (id) where restarting_until is not null`.execute(db);
}
