import { sql, type Kysely } from 'kysely';

/**
 * The second factor of a person (promise A7). `two_factor` has the TOTP secret, encrypted with AUTH_SECRET, and keyed hashes of the recovery codes that
 * are left; they wait for the first right code while `two_factor_enabled` is false. `used_code` has the time steps whose codes were used, `wrong_code` the
 * wrong codes of a while.
 *
 * An older node can run beside it, also one that starts later: it would open a session by the password alone, and the trigger refuses that. The lock makes
 * a sign-in and the moment that turns the second factor on follow one another.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table "user" add column two_factor_enabled boolean not null default false`.execute(db);
  await sql`
    create table two_factor (
      user_id text primary key references "user" on delete cascade,
      secret text not null,
      recovery_codes text[] not null,
      created_at timestamptz not null
    )`.execute(db);
  await sql`
    create table used_code (
      user_id text not null references "user" on delete cascade,
      step bigint not null,
      at timestamptz not null,
      primary key (user_id, step)
    )`.execute(db);
  await sql`create index used_code_at on used_code (at)`.execute(db);
  await sql`
    create table wrong_code (
      user_id text not null references "user" on delete cascade,
      at timestamptz not null
    )`.execute(db);
  await sql`create index wrong_code_user on wrong_code (user_id, at)`.execute(db);
  await sql`create index wrong_code_at on wrong_code (at)`.execute(db);
  await sql`
    create function refuse_session_without_second_factor() returns trigger language plpgsql as $$
    declare
      is_enabled boolean;
    begin
      select two_factor_enabled into is_enabled from "user" where id = new.user_id for share;
      if is_enabled then
        raise exception 'this account opens no session without its second factor' using errcode = 'SD001', detail = new.user_id;
      end if;
      return new;
    end $$`.execute(db);
  await sql`
    create trigger session_without_second_factor before insert on session
    for each row when (not new.mfa) execute function refuse_session_without_second_factor()`.execute(db);
}
