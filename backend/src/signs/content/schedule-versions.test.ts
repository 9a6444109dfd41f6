import type { ScheduleSet } from '@sign-display/contracts/rest/schedules';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { makeUuidV7 } from '@sign-display/contracts/identifier-generation';
import { changeVersion, problemOf, type Person } from '../../access/testing/test-service.ts';
import { systemClock } from '../../adapters/system-clock.ts';
import { systemRandom } from '../../adapters/system-random.ts';
import { startSignsWorld, type SignsWorld } from '../testing/signs-world.ts';

/** Two people change one set of schedules (promise D9), of a sign and of an event. */

let world: SignsWorld;
let ada: Person;
let grace: Person;

beforeAll(async () => {
  world = await startSignsWorld();
  ada = world.people.operator;
  grace = world.people.admin;
});
afterAll(() => world.service.close());

const given = (url = 'https://schedule.example/') => ({
  url,
  startsAt: '2031-01-01T00:00:00.000Z',
  endsAt: '2031-01-01T01:00:00.000Z',
  recurrence: null,
  timeZone: 'UTC',
  priority: 0,
  enabled: true,
});

describe.each(['sign', 'event'] as const)('D9: the schedules of a %s', (kind) => {
  let id: string;
  const url = () => `/api/${kind}s/${id}/schedules`;
  const ifMatch = (tag?: string) => (tag === undefined ? {} : { 'if-match': tag });
  const put = (person: Person, schedules: object[], tag?: string) =>
    person.call('PUT', url(), { schedules }, ifMatch(tag));
  const remove = (person: Person, tag?: string) => person.call('DELETE', url(), undefined, ifMatch(tag));
  const read = async () => (await ada.call('GET', url())).body as ScheduleSet;

  beforeEach(async () => {
    if (kind === 'sign') return void ({ id } = await world.makeRecord());
    const body = { name: 'Ball', timeZone: 'UTC' };
    const made = await grace.call('POST', `/api/organizations/${world.organizationId}/events`, body);
    return void ({ id } = made.body as { id: string });
  });

  test('that were never written are version 0, and each change adds 1', async () => {
    expect((await ada.call('GET', url())).headers.etag).toBe('"0"');
    expect(await read()).toEqual({ schedules: [], version: 0, updatedAt: null, updatedBy: null });
    const first = await put(ada, [given()], '"0"');
    expect(first).toMatchObject({ status: 200, headers: { etag: '"1"' }, body: { version: 1 } });
    expect(await read()).toEqual(first.body);
    expect(first.body).toMatchObject({ updatedAt: expect.any(String), updatedBy: { id: ada.id, name: 'operator' } });
    expect(await put(grace, [], '"1"')).toMatchObject({ body: { version: 2, updatedBy: { id: grace.id } } });
    expect(await remove(ada, '"2"')).toMatchObject({ status: 204 });
    expect(await read()).toMatchObject({ schedules: [], version: 3, updatedBy: { id: ada.id } });
  });

  test('are not changed without If-Match', async () => {
    expect(problemOf(await put(ada, [given()])).code).toBe('precondition_required');
    expect(problemOf(await remove(ada)).code).toBe('precondition_required');
    expect(await read()).toMatchObject({ schedules: [], version: 0 });
  });

  test('stay as they are if the If-Match is older, and the answer is 412 with the present set', async () => {
    await put(grace, [given()], '"0"');
    const current = await read();
    for (const stale of [await put(ada, [given('https://other.example/')], '"0"'), await remove(ada, '"0"')])
      expect(problemOf(stale)).toMatchObject({ code: 'precondition_failed', status: 412, current });
    expect(await read()).toEqual(current);
    expect((await put(ada, current.schedules, '"1"')).body).toMatchObject({ version: 2 });
  });

  test('are replaced by exactly one of several people who send theirs at the same time for the same version', async () => {
    const replies = await Promise.all(
      Array.from({ length: 8 }, (_, nth) => put(nth % 2 ? ada : grace, [given(`https://a.example/${nth}`)], '"0"')),
    );
    const won = replies.filter(({ status }) => status === 200);
    expect(won).toHaveLength(1);
    expect(replies.filter(({ status }) => status === 412)).toHaveLength(7);
    expect(await read()).toEqual(won[0]!.body);
  });

  test('get one new version for each transaction of a node that does not know versions', async () => {
    const { db } = world.service.database;
    const column = `${kind}Id` as const;
    const [made] = ((await put(ada, [given()], '"0"')).body as ScheduleSet).schedules;
    const rows = await db.selectFrom('schedule').selectAll().where('id', '=', made!.id).execute();
    await db.transaction().execute(async (trx) => {
      await trx.deleteFrom('schedule').where(column, '=', id).execute();
      await trx.insertInto('schedule').values(rows).execute();
    });
    expect(await read()).toMatchObject({ version: 2, updatedAt: null, updatedBy: null });
    expect(problemOf(await put(ada, [], '"1"')).code).toBe('precondition_failed');
  });

  test('have version 1 if only a node that does not know versions has written them', async () => {
    const { db } = world.service.database;
    const other = (await world.makeRecord()).id;
    const source = `/api/signs/${other}/schedules`;
    await changeVersion(ada, 'PUT', source, { schedules: [given()] });
    const row = await db.selectFrom('schedule').selectAll().where('signId', '=', other).executeTakeFirstOrThrow();
    const copy = { ...row, id: makeUuidV7(systemClock, systemRandom), signId: null, eventId: null };
    await db
      .insertInto('schedule')
      .values({ ...copy, [`${kind}Id`]: id })
      .execute();
    expect(await read()).toMatchObject({ version: 1, schedules: [{ url: given().url }] });
  });

  test('are deleted, with their version, when the sign or the event is deleted', async () => {
    await put(ada, [given()], '"0"');
    expect((await grace.call('DELETE', `/api/${kind}s/${id}`)).status).toBe(204);
    const { db } = world.service.database;
    expect(await db.selectFrom('scheduleSet').selectAll().where(`${kind}Id`, '=', id).execute()).toEqual([]);
  });

  test.each(['*', 'W/"0"', '"0", "1"', '"one"'])('are not changed by If-Match %s', async (tag) => {
    expect(problemOf(await put(ada, [given()], tag)).code).toBe('validation_failed');
    expect(problemOf(await remove(ada, tag)).code).toBe('validation_failed');
  });

  test('are refused to a viewer with forbidden, with any If-Match or none', async () => {
    for (const tag of [undefined, '"0"', '"7"']) {
      expect(problemOf(await put(world.people.viewer, [given()], tag)).code).toBe('forbidden');
      expect(problemOf(await remove(world.people.viewer, tag)).code).toBe('forbidden');
    }
  });
});
