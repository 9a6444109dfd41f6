import { expect, it } from 'vitest';
import type { Role } from '@sign-display/contracts/roles';
import { mayStay } from './dashboard-access.ts';

const roles = (given: Record<string, Role>) => new Map(Object.entries(given));
const before = roles({ opera: 'viewer', museum: 'admin' });

/** The socket was opened with the roles of `before`. */
it.each([
  ['the session is over', 'opera', undefined, false],
  ['the session of one who watches nothing is over', null, undefined, false],
  ['nothing has changed', 'opera', before, true],
  ['nothing has changed of one who watches nothing', null, before, true],
  ['the role is gone', 'opera', roles({ museum: 'admin' }), false],
  ['the role is a higher one', 'opera', roles({ opera: 'owner', museum: 'admin' }), false],
  ['the role is a lower one', 'museum', roles({ opera: 'viewer', museum: 'viewer' }), false],
  ['another role is gone', 'opera', roles({ opera: 'viewer' }), true],
  ['another role changed', 'opera', roles({ opera: 'viewer', museum: 'viewer' }), true],
  ['a role came', 'opera', roles({ opera: 'viewer', museum: 'admin', theatre: 'owner' }), true],
  ['a role is gone of one who watches nothing', null, roles({ opera: 'viewer' }), false],
  ['a role changed of one who watches nothing', null, roles({ opera: 'viewer', museum: 'owner' }), false],
  ['a role came of one who watches nothing', null, roles({ opera: 'viewer', museum: 'admin', theatre: 'owner' }), true],
] as const)('A3: %s (watching: %s)', (_what, organizationId, now, stays) => {
  expect(mayStay({ sessionId: 'session', roles: before, organizationId }, now)).toBe(stays);
});
