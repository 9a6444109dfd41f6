import { sql, type Kysely } from 'kysely';

/**
 * Decided clones stay listed after their device is forgotten, so their rows no longer end with the device's. An older node beside this one still deletes
 * decided rows of earlier claims.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table clone drop constraint clone_device_sign_id_fkey`.execute(db);
}
