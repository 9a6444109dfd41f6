import type { Member } from '@sign-display/contracts/rest/organizations';
import { ROLES } from '@sign-display/contracts/roles';
import { expect, test } from 'vitest';
import {
  countByRole,
  invitationsOf,
  invitationStateOf,
  matches,
  membersOf,
  rolesToGive,
  whyNotChange,
  withdrawnBy,
} from './people-list.ts';

const NOW = Date.parse('2026-11-14T18:42:31Z');
const member = (name: string, more: Partial<Member> = {}): Member => ({
  userId: name,
  email: `${name}@hall.example`,
  name,
  role: 'viewer',
  state: 'member',
  since: '2026-03-03T09:00:00Z',
  invitationExpiresAt: null,
  invitationMail: null,
  invitationMailReason: null,
  invitedBy: null,
  ...more,
});
const invited = (email: string, more: Partial<Member> = {}): Member =>
  member(email, { name: null, state: 'invited', invitationExpiresAt: '2026-11-17T18:00:00Z', ...more });

test.each([
  [{ invitationMail: 'failed', invitationMailReason: 'No such domain' }, 'failed'],
  [{ invitationMail: 'sending', invitationMailReason: 'Mailbox full' }, 'retrying'],
  [{ invitationMail: 'sending' }, 'sending'],
  [{ invitationMail: 'sent' }, 'waiting'],
  [{}, 'by-link'],
  [{ invitationMail: 'failed', invitationExpiresAt: '2026-11-14T18:42:31Z' }, 'expired'],
] as const)('A2: the invitation %j is shown as %s', (more, state) => {
  expect(invitationStateOf(invited('ada', more), NOW)).toBe(state);
});

test('A2: invitations that were not delivered come first, then the newest', () => {
  const people = [
    invited('waits', { invitationMail: 'sent' }),
    invited('newer', { invitationMail: 'sent', since: '2026-11-12T09:00:00Z' }),
    invited('failed', { invitationMail: 'failed' }),
    member('Ada'),
  ];
  expect(invitationsOf(people, NOW).map(({ email }) => email.split('@')[0])).toEqual(['failed', 'newer', 'waits']);
});

test('A2: members are in the order of their names, and an empty name counts as its address', () => {
  const people = [member('Übelacker'), member('Zoe'), member('ada'), member('m', { name: '' }), invited('x')];
  expect(membersOf(people).map(({ userId }) => userId)).toEqual(['ada', 'm', 'Übelacker', 'Zoe']);
});

test('A2: a search finds people by parts of name and address, in any order', () => {
  expect(matches(member('Maren Oyelaran', { email: 'mo@hall.example' }), 'oye MO@')).toBe(true);
  expect(matches(member('Maren'), 'tim')).toBe(false);
  expect(matches(member('Maren'), '')).toBe(true);
});

test('A2: no role changes one above its own, and the last owner stays', () => {
  expect(whyNotChange('operator', member('a'), 1)).toBe('onlyAdmins');
  expect(whyNotChange('admin', member('a', { role: 'owner' }), 2)).toBe('aboveYours');
  expect(whyNotChange('owner', member('a', { role: 'owner' }), 1)).toBe('lastOwner');
  expect(whyNotChange('owner', member('a', { role: 'owner' }), 2)).toBeNull();
  expect(whyNotChange('owner', invited('a', { role: 'owner' }), 1)).toBeNull();
  expect(ROLES.map((role) => rolesToGive(role).length)).toEqual([1, 2, 3, 4]);
});

test('A2: a lower role and a removal withdraw the invitations that the person could not send with it', () => {
  const by = { invitedBy: { id: 'tim', name: 'Tim' } };
  const people = [invited('a', by), invited('b', { ...by, role: 'owner' }), invited('c')];
  expect(withdrawnBy(people, 'tim', 'admin')).toBe(1);
  expect(withdrawnBy(people, 'tim', 'operator')).toBe(2);
  expect(withdrawnBy(people, 'tim', null)).toBe(2);
  expect(countByRole([...people, member('m')])).toEqual({ viewer: 1, operator: 0, admin: 0, owner: 0 });
});
