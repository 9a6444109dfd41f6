import { makeUuidV7 } from '@sign-display/contracts/identifier-generation';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { systemClock } from '../adapters/system-clock.ts';
import { systemRandom } from '../adapters/system-random.ts';
import { problemOf, startTestService, type Person, type TestService } from '../access/testing/test-service.ts';

/** Two people change one organization's settings (promise D9). */

let service: TestService;
let ada: Person;
let grace: Person;
let id: string;
const url = () => `/api/organizations/${id}`;
const patch = (person: Person, body: object, ifMatch?: string) =>
  person.call('PATCH', url(), body, ifMatch === undefined ? {} : { 'if-match': ifMatch });
const read = async (person = ada) => (await person.call('GET', url())).body as Record<string, unknown>;

beforeAll(async () => {
  service = await startTestService({ env: { LINK_HANDSHAKE_ENABLED: 'false' } });
  ada = await service.makePerson('ada');
  grace = await service.makePerson('grace');
});
beforeEach(async () => {
  id = ((await ada.call('POST', '/api/organizations', { name: 'Opera' })).body as { id: string }).id;
  await service.setRole(id, grace.id, 'admin');
});
afterAll(() => service.close());

test('a new organization is version 1, by its owner, in no language of its own', async () => {
  const reply = await ada.call('GET', url());
  expect(reply.headers.etag).toBe('"1"');
  expect(reply.body).toMatchObject({
    version: 1,
    language: null,
    linkHandshakeEnabled: null,
    linkHandshakeDefault: false,
    updatedBy: { id: ada.id, name: 'ada' },
  });
});

describe('D9: a change of an organization', () => {
  test('is refused with precondition_required and not made if it has no If-Match', async () => {
    expect(problemOf(await patch(ada, { name: 'Theatre' })).code).toBe('precondition_required');
    expect(await read()).toMatchObject({ name: 'Opera', version: 1 });
  });

  test('is refused with 412 and the present version if its If-Match is older', async () => {
    const first = await patch(grace, { allowedUrlHosts: ['example.org'] }, '"1"');
    expect(first).toMatchObject({ status: 200, headers: { etag: '"2"' }, body: { version: 2 } });
    const second = problemOf(await patch(ada, { name: 'Theatre' }, '"1"'));
    const { usage, ...present } = await read();
    expect(usage).toBeDefined();
    expect(second).toMatchObject({ code: 'precondition_failed', status: 412 });
    expect(second.current).toEqual({ ...present, updatedBy: { id: grace.id, name: 'grace' } });
    expect(present).toMatchObject({ name: 'Opera', allowedUrlHosts: ['example.org'], version: 2 });
  });

  test('is accepted from exactly one of several people who send theirs at the same time for the same version', async () => {
    const names = Array.from({ length: 8 }, (_, nth) => `Opera ${nth}`);
    const replies = await Promise.all(names.map((name, nth) => patch(nth % 2 ? ada : grace, { name }, '"1"')));
    const won = replies.filter(({ status }) => status === 200);
    expect(won).toHaveLength(1);
    const name = (won[0]!.body as { name: string }).name;
    expect(replies.filter(({ status }) => status === 412)).toHaveLength(7);
    expect(await read()).toMatchObject({ name, version: 2 });
  });

  test('leaves version, editor and audit log as they are if every field keeps its value', async () => {
    const same = { name: 'Opera', language: null, allowedUrlHosts: [] };
    expect((await patch(grace, same, '"1"')).body).toMatchObject({ version: 1, updatedBy: { id: ada.id } });
    const rows = service.database.db.selectFrom('audit').select('action').where('organizationId', '=', id);
    expect(await rows.execute()).toEqual([{ action: 'organization.create' }]);
  });

  test('is written to the audit log with the fields whose values it changes', async () => {
    await patch(ada, { language: 'de', name: 'Opera' }, '"1"');
    const rows = service.database.db.selectFrom('audit').select('detail').where('organizationId', '=', id);
    const { detail } = await rows.where('action', '=', 'organization.update').executeTakeFirstOrThrow();
    expect(detail).toEqual({ changes: { language: { from: null, to: 'de' } } });
  });

  test('increments the version also if a node makes it that does not know versions yet', async () => {
    const { db } = service.database;
    await db.updateTable('organization').set({ name: 'Older' }).where('id', '=', id).execute();
    expect(problemOf(await patch(ada, { name: 'Theatre' }, '"1"'))).toMatchObject({
      code: 'precondition_failed',
      current: { name: 'Older', version: 2 },
    });
  });
});

describe('a change of an organization is refused for the first of several reasons', () => {
  test.each(['*', 'W/"1"', '"1", "2"', '"one"'])('If-Match %s is validation_failed', async (ifMatch) => {
    expect(problemOf(await patch(ada, { name: 'Theatre' }, ifMatch)).code).toBe('validation_failed');
  });

  test('a stranger gets not_found and a viewer forbidden, with any If-Match or none', async () => {
    const stranger = await service.makePerson(`stranger${id}`);
    expect(problemOf(await patch(stranger, { name: 'Theatre' })).code).toBe('not_found');
    await service.setRole(id, stranger.id, 'viewer');
    for (const ifMatch of [undefined, '"1"', '"7"'])
      expect(problemOf(await patch(stranger, { name: 'Theatre' }, ifMatch)).code).toBe('forbidden');
  });

  test('a change of an unknown organization gets not_found', async () => {
    id = makeUuidV7(systemClock, systemRandom);
    expect(problemOf(await patch(ada, { name: 'Theatre' }, '"1"')).code).toBe('not_found');
  });
});
