import { sql, type Kysely } from 'kysely';

/**
 * Passkeys (promise A7): `passkey` has the public key of each, `used_challenge` the hashes of challenges that were answered, until those would have expired.
 * `credential_id` is base64url, as browsers report it; `public_key` is a COSE key.
 *
 * The trigger deletes a person's passkeys when their second factor is turned off, also by an older node, which knows no passkeys.
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
  await sql`
    create function remove_passkeys_without_second_factor() returns trigger language plpgsql as $$
    begin
      delete from passkey where user_id = new.id;
      return null;
    end $$`.execute(db);
  await sql`
    create trigger passkeys_without_second_factor after update of two_factor_enabled on "user"
    for each row when (old.two_factor_enabled and not new.two_factor_enabled)
    execute function remove_passkeys_without_second_factor()`.execute(db);
}
