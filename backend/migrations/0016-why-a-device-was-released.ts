import { sql, type Kysely } from 'kysely';

/**
 * Why a device lost its last record, kept for a kiosk that is away meanwhile. An older node can run beside it: it keeps no reason and tells none,
 * so what is released through it is told as before, to kiosks that are connected.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table device
      add column released_as text check (released_as in ('unregistered', 'deleted')),
      add column release_reason text,
      add column released_at timestamptz,
      add constraint device_release_whole check (num_nulls(released_as, release_reason, released_at) in (0, 3))
  `.execute(db);
}
