import { createHash } from 'node:crypto';
import { ROLES, roleSuffices, type Role } from '@sign-display/contracts/roles';
import { ROUTES } from '@sign-display/contracts/routes';
import type { Selectable } from 'kysely';
import type { Db, Trx } from '../db/database-types.ts';
import type { InvitationTable } from './tables.ts';
import type { MailProgress } from '../mail/send-mail-with-retries.ts';

export type InvitationRow = Selectable<InvitationTable>;

const INVITES = ROUTES['POST /api/organizations/:id/members'].role;

/**
 * Whether an invitation for `role` holds whose inviter has the role `inviter` now (null: they are no member any more). Nobody joins by the word of
 * somebody who could not invite them today.
 */
const mayVouch = (inviter: Role | null, role: Role): boolean =>
  inviter !== null && roleSuffices(inviter, INVITES) && roleSuffices(inviter, role);

/** Withdraws the invitations that `inviterId` made and may not make with their present role `left` (null: removed). Gives how many. */
export async function withdrawInvitations(trx: Trx, organizationId: string, inviterId: string, left: Role | null) {
  const dead = ROLES.filter((role) => !mayVouch(left, role));
  if (dead.length === 0) return 0;
  const { numDeletedRows } = await trx
    .deleteFrom('invitation')
    .where('organizationId', '=', organizationId)
    .where('invitedBy', '=', inviterId)
    .where('role', 'in', dead)
    .executeTakeFirst();
  return Number(numDeletedRows);
}

export const hashOfToken = (token: string): string => createHash('sha256').update(token).digest('hex');

/** The role for which `email` is invited already, with the invitation locked; null where it is not. */
export async function lockInvitedRole(trx: Trx, organizationId: string, email: string): Promise<Role | null> {
  const present = await trx
    .selectFrom('invitation')
    .select('role')
    .where('organizationId', '=', organizationId)
    .where('email', '=', email)
    .forUpdate()
    .executeTakeFirst();
  return present?.role ?? null;
}

/** Keeps an invitation; an earlier one of that address into that organization is replaced, and its link is dead. */
export function saveInvitation(db: Db, row: InvitationRow): Promise<InvitationRow> {
  const { role, tokenHash, createdAt, expiresAt, invitedBy } = row;
  const { mailState, mailReason, mailAttempts, mailNextAttemptAt } = row;
  const mail = { mailState, mailReason, mailAttempts, mailNextAttemptAt };
  return db
    .insertInto('invitation')
    .values(row)
    .onConflict((conflict) =>
      conflict
        .columns(['organizationId', 'email'])
        .doUpdateSet({ role, tokenHash, createdAt, expiresAt, invitedBy, ...mail }),
    )
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** What an invitation stores of its mail. */
export const mailColumns = ({ state, reason, attempts, nextAttemptAt }: MailProgress) => ({
  mailState: state,
  mailReason: reason,
  mailAttempts: attempts,
  mailNextAttemptAt: nextAttemptAt,
});

/** Notes what became of the mail of an invitation, unless it has been replaced by another since. */
export async function noteMail(
  db: Db,
  { id, tokenHash }: Pick<InvitationRow, 'id' | 'tokenHash'>,
  progress: MailProgress,
): Promise<void> {
  await db
    .updateTable('invitation')
    .set(mailColumns(progress))
    .where('id', '=', id)
    .where('tokenHash', '=', tokenHash)
    .execute();
}

/** The invitation of a token; undefined where there is none, or not any more, or its inviter may not invite for its role any more. */
export async function findOpenInvitation(db: Db, token: string, at: Date) {
  const row = await db
    .selectFrom('invitation')
    .innerJoin('organization', 'organization.id', 'invitation.organizationId')
    .leftJoin('user', 'user.email', 'invitation.email')
    .leftJoin('member as inviter', (join) =>
      join
        .onRef('inviter.organizationId', '=', 'invitation.organizationId')
        .onRef('inviter.userId', '=', 'invitation.invitedBy'),
    )
    .where('invitation.tokenHash', '=', hashOfToken(token))
    .where('invitation.expiresAt', '>', at)
    .select(['invitation.id', 'invitation.organizationId', 'invitation.email', 'invitation.role', 'invitedBy'])
    .select(['organization.name as organizationName', 'user.id as userId', 'inviter.role as inviterRole'])
    .executeTakeFirst();
  if (!row) return undefined;
  const { userId, invitedBy, inviterRole, ...invitation } = row;
  if (invitedBy !== null && !mayVouch(inviterRole, invitation.role)) return undefined;
  return { ...invitation, hasAccount: userId !== null };
}

/** An invitation that still holds, with what its reader is told. */
export type OpenInvitation = NonNullable<Awaited<ReturnType<typeof findOpenInvitation>>>;

/** Uses an invitation up. False where somebody else did, or it was withdrawn or replaced, since it was read. */
export async function takeInvitation(db: Db, id: string, token: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('invitation')
    .where('id', '=', id)
    .where('tokenHash', '=', hashOfToken(token))
    .executeTakeFirst();
  return numDeletedRows === 1n;
}
