import { roleSuffices, ROLES } from '@sign-display/contracts/roles';
import { expect, test } from 'vitest';
import { ROLES_BY_STRENGTH, roleReaches } from './permissions.ts';

test('A1: pages rank the roles as the contract does', () => {
  expect(ROLES_BY_STRENGTH).toEqual(ROLES);
  for (const role of ROLES)
    for (const needed of ROLES) expect(roleReaches(role, needed)).toBe(roleSuffices(role, needed));
});
