import { sql, type Kysely } from 'kysely';

/**
 * How much each device has made us keep today (promise M5): one row a device, of the last day on which it sent something. An older node can run
 * beside it: it counts nothing, and what it takes in is not held against the device.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  // No foreign key: an insert looks at nothing else. Room on each page, so that an update stays on it and touches no index.
  await sql`
    create table device_usage (
      device_sign_id uuid primary key,
      day date not null,
      bytes bigint not null
    ) with (fillfactor = 50)`.execute(db);
}
