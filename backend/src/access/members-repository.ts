import type { Member } from '@sign-display/contracts/rest/organizations';
import type { Role } from '@sign-display/contracts/roles';
import type { Kysely } from 'kysely';
import type { Database } from '../db/schema.ts';

interface MemberRow {
  userId: string;
  email: string;
  name: string;
  role: Role;
  createdAt: Date;
}

export const memberView = ({ userId, email, name, role, createdAt }: MemberRow): Member => ({
  userId,
  email,
  name,
  role,
  state: 'member',
  since: createdAt.toISOString(),
  invitationExpiresAt: null,
});

/** The members of an organization by their identifiers, those after `afterId` where given; at most `limit`. */
export function listMembers(
  db: Kysely<Database>,
  organizationId: string,
  afterId: string | null,
  limit: number,
): Promise<MemberRow[]> {
  return db
    .selectFrom('member')
    .innerJoin('user', 'user.id', 'member.userId')
    .where('member.organizationId', '=', organizationId)
    .$if(afterId !== null, (query) => query.where('member.userId', '>', afterId))
    .select(['member.userId', 'user.email', 'user.name', 'member.role', 'member.createdAt'])
    .orderBy('member.userId')
    .limit(limit)
    .execute();
}
