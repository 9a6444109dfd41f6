import { sql } from 'kysely';
import type { Db } from '../db/database-types.ts';

/** The host of the page that a sign was told to show, as `hostOf` of the contracts has it. Letter by letter what the index of migration 0035 is made of. */
export const hostOfPage = sql<
  string | null
>`substring(lower(coalesce(sign.shown_url, sign.url)) from '^https?://(?:[^/?#@]*@)?(\\[[^]]*\\]|[^/?#:]+)')`;

/**
 * How many signs of an organization fail on a host now, besides one: they are heard, and don't show what they should. By an index of those that fail, where
 * 10,000 on one host take 2 ms; looked for among all signs they would take 50.
 */
export async function countFailingOnHost(
  db: Db,
  { organizationId, host, besides }: { organizationId: string; host: string; besides: string },
): Promise<number> {
  const { rows } = await sql<{ signs: number }>`
    select count(*)::int as signs from sign
    where organization_id = ${organizationId} and ${hostOfPage} = ${host} and id <> ${besides}
      and presence = 'online' and (content_state in ('unreachable', 'error') or blank)`.execute(db);
  return rows[0]!.signs;
}
