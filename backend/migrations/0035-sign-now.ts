import { sql, type Kysely } from 'kysely';

/** The indexes of GET /api/signs/:id/now. An older node can run beside it: it reads neither. */
export async function up(db: Kysely<unknown>): Promise<void> {
  // How many signs fail on one host: those that fail, by the host of their page (signs/host-failures.ts).
  const host = sql`substring(lower(coalesce(shown_url, url)) from '^https?://(?:[^/?#@]*@)?(\\[[^]]*\\]|[^/?#:]+)')`;
  await sql`
    create index sign_failing_host on sign (organization_id, (${host}))
    where presence = 'online' and (content_state in ('unreachable', 'error') or blank)`.execute(db);
  // What a sign last said of its screen. The other kinds are read by nobody.
  await sql`
    create index analytics_entry_screen on analytics_entry (sign_record_id, kind, at)
    where kind in ('render', 'blank_check')`.execute(db);
}
