import { COMMAND_ROLES } from '@sign-display/contracts/rest/commands';
import { ROLES } from '@sign-display/contracts/roles';
import { ROUTES, type RouteKey } from '@sign-display/contracts/routes';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { COMMAND_FIXTURES, FIXTURES } from './testing/role-table-requests.ts';
import { ANYWHERE, ask, expectPass, neededFor, verdict, type Verdict } from './testing/role-table-verdicts.ts';
import { startRoleTableWorld, WHO, type RoleTableWorld, type Who } from './testing/role-table-world.ts';
import { problemOf } from './testing/test-service.ts';

/** A6: the role table once more, in an organization that requires a second factor. */

const keys = Object.keys(ROUTES) as RouteKey[];
const isMember = (who: Who): boolean => (ROLES as readonly string[]).includes(who);
const isOfRole = (key: RouteKey): boolean => (ROLES as readonly string[]).includes(neededFor(key));

let world: RoleTableWorld;
beforeAll(async () => {
  world = await startRoleTableWorld();
  const { db } = world.service.database;
  const { organizationId } = world.own;
  await db.updateTable('organization').set({ mfaRequired: true }).where('id', '=', organizationId).execute();
  // The requests of the table name the first version.
  await db.updateTable('organization').set({ version: 1 }).where('id', '=', organizationId).execute();
});
afterAll(() => world.service.close());

/** The answer to a session without a second factor: only a request that would pass by a role of this organization is refused for the session. */
const withoutFactor = (told: Verdict, who: Who): Verdict | 'mfa_required' =>
  told === 'pass' && isMember(who) ? 'mfa_required' : told;

describe.each(keys.filter(isOfRole))('A6: %s in an organization that requires a second factor', (key) => {
  test.each(WHO)(
    'a session of %s without a second factor gets mfa_required if the role allows the request, else the usual answer',
    async (who) => {
      const fixture = await FIXTURES[key](world.own);
      const reply = await ask(world, key, who, fixture);
      if (key === 'POST /api/organizations' && reply.status === 201)
        await world.dissolve((reply.body as { id: string }).id);
      const expected = withoutFactor(verdict(neededFor(key), who, ANYWHERE.includes(key)), who);
      if (expected === 'pass') expectPass(key, reply, fixture);
      else expect(problemOf(reply).code).toBe(expected);
    },
  );

  test('an owner’s session with a second factor has access to an organization that requires one', async () => {
    const fixture = await FIXTURES[key](world.own);
    const reply = await ask(world, key, 'owner', fixture, { mfa: true });
    if (key === 'POST /api/organizations') await world.dissolve((reply.body as { id: string }).id);
    expect(reply.status).not.toBe(403);
    expectPass(key, reply, fixture);
  });
});

describe('A6: routes that concern only the person', () => {
  const ofPerson = keys.filter((key) => ROUTES[key].role === 'any' && key !== 'POST /api/organizations');
  test.each(ofPerson)(
    '%s answers a session without a second factor, because it concerns only the person',
    async (key) => {
      const fixture = await FIXTURES[key](world.own);
      const reply = await ask(world, key, 'viewer', fixture);
      expect(reply.status).not.toBe(403);
      expectPass(key, reply, fixture);
    },
  );
});

test.each(COMMAND_FIXTURES.flatMap((one) => WHO.filter(isMember).map((who) => ({ ...one, who }))))(
  'A6: $key refuses $command to $who without a second factor, with mfa_required if the role allows it',
  async ({ command, key, make, who }) => {
    const reply = await ask(world, key, who, await make(world.own));
    expect(problemOf(reply).code).toBe(withoutFactor(verdict(COMMAND_ROLES[command], who, false), who));
  },
);

test('A6: an mfa_required answer has the status 403 and says that the session has no second factor', async () => {
  const reply = await ask(world, 'GET /api/organizations/:id', 'viewer', {
    params: { id: world.own.organizationId },
  });
  expect(problemOf(reply)).toMatchObject({
    status: 403,
    code: 'mfa_required',
    detail: expect.stringMatching(/^This session was opened without a second factor, and this needs one\./) as string,
  });
});

test('A6: a new sign with a forbidden URL gets mfa_required without a second factor, and invalid_url only with one', async () => {
  const { db } = world.service.database;
  const hosts = (allowedUrlHosts: string[]) =>
    db.updateTable('organization').set({ allowedUrlHosts }).where('id', '=', world.own.organizationId).execute();
  await hosts(['allowed.example']);
  try {
    for (const key of ['POST /api/signs', 'POST /api/signs/claim'] as const) {
      const fixture = await FIXTURES[key](world.own);
      const elsewhere = { ...fixture, body: { ...(fixture.body as object), url: 'https://other.example/' } };
      expect(problemOf(await ask(world, key, 'owner', elsewhere)).code).toBe('mfa_required');
      expect(problemOf(await ask(world, key, 'owner', elsewhere, { mfa: true })).code).toBe('invalid_url');
    }
  } finally {
    await hosts([]);
  }
});
