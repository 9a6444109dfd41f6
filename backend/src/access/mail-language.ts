import type { Language } from '@sign-display/contracts/languages';
import type { Db } from '../db/database-types.ts';

/**
 * The language of a mail to an address: the account's, else the organization's, else English. A mail about the account alone (`organizationId` null)
 * takes the organization that the person joined first.
 */
export async function languageOfMail(db: Db, email: string, organizationId: string | null): Promise<Language> {
  const account = await db.selectFrom('user').select(['id', 'language']).where('email', '=', email).executeTakeFirst();
  if (account?.language) return account.language;
  if (organizationId === null && !account) return 'en';
  const joined = db
    .selectFrom('member')
    .select('organizationId')
    .where('userId', '=', account?.id ?? '')
    .orderBy('createdAt')
    .orderBy('organizationId')
    .limit(1);
  const organization = await db
    .selectFrom('organization')
    .select('language')
    .where('id', '=', organizationId ?? joined)
    .executeTakeFirst();
  return organization?.language ?? 'en';
}
