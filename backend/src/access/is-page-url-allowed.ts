import type { Refusal } from '@sign-display/contracts/error-codes';
import type { Db } from '../db/database-types.ts';
import { checkPageUrl, type PrivatePages } from '../urls/url-policy.ts';

/** The hosts whose pages an organization lets its signs show, empty for all (`url-policy.ts`); null where there is no such organization. */
export async function findAllowedHosts(db: Db, organizationId: string): Promise<string[] | null> {
  const query = db.selectFrom('organization').select('allowedUrlHosts').where('id', '=', organizationId);
  return (await query.executeTakeFirst())?.allowedUrlHosts ?? null;
}

/** `invalid_url` where the organization does not let its signs show `url` (null: nothing, which nobody asks the database about). */
export async function checkOrganizationUrl(
  db: Db,
  organizationId: string,
  url: string | null,
  privatePages: PrivatePages,
): Promise<Refusal | null> {
  if (url === null) return null;
  const allowedHosts = await findAllowedHosts(db, organizationId);
  return allowedHosts ? checkPageUrl(url, { allowedHosts, privatePages }) : { code: 'not_found' };
}
