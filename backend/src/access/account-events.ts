import type { Clock } from '@sign-display/contracts/ports';
import { ROUTES } from '@sign-display/contracts/routes';
import { recordAudits } from '../audit/audit-log.ts';
import type { Author } from '../http/author.ts';
import type { Db, Trx } from '../db/database.ts';

/** What happens to a person's account, as each of their organizations' audit logs has it. */

interface AccountEvent {
  userId: string;
  author: Author;
  /** The word of its route's row. */
  action: string;
  outcome: 'ok' | 'failed';
}

async function appendAccountEvent(trx: Trx, event: AccountEvent, nowMs: number): Promise<void> {
  const { userId, author, action, outcome } = event;
  const user = await trx.selectFrom('user').select(['name', 'email']).where('id', '=', userId).executeTakeFirst();
  const rows = await trx.selectFrom('member').select('organizationId').where('userId', '=', userId).execute();
  if (!user || rows.length === 0) return;
  // Whoever succeeds has shown that they are this person; whoever fails, or only asks for a link, has not.
  const isKnown = outcome === 'ok' && action !== ROUTES['POST /api/auth/request-password-reset'].audit;
  const by = author.person || !isKnown ? author : { ...author, person: { id: userId, ...user } };
  const entry = { action, outcome, target: { type: 'person', id: userId }, detail: { email: user.email }, author: by };
  await recordAudits(
    trx,
    rows.map(({ organizationId }) => ({ organizationId, ...entry })),
    nowMs,
  );
}

/** Appends the event to the log of each organization that the person is a member of now; a person without one is in no log. */
export const recordAccountEvent = ({ db, clock }: { db: Db; clock: Clock }, event: AccountEvent): Promise<void> =>
  db.transaction().execute((trx) => appendAccountEvent(trx, event, clock.now()));

/** What others know of a person: no password is to be made of it. */
export async function wordsAbout(db: Db, userId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('user')
    .leftJoin('member', 'member.userId', 'user.id')
    .leftJoin('organization', 'organization.id', 'member.organizationId')
    .where('user.id', '=', userId)
    .select(['user.email', 'user.name', 'organization.name as organization'])
    .execute();
  return rows.flatMap(({ email, name, organization }) => [email, name, organization ?? '']);
}
