import { sql, type Kysely } from 'kysely';

/**
 * Machines that came under a device's identity while another lived under it, and what an admin decided about them (promise N8). An older
 * node can run beside it: it turns them away without a word to anybody, and lets in whom a decision keeps out until it is gone.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table clone (
      id uuid primary key,
      device_sign_id uuid not null references device on delete cascade,
      sign_record_id uuid references sign on delete cascade,
      claim_request_id uuid,
      first jsonb not null,
      newcomer jsonb not null,
      opened_at timestamptz not null,
      last_seen_at timestamptz not null,
      attempts integer not null,
      decision text check (decision in ('keep_first', 'accept_newcomer', 'reset_both')),
      decided_at timestamptz,
      decided_by_id text,
      decided_by_name text,
      refused_mac_address text,
      refused_boot_id uuid,
      constraint clone_decided_whole check (num_nulls(decision, decided_at, decided_by_id, decided_by_name) in (0, 4)),
      constraint clone_refused_decided check (decision is not null or num_nonnulls(refused_mac_address, refused_boot_id) = 0)
    )`.execute(db);
  await sql`create index clone_device on clone (device_sign_id)`.execute(db);
  await sql`create index clone_sign on clone (sign_record_id)`.execute(db);

  // The last two say which connection is to be ended and how often there was something to decide: both mean nothing to an older node.
  await sql`
    alter table device
      add column connection_machine jsonb,
      add column retired_at timestamptz,
      add column evicted_connection_id uuid,
      add column decisions integer not null default 0`.execute(db);
  await sql`create index device_evicted on device (node_id) where evicted_connection_id = connection_id`.execute(db);
}
