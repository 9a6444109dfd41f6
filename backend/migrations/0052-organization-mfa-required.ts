import { sql, type Kysely } from 'kysely';

/**
 * Whether an organization requires a second factor (promise A6): a setting that the organization's version counts, like the others. An older node can
 * run beside it, but it still answers sessions without a second factor.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table organization add column mfa_required boolean not null default false`.execute(db);
  await sql`drop trigger organization_versioned on organization`.execute(db);
  await sql`
    create trigger organization_versioned
    before update of name, link_handshake_enabled, allowed_url_hosts, language, mfa_required on organization
    for each row when (
      (old.name, old.link_handshake_enabled, old.allowed_url_hosts, old.language, old.mfa_required)
      is distinct from
      (new.name, new.link_handshake_enabled, new.allowed_url_hosts, new.language, new.mfa_required)
    ) execute function organization_versioned()`.execute(db);
}
