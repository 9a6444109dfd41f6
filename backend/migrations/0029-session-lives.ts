import { sql, type Kysely } from 'kysely';

/**
 * No session lives for longer than 30 days after it was opened, however often it is used: whoever writes a session (this service, better-auth, an
 * older node) writes an end within them. So every reader that asks for `expires_at` asks for this too. An older node can run beside it.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  // In hours: a day of a time zone may have 23 or 25.
  await sql`update session set expires_at = created_at + interval '720 hours' where expires_at > created_at + interval '720 hours'`.execute(
    db,
  );
  await sql`
    create function session_kept_within_its_life() returns trigger language plpgsql as $$
    begin
      new.expires_at := least(new.expires_at, new.created_at + interval '720 hours');
      return new;
    end $$`.execute(db);
  await sql`
    create trigger session_life before insert or update on session
    for each row execute function session_kept_within_its_life()`.execute(db);
}
