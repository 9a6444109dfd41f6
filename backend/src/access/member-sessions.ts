import type { Refusal } from '@sign-display/contracts/error-codes';
import type { MemberSession } from '@sign-display/contracts/rest/organizations';
import { ROUTES } from '@sign-display/contracts/routes';
import { addressOf, pathOf } from '@sign-display/contracts/page-paths';
import { roleSuffices } from '@sign-display/contracts/roles';
import { recordAudits } from '../audit/audit-log.ts';
import type { Db, ServiceDeps, Trx } from '../db/database-types.ts';
import type { SignedInAuthor } from '../http/change-author-types.ts';
import type { PostOffice } from '../mail/send-mail-with-retries.ts';
import { recordAccountEvent } from './account-events.ts';
import { languageOfMail } from './mail-language.ts';
import { lockMembers } from './members-repository.ts';
import { refusalOf, rolesOf, roleOf } from './role-checks.ts';
import { sessionsEndedMail } from './sessions-ended-mail.ts';

/**
 * The sessions of a member, for admins whose role is not below the member's. They are the person's sessions everywhere, also in organizations that the
 * admin does not know (details 59).
 */

const { role: NEEDED, audit: ACTION } = ROUTES['DELETE /api/organizations/:id/members/:userId/sessions'];

interface Target {
  organizationId: string;
  userId: string;
}

/** Null where the caller may see and end the member's sessions. */
export async function refuseMemberSessions(
  db: Db,
  callerId: string,
  { organizationId, userId }: Target,
): Promise<Refusal | null> {
  const own = await roleOf(db, callerId, organizationId);
  const refused = refusalOf(own, NEEDED);
  if (own === null || refused) return refused;
  const role = await roleOf(db, userId, organizationId);
  if (role === null) return { code: 'not_found' };
  return roleSuffices(own, role) ? null : { code: 'forbidden' };
}

/** A person's open sessions, the one used last first. */
export async function listMemberSessions(db: Db, userId: string, nowMs: number): Promise<MemberSession[]> {
  const rows = await db
    .selectFrom('session')
    .select(['id', 'createdAt', 'lastUsedAt', 'expiresAt', 'ipAddress as ip', 'userAgent', 'kind', 'mfa'])
    .where('userId', '=', userId)
    .where('expiresAt', '>', new Date(nowMs))
    .execute();
  return rows
    .map((row) => ({
      ...row,
      createdAt: row.createdAt.toISOString(),
      lastUsedAt: (row.lastUsedAt ?? row.createdAt).toISOString(),
      expiresAt: row.expiresAt.toISOString(),
    }))
    .toSorted((a, b) => b.lastUsedAt.localeCompare(a.lastUsedAt) || a.id.localeCompare(b.id));
}

/** Notes the end in the log of each of the person's organizations, in the others without the admin's network address, and for the person. */
async function noteEnd(
  trx: Trx,
  deps: ServiceDeps,
  author: SignedInAuthor,
  { organizationId, userId }: Target,
  sessions: number,
): Promise<void> {
  const unnamed = { ...author, ip: null };
  await recordAccountEvent({ ...deps, db: trx }, { userId, author: unnamed, action: ACTION, outcome: 'ok' });
  const organizationIds = [...(await rolesOf(trx, userId)).keys()];
  const entries = organizationIds.map((id) => ({
    organizationId: id,
    author: id === organizationId ? author : unnamed,
    action: ACTION,
    target: { type: 'member', id: userId },
    detail: { sessions },
  }));
  await recordAudits(trx, entries, deps.clock.now());
}

/**
 * Ends all sessions of a member, or the one that is named (promise A9). REST reads the rows on each request and sockets are checked within a second, so
 * nothing else has to be sent. The person gets a mail.
 */
export async function endMemberSessions(
  deps: ServiceDeps & { mail: PostOffice; publicUrl(): string },
  author: SignedInAuthor,
  target: Target,
  sessionId: string | null,
): Promise<Refusal | null> {
  const { db, clock, mail, publicUrl } = deps;
  const at = new Date(clock.now());
  const ended = await db.transaction().execute(async (trx): Promise<Refusal | { email: string; count: number }> => {
    // Nobody's role changes until the sessions are gone.
    await lockMembers(trx, target.organizationId);
    const refused = await refuseMemberSessions(trx, author.person.id, target);
    if (refused) return refused;
    let removal = trx.deleteFrom('session').where('userId', '=', target.userId).where('expiresAt', '>', at);
    if (sessionId !== null) removal = removal.where('id', '=', sessionId);
    const count = (await removal.returning('id').execute()).length;
    if (count === 0 && sessionId !== null) return { code: 'not_found' };
    if (count > 0) await noteEnd(trx, deps, author, target, count);
    const person = trx.selectFrom('user').select('email').where('id', '=', target.userId);
    return { ...(await person.executeTakeFirstOrThrow()), count };
  });
  if ('code' in ended) return ended;
  if (ended.count === 0) return null;
  const link = addressOf(publicUrl(), pathOf('account'));
  const language = await languageOfMail(db, ended.email, target.organizationId);
  const details = { to: ended.email, by: author.person.name, count: ended.count, at, link };
  void mail.post(sessionsEndedMail(details, language), { kind: 'sessions ended' });
  return null;
}
