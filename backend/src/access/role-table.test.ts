import { COMMAND_ROLES } from '@sign-display/contracts/rest/commands';
import { ROLES, roleSuffices, type Role } from '@sign-display/contracts/roles';
import { ROUTES, routeAddress, type Route, type RouteKey } from '@sign-display/contracts/routes';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { servedRoutes } from '../http/openapi/openapi-routes.ts';
import { addressOf, COMMAND_FIXTURES, FIXTURES, type Fixture } from './testing/role-table-requests.ts';
import { startRoleTableWorld, WHO, type RoleTableWorld, type Who } from './testing/role-table-world.ts';
import { problemOf, type Reply } from './testing/test-service.ts';

/** Every route × who asks: the contract's role table, as the service keeps it. A request is right in everything but who makes it. */

const keys = Object.keys(ROUTES) as RouteKey[];

let world: RoleTableWorld;
beforeAll(async () => {
  world = await startRoleTableWorld();
});
afterAll(() => world.service.close());

/** What somebody must be told, by the role that is needed; `pass`: that they may. */
function verdict(
  needed: Route['role'],
  who: Who,
  isAnywhere: boolean,
): 'pass' | 'unauthenticated' | 'not_found' | 'forbidden' {
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
const ANYWHERE: RouteKey[] = ['POST /api/signs/claim/start', 'POST /api/organizations'];
/** The role that a route asks for. Of a new organization nobody is a member yet: the service's setting says who may make it, here the default. */
const neededFor = (key: RouteKey): Route['role'] => (key === 'POST /api/organizations' ? 'admin' : ROUTES[key].role);

const ask = (key: RouteKey, who: Who, fixture: Fixture): Promise<Reply> => {
  const { body, headers } = fixture;
  const given = { ...(body !== undefined && { body }), ...(headers && { headers }) };
  return world.ask(who, { method: routeAddress(key).method, url: addressOf(key, fixture), ...given });
};

/** The answers of a route that has done what it was asked for. */
const successes = ({ response, produces }: Route): number[] =>
  produces
    ? [200]
    : Object.keys(response)
        .map(Number)
        .filter((status) => status < 300);

function expectPass(key: RouteKey, reply: Reply, { passes }: Fixture): void {
  if (passes !== undefined) return expect(problemOf(reply).code).toBe(passes);
  if (key === 'GET /api/signs/:id/screenshot') return expect(problemOf(reply).detail).toMatch(/screenshot/);
  expect(successes(ROUTES[key])).toContain(reply.status);
}

test('A2: what is served is the table', () => {
  expect(servedRoutes(world.service.app.http as never)).toEqual(keys);
  expect(Object.keys(FIXTURES)).toEqual(keys);
});

describe.each(keys)('A2: %s', (key) => {
  const needed = neededFor(key);

  test.each(WHO)('%s', async (who) => {
    const fixture = await FIXTURES[key](world.own);
    const reply = await ask(key, who, fixture);
    // Who makes an organization owns it, and would be somebody else in the rest of the table.
    if (key === 'POST /api/organizations' && reply.status === 201)
      await world.dissolve((reply.body as { id: string }).id);
    const expected = verdict(needed, who, ANYWHERE.includes(key));
    if (expected === 'pass') expectPass(key, reply, fixture);
    else expect(problemOf(reply).code).toBe(expected);
  });
});

describe('A2: a command needs its own role', () => {
  const cases = COMMAND_FIXTURES.filter(({ key }) => keys.includes(key)).flatMap((one) =>
    WHO.map((who) => ({ ...one, who })),
  );
  test.each(cases)('$command by $key, asked by $who', async ({ command, key, make, who }) => {
    const fixture = await make(world.own);
    const reply = await ask(key, who, fixture);
    const expected = verdict(COMMAND_ROLES[command], who, false);
    if (expected === 'pass') expectPass(key, reply, fixture);
    else expect(problemOf(reply).code).toBe(expected);
  });
});

describe('A1: of another organization nothing is told, not even that it is there', () => {
  const about = keys.filter(
    (key) => (ROLES as readonly string[]).includes(ROUTES[key].role) && !ANYWHERE.includes(key),
  );

  test.each(about)('%s answers as if there were nothing', async (key) => {
    const fixture = await FIXTURES[key](world.own);
    const elsewhere = await ask(key, 'outsider', fixture);
    // The same request about what is nowhere: every identifier in it ends otherwise.
    const nowhere = JSON.parse(
      JSON.stringify(fixture).replaceAll(
        /([0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-)[0-9a-f]{12}/g,
        '$1000000000000',
      ),
    ) as Fixture;
    expect(nowhere).not.toEqual(fixture);
    const missing = await ask(key, 'outsider', nowhere);
    expect(problemOf(elsewhere).code).toBe('not_found');
    expect(elsewhere.body).toEqual(missing.body);
  });

  const weaker = (role: Role) => ROLES[ROLES.indexOf(role) - 1];
  test('A2: there is somebody too weak for every role but the weakest', () => {
    expect(ROLES.map(weaker)).toEqual([undefined, 'viewer', 'operator', 'admin']);
  });
});
