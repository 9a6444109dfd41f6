import { describe, expect, test } from 'vitest';
import { ROLES, roleSuffices, type Role } from './roles.ts';

describe('A2: roles', () => {
  test.each<[Role, Role[]]>([
    ['viewer', ['viewer']],
    ['operator', ['viewer', 'operator']],
    ['admin', ['viewer', 'operator', 'admin']],
    ['owner', ['viewer', 'operator', 'admin', 'owner']],
  ])('A2: %s may do what %j may, and no more', (role, may) => {
    expect(ROLES.filter((needed) => roleSuffices(role, needed))).toEqual(may);
  });
});
