import { Member } from '@sign-display/contracts/rest/organizations';
import type { Role } from '@sign-display/contracts/roles';
import { sql } from 'kysely';
import type { Db, Trx } from '../db/database-types.ts';
import { viewOf } from '../http/row-to-response.ts';
import type { Activity } from './read-member-activity.ts';
import type { MailState } from '../mail/send-mail-with-retries.ts';

/** Members, and those who are invited to become one: a person is `invited` as long as they have no account in the organization. */

/** `activity`: of a member, for admins. */
export const memberView = (
  { activity, ...row }: MemberRow & { activity?: Activity | undefined },
  isForAdmin: boolean,
) =>
  viewOf(Member, {
    ...row,
    ...activity,
    userId: row.id,
    state: row.invitationExpiresAt === null ? 'member' : 'invited',
    invitationMail: row.mailState,
    invitationMailReason: row.mailReason,
    invitedBy: row.inviterId === null || row.inviterName === null ? null : { id: row.inviterId, name: row.inviterName },
    ...(isForAdmin &&
      row.mailAttempts !== null && { attempts: row.mailAttempts, nextAttemptAt: row.mailNextAttemptAt }),
  });

function everybody(db: Db, organizationId: string) {
  const members = db
    .selectFrom('member')
    .innerJoin('user', 'user.id', 'member.userId')
    .where('member.organizationId', '=', organizationId)
    .select(['user.id', 'user.email', 'member.role', 'member.createdAt as since'])
    .select(({ ref }) => ref('user.name').$castTo<string | null>().as('name'))
    .select(sql<Date | null>`null::timestamptz`.as('invitationExpiresAt'))
    .select(sql<MailState | null>`null`.as('mailState'))
    .select(sql<string | null>`null`.as('mailReason'))
    .select(sql<number | null>`null::integer`.as('mailAttempts'))
    .select(sql<Date | null>`null::timestamptz`.as('mailNextAttemptAt'))
    .select(sql<string | null>`null`.as('inviterId'))
    .select(sql<string | null>`null`.as('inviterName'));
  const invited = db
    .selectFrom('invitation')
    .leftJoin('user as inviter', 'inviter.id', 'invitation.invitedBy')
    .where('organizationId', '=', organizationId)
    .select([sql<string>`invitation.id::text`.as('id'), 'invitation.email', 'role', 'invitation.createdAt as since'])
    .select(sql<string | null>`null`.as('name'))
    .select(({ ref }) => ref('expiresAt').$castTo<Date | null>().as('invitationExpiresAt'))
    .select(['mailState', 'mailReason'])
    .select(({ ref }) => ref('mailAttempts').$castTo<number | null>().as('mailAttempts'))
    .select(['mailNextAttemptAt', 'inviter.id as inviterId', 'inviter.name as inviterName']);
  return db.selectFrom(members.unionAll(invited).as('person')).selectAll();
}

/** By their identifiers, those after `afterId` where given; at most `limit`. */
export function listMembers(db: Db, organizationId: string, afterId: string | null, limit: number) {
  return everybody(db, organizationId)
    .$if(afterId !== null, (query) => query.where('id', '>', afterId))
    .orderBy('id')
    .limit(limit)
    .execute();
}

export function findMember(db: Db, organizationId: string, id: string) {
  return everybody(db, organizationId).where('id', '=', id).executeTakeFirst();
}

/** `id` is the user's identifier, or the invitation's. `mailState` is null also for an invitation from before this was noted. */
export type MemberRow = NonNullable<Awaited<ReturnType<typeof findMember>>>;

/** Until this transaction ends nobody's role in the organization is changed or taken (`lockOwners`). */
export async function lockMembers(transaction: Trx, organizationId: string): Promise<void> {
  await transaction.selectFrom('organization').select('id').where('id', '=', organizationId).forShare().execute();
}

/** How many owners there are; no other transaction makes or unmakes one until this one ends. */
export async function lockOwners(transaction: Trx, organizationId: string): Promise<number> {
  // The organization's row stands for the set: two who remove one another's ownership queue here.
  await transaction.selectFrom('organization').select('id').where('id', '=', organizationId).forNoKeyUpdate().execute();
  const owners = await transaction
    .selectFrom('member')
    .select('userId')
    .where('organizationId', '=', organizationId)
    .where('role', '=', 'owner')
    .execute();
  return owners.length;
}

const isInvitation = ({ invitationExpiresAt }: MemberRow): boolean => invitationExpiresAt !== null;

/** `by`: who gives the role. They vouch for an invitation from then on. */
export async function setRole(db: Db, organizationId: string, person: MemberRow, role: Role, by: string) {
  const change = isInvitation(person)
    ? db.updateTable('invitation').set({ role, invitedBy: by }).where('id', '=', person.id)
    : db
        .updateTable('member')
        .set({ role })
        .where('organizationId', '=', organizationId)
        .where('userId', '=', person.id);
  await change.execute();
}

export async function removeMember(db: Db, organizationId: string, person: MemberRow): Promise<void> {
  const removal = isInvitation(person)
    ? db.deleteFrom('invitation').where('id', '=', person.id)
    : db.deleteFrom('member').where('organizationId', '=', organizationId).where('userId', '=', person.id);
  await removal.execute();
}
