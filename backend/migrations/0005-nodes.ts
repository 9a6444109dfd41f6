import { sql, type Kysely } from 'kysely';

/**
 * Several nodes: each has a lease, and a device's row says which node holds its connection. An older node can run beside it: it writes none
 * of this, so that its kiosks are reached through it alone until they have moved.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table node (id uuid primary key, started_at timestamptz not null, seen_at timestamptz not null)`.execute(
    db,
  );
  // No foreign key: a node that is gone leaves its devices as they are, and who reads them asks for its lease.
  await sql`
    alter table device
      add column node_id uuid,
      add column connection_id uuid,
      add column connection_boot_id uuid,
      add column connected_at timestamptz,
      add column connection_registered boolean not null default false,
      add column challenged_at timestamptz,
      add column signs_of_life integer not null default 0,
      add constraint device_connection_whole check (
        num_nulls(node_id, connection_id, connection_boot_id, connected_at) in (0, 4)
        and (connection_id is not null or (not connection_registered and challenged_at is null)))`.execute(db);
  await sql`create index device_challenged on device (node_id) where challenged_at is not null`.execute(db);
  await sql`create index device_connected_at on device (connected_at)`.execute(db);
}
