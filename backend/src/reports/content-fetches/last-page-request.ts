import { sql } from 'kysely';
import type { Db } from '../../db/database-types.ts';

/** The last requests of a sign that are looked at: 8 hours of checks of a page that loads nothing else. */
const LOOKED_AT_MOST = 1_000;

/** What a sign's requests for this page may be written as: the address as it was given, and as browsers ask for it. */
function namesOf(url: string): string[] {
  const parsed = URL.parse(url);
  return parsed ? [url, parsed.href, parsed.href.slice(0, parsed.href.length - parsed.hash.length)] : [url];
}

/**
 * The last request of a sign for the page itself, and how many have failed in a row since it was last well: by a request, or by `wellAt`. None from before
 * `since` counts.
 */
export async function findPageRequest(
  db: Db,
  of: { signRecordId: string; url: string; since: Date; wellAt: Date | null },
) {
  const { rows } = await sql<{
    at: Date;
    status: number | null;
    error: string | null;
    isOk: boolean;
    failures: number;
  }>`
    with own as materialized (
      select at, id, status, error, error is null and coalesce(status, 200) < 400 as is_ok
      from (
        select at, id, url, status, error from content_fetch
        where sign_record_id = ${of.signRecordId} and at >= ${of.since}
        order by at desc, id desc limit ${LOOKED_AT_MOST}
      ) as newest
      where url = any(${namesOf(of.url)}::text[])
    )
    select at, status, error, is_ok, (
      select count(*)::int from own
      where not is_ok and at > greatest((select max(at) from own where is_ok), ${of.wellAt}::timestamptz, '-infinity')
    ) as failures
    from own order by at desc, id desc limit 1`.execute(db);
  return rows[0] ?? null;
}
