import { sql, type Kysely } from 'kysely';

/**
 * Passkeys (promise A7): `passkey` has the public key of each, `used_challenge` the hashes of challenges that were answered, until those would have expired.
 * `credential_id` is base64url, as browsers report it; `public_key` is a COSE key.
 *
 * An older node knows no passkeys. If it turns a second factor off, the passkeys stay stored, but open no session; turning it on removes them.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table passkey (
      id uuid primary key,
      user_id text not null references "user" on delete cascade,
      credential_id text not null unique,
      public_key bytea not null,
      counter bigint not null,
      transports text[] not null,
      name text not null,
      created_at timestamptz not null,
      last_used_at timestamptz,
      backed_up boolean not null
    )`.execute(db);
  await sql`create index passkey_user on passkey (user_id)`.execute(db);
  await sql`create table used_challenge (hash text primary key, expires_at timestamptz not null)`.execute(db);
  await sql`create index used_challenge_expires on used_challenge (expires_at)`.execute(db);
}
