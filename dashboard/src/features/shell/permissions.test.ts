import { roleSuffices, ROLES } from '@sign-display/contracts/roles';
import { expect, test } from 'vitest';
import { mayOpen, ROLES_BY_STRENGTH, roleReaches } from './permissions.ts';

test('A1: pages rank the roles as the contract does', () => {
  expect(ROLES_BY_STRENGTH).toEqual(ROLES);
  for (const role of ROLES)
    for (const needed of ROLES) expect(roleReaches(role, needed)).toBe(roleSuffices(role, needed));
});

test('A10: only system owners have a link to the system page, a viewer none to the claims, and each member one to the loaded content', () => {
  for (const role of [...ROLES, undefined]) {
    expect(mayOpen('system', { role, isSystemOwner: false })).toBe(false);
    expect(mayOpen('system', { role, isSystemOwner: true })).toBe(true);
    expect(mayOpen('claimAttempts', { role, isSystemOwner: true })).toBe(role !== 'viewer');
    for (const name of ['contentFetches', 'eventContentFetches'] as const)
      expect(mayOpen(name, { role, isSystemOwner: false })).toBe(true);
    expect(mayOpen('people', { role, isSystemOwner: false })).toBe(true);
  }
});
