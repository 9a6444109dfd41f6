import { roleSuffices } from '@sign-display/contracts/roles';
import { ROUTES, routeAddress, type Route, type RouteKey } from '@sign-display/contracts/routes';
import { expect } from 'vitest';
import { addressOf, type Fixture } from './role-table-requests.ts';
import type { RoleTableWorld, Who } from './role-table-world.ts';
import { problemOf, type Reply } from './test-service.ts';

/** The answer that the contract's role table gives to each person, and the check of a real answer against it. */

/** `pass`: the person may. */
export type Verdict = 'pass' | 'unauthenticated' | 'not_found' | 'forbidden';

/** `isAnywhere`: a role in any organization suffices. */
export function verdict(needed: Route['role'], who: Who, isAnywhere: boolean): Verdict {
  if (needed === 'none') return 'pass';
  if (who === 'nobody') return 'unauthenticated';
  if (needed === 'any') return 'pass';
  // Without SYSTEM_OWNERS they are the owners of the oldest organization.
  if (needed === 'systemOwner') return who === 'owner' ? 'pass' : 'forbidden';
  if (who === 'outsider') return isAnywhere ? 'pass' : 'not_found';
  if (who === 'stranger') return isAnywhere ? 'forbidden' : 'not_found';
  return roleSuffices(who, needed) ? 'pass' : 'forbidden';
}

/** A claim is begun before its organization is chosen: who may claim for any may begin one. */
export const ANYWHERE: RouteKey[] = ['POST /api/signs/claim/start', 'POST /api/organizations'];

/** The role that a route asks for. Of a new organization nobody is a member yet: the service's setting says who may make it, here the default. */
export const neededFor = (key: RouteKey): Route['role'] =>
  key === 'POST /api/organizations' ? 'admin' : ROUTES[key].role;

/** Sends the request of a fixture as this person, in a session of its own. */
export function ask(
  world: RoleTableWorld,
  key: RouteKey,
  who: Who,
  fixture: Fixture,
  session: { mfa?: boolean } = {},
): Promise<Reply> {
  const { body, headers } = fixture;
  const given = { ...(body !== undefined && { body }), ...(headers && { headers }), ...session };
  return world.ask(who, { method: routeAddress(key).method, url: addressOf(key, fixture), ...given });
}

/** The answers of a route that has done what it was asked for. */
const successes = ({ response, produces }: Route): number[] =>
  produces
    ? [200]
    : Object.keys(response)
        .map(Number)
        .filter((status) => status < 300);

export function expectPass(key: RouteKey, reply: Reply, { passes }: Fixture): void {
  if (passes !== undefined) return expect(problemOf(reply).code).toBe(passes);
  if (key === 'GET /api/signs/:id/screenshot') return expect(problemOf(reply).detail).toMatch(/screenshot/);
  expect(successes(ROUTES[key])).toContain(reply.status);
}
