import type { Member } from '@sign-display/contracts/rest/organizations';
import type { Role } from '@sign-display/contracts/roles';
import { mayManagePeople, ROLES_BY_STRENGTH, roleReaches } from '../../features/shell/permissions.ts';

/** What the page of people shows of the members and invitations that the service lists. Pure. */

/** `by-link`: no mail was sent, so the inviter gives the link to the person. */
export type InvitationState = 'failed' | 'retrying' | 'sending' | 'expired' | 'waiting' | 'by-link';

/** Worst first. */
const ORDER: readonly InvitationState[] = ['failed', 'retrying', 'expired', 'by-link', 'sending', 'waiting'];

export function invitationStateOf(invitation: Member, nowMs: number): InvitationState {
  if (Date.parse(invitation.invitationExpiresAt ?? '') <= nowMs) return 'expired';
  switch (invitation.invitationMail) {
    case 'failed':
      return 'failed';
    case 'sending':
      return invitation.invitationMailReason === null ? 'sending' : 'retrying';
    case 'sent':
      return 'waiting';
    case null:
      return 'by-link';
  }
}

export const isUndelivered = (state: InvitationState): boolean => state === 'failed' || state === 'retrying';

const byName = new Intl.Collator(undefined, { numeric: true });

/** By name; who has none by the address. */
export const nameOf = ({ name, email }: Pick<Member, 'name' | 'email'>): string => name || email;

export const membersOf = (people: readonly Member[]): Member[] =>
  people
    .filter(({ state }) => state === 'member')
    .toSorted((a, b) => byName.compare(nameOf(a), nameOf(b)) || a.userId.localeCompare(b.userId));

/** The ones that need an admin first, then the newest. */
export const invitationsOf = (people: readonly Member[], nowMs: number): Member[] =>
  people
    .filter(({ state }) => state === 'invited')
    .toSorted(
      (a, b) =>
        ORDER.indexOf(invitationStateOf(a, nowMs)) - ORDER.indexOf(invitationStateOf(b, nowMs)) ||
        b.since.localeCompare(a.since),
    );

/** Whether each word of `text` is in the person's name or address. */
export function matches(person: Member, text: string): boolean {
  const whole = `${person.name ?? ''} ${person.email}`.toLocaleLowerCase();
  return text
    .toLocaleLowerCase()
    .split(/\s+/u)
    .every((word) => whole.includes(word));
}

/** How many members have each role. */
export function countByRole(people: readonly Member[]): Record<Role, number> {
  const counts: Record<Role, number> = { viewer: 0, operator: 0, admin: 0, owner: 0 };
  for (const { state, role } of people) if (state === 'member') counts[role] += 1;
  return counts;
}

/** Why somebody's role can't be changed, or the person not be removed; null: it can. */
export type WhyNot = 'onlyAdmins' | 'aboveYours' | 'lastOwner' | null;

export function whyNotChange(own: Role, person: Pick<Member, 'role' | 'state'>, owners: number): WhyNot {
  if (!mayManagePeople(own)) return 'onlyAdmins';
  if (!roleReaches(own, person.role)) return 'aboveYours';
  return person.state === 'member' && person.role === 'owner' && owners <= 1 ? 'lastOwner' : null;
}

/** How many open invitations by this person end when the person's role becomes `to`; null: removed. */
export const withdrawnBy = (people: readonly Member[], userId: string, to: Role | null): number =>
  people.filter(
    ({ state, invitedBy, role }) =>
      state === 'invited' && invitedBy?.id === userId && !(to !== null && mayManagePeople(to) && roleReaches(to, role)),
  ).length;

/** The roles that someone with the role `own` can give. */
export const rolesToGive = (own: Role): Role[] => ROLES_BY_STRENGTH.filter((role) => roleReaches(own, role));
