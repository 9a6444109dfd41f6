import { sql, type Kysely } from 'kysely';

/**
 * Versions of organizations for `If-Match`, who changed them last, and the language of mails (organization and account). An older node can run beside
 * it: the trigger counts its changes too; it stores neither the language nor who made the change.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table organization
      add column version integer not null default 1,
      add column updated_by text references "user" on delete set null,
      add column language text check (language in ('en', 'de'))`.execute(db);
  await sql`alter table "user" add column language text check (language in ('en', 'de'))`.execute(db);
  await sql`
    create function organization_versioned() returns trigger language plpgsql as $$
    begin
      new.version := old.version + 1;
      return new;
    end $$`.execute(db);
  await sql`
    create trigger organization_versioned
    before update of name, link_handshake_enabled, allowed_url_hosts, language on organization
    for each row when (
      (old.name, old.link_handshake_enabled, old.allowed_url_hosts, old.language)
      is distinct from (new.name, new.link_handshake_enabled, new.allowed_url_hosts, new.language)
    ) execute function organization_versioned()`.execute(db);
}
