import type { Refusal } from '@sign-display/contracts/error-codes';
import { ROUTES } from '@sign-display/contracts/routes';
import { roleSuffices, type Role } from '@sign-display/contracts/roles';
import type { Clock } from '@sign-display/contracts/clock-and-random';
import { recordAudit } from '../audit/audit-log.ts';
import type { SignedInAuthor } from '../http/change-author-types.ts';
import type { Db } from '../db/database-types.ts';
import { withdrawInvitations } from './invitations-repository.ts';
import { findMember, lockOwners, removeMember, setRole, type MemberRow } from './members-repository.ts';
import { roleOf } from './role-checks.ts';

interface MemberChange {
  /** The role of who makes the change. */
  by: Role;
  from: Role;
  /** Null: removed. */
  to: Role | null;
  isInvited: boolean;
  owners: number;
}

/**
 * Whether a change of a member is right: nobody gives or takes what is above their own role, and an organization keeps an owner, or
 * nobody could ever give that role again.
 */
export function judgeMemberChange({ by, from, to, isInvited, owners }: MemberChange): Refusal | null {
  if (!roleSuffices(by, from) || (to !== null && !roleSuffices(by, to))) return { code: 'forbidden' };
  if (!isInvited && from === 'owner' && to !== 'owner' && owners <= 1) {
    return { code: 'conflict', detail: 'An organization must have an owner. Make another member an owner first.' };
  }
  return null;
}

const CHANGES_MEMBERS = ROUTES['PATCH /api/organizations/:id/members/:userId'].role;

export interface MemberDependencies {
  db: Db;
  clock: Clock;
  /** What a person wants to be told of an organization's events is forgotten: whoever comes back asks anew. */
  forgetSubscriptions(trx: Db, organizationId: string, userId: string): Promise<void>;
}

interface Target {
  organizationId: string;
  /** A user's identifier, or an invitation's. */
  memberId: string;
}

/** Gives a member (or somebody invited) another role, or with null removes them; the change is judged and made in one transaction. */
export function changeMember(
  { db, clock, forgetSubscriptions }: MemberDependencies,
  author: SignedInAuthor,
  { organizationId, memberId }: Target,
  to: Role | null,
): Promise<MemberRow | Refusal> {
  return db.transaction().execute(async (transaction) => {
    const owners = await lockOwners(transaction, organizationId);
    // Asked again under the lock: a role that was taken from the caller a moment ago gives nothing any more.
    const by = await roleOf(transaction, author.person.id, organizationId);
    const person = await findMember(transaction, organizationId, memberId);
    if (by === null || !person) return { code: 'not_found' };
    if (!roleSuffices(by, CHANGES_MEMBERS)) return { code: 'forbidden' };
    const isInvited = person.invitationExpiresAt !== null;
    const refused = judgeMemberChange({ by, from: person.role, to, isInvited, owners });
    if (refused) return refused;
    if (to === null) {
      await forgetSubscriptions(transaction, organizationId, person.id);
      await removeMember(transaction, organizationId, person);
    } else await setRole(transaction, organizationId, person, to, author.person.id);
    const withdrawn = isInvited ? 0 : await withdrawInvitations(transaction, organizationId, memberId, to);
    const entry = {
      organizationId,
      action: to === null ? 'member.remove' : 'member.update',
      target: { type: 'member', id: memberId },
      detail: {
        email: person.email,
        from: person.role,
        to,
        isInvited,
        ...(withdrawn > 0 && { invitationsWithdrawn: withdrawn }),
      },
    };
    await recordAudit(transaction, author, entry, clock.now());
    return { ...person, role: to ?? person.role };
  });
}
