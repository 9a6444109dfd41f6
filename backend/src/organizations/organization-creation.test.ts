import { ORGANIZATION_CREATION, ROLES, type OrganizationCreation, type Role } from '@sign-display/contracts/roles';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../testing/create-test-database.ts';
import { problemOf, startTestService, type Person, type TestService } from '../access/testing/test-service.ts';

/** Who may make an organization, by the setting `ORGANIZATION_CREATION`. */

const WHO = ['stranger', ...ROLES] as const;
type Who = (typeof WHO)[number];

const MAKERS: Record<OrganizationCreation, readonly Who[]> = {
  admins: ['admin', 'owner'],
  anyone: WHO,
  nobody: [],
};

let database: TestDatabase;
let services: Record<OrganizationCreation, TestService>;
const people = {} as Record<Who, Person>;
let organizationId: string;

beforeAll(async () => {
  database = await createTestDatabase();
  const start = (creation: OrganizationCreation) =>
    startTestService({ database, env: { ORGANIZATION_CREATION: creation } });
  services = { anyone: await start('anyone'), admins: await start('admins'), nobody: await start('nobody') };
  const { makePerson, setRole } = services.anyone;
  people.owner = await makePerson('owner');
  const made = await people.owner.call('POST', '/api/organizations', { name: 'Opera' });
  organizationId = (made.body as { id: string }).id;
  for (const who of WHO) {
    people[who] ??= await makePerson(who);
    if (who !== 'stranger') await setRole(organizationId, people[who].id, who satisfies Role);
  }
});
afterAll(async () => {
  await services.admins.close();
  await services.nobody.close();
  await services.anyone.close();
  await database.drop();
});

const create = (setting: OrganizationCreation, { token }: Person) =>
  services[setting].call('POST', '/api/organizations', { name: 'Another' }, { authorization: `Bearer ${token}` });
const dissolve = (id: string) => database.db.deleteFrom('member').where('organizationId', '=', id).execute();

describe.each(ORGANIZATION_CREATION)('H4: with ORGANIZATION_CREATION=%s', (setting) => {
  test.each(WHO)('%s', async (who) => {
    const reply = await create(setting, people[who]);
    if (MAKERS[setting].includes(who)) {
      expect(reply).toMatchObject({ status: 201, body: { name: 'Another', role: 'owner' } });
      // Who owns one is an owner in the tests that follow.
      await dissolve((reply.body as { id: string }).id);
    } else expect(problemOf(reply).code).toBe('forbidden');
  });
});

describe('H4: a viewer with a photographed QR', () => {
  test('can’t claim it for an organization of their own, and the attempt is in the audit log (M5)', async () => {
    const { viewer } = people;
    expect(problemOf(await create('admins', viewer)).code).toBe('forbidden');
    const claims = await services.admins.call(
      'POST',
      '/api/signs/claim/start',
      { shortCode: 'VE05BR', signId: '00000000-0000-4000-8000-000000000000' },
      { authorization: `Bearer ${viewer.token}` },
    );
    expect(problemOf(claims).code).toBe('forbidden');
    const rows = await database.db
      .selectFrom('audit')
      .select(['organizationId', 'action', 'outcome', 'targetId'])
      .where('actorId', '=', viewer.id)
      .where('action', '=', 'organization.create')
      .orderBy('seq', 'desc')
      .limit(1)
      .execute();
    expect(rows).toEqual([
      { organizationId, action: 'organization.create', outcome: 'denied', targetId: organizationId },
    ]);
  });

  test('who was an admin and is one no more may not either', async () => {
    const { setRole, makePerson } = services.anyone;
    const former = await makePerson('former');
    await setRole(organizationId, former.id, 'admin');
    const made = await create('admins', former);
    expect(made.status).toBe(201);
    await dissolve((made.body as { id: string }).id);
    await setRole(organizationId, former.id, 'operator');
    expect(problemOf(await create('admins', former)).code).toBe('forbidden');
  });
});
