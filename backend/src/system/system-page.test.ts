import { afterAll, beforeAll, expect, test } from 'vitest';
import type { JobPage, PastWarmUps, SystemFigures, SystemResponse } from '@sign-display/contracts/rest/system';
import { sql } from 'kysely';
import { readDatabaseFigures } from '../adapters/database-figures.ts';
import { createTestDatabase, type TestDatabase } from '../testing/create-test-database.ts';
import { createManualClock } from '../testing/manual-clock.ts';
import { insertDeadJob } from '../jobs/testing/insert-dead-job.ts';
import { addJob } from '../jobs/add-job.ts';
import { insertFailedDelivery } from '../notifications/testing/insert-failed-delivery.ts';
import { problemOf, startTestService, type Person, type TestService } from '../access/testing/test-service.ts';
import { storeMinute } from './figures-by-minute.ts';

/**
 * Tests the routes of the system page in one service with two organizations. For two nodes, see system-nodes.test.ts.
 */

let database: TestDatabase;
let service: TestService;
let owner: Person;
let stranger: Person;
let organizationId: string;
let eventId: string;
const clock = createManualClock();
const machine = {
  hostname: 'signs-a',
  rssBytes: () => 264_241_152,
  clockOffsetMs: () => -1.5,
  databaseFigures: () => readDatabaseFigures(database.db),
  freeBytes: async () => 65_498_251_264,
  certificateEndsAtMs: () => clock.now() + 1_000,
};

beforeAll(async () => {
  database = await createTestDatabase();
  service = await startTestService({
    clock,
    database,
    env: { SYSTEM_OWNERS: 'OWNER@example.org', WARM_UP_MS: '20000' },
    outside: { machine },
  });
  owner = await service.makePerson('owner');
  stranger = await service.makePerson('stranger');
  const organization = await owner.call('POST', '/api/organizations', { name: 'Opera' });
  organizationId = (organization.body as { id: string }).id;
  const event = await owner.call('POST', `/api/organizations/${organizationId}/events`, {
    name: 'Ball',
    timeZone: 'UTC',
  });
  eventId = (event.body as { id: string }).id;
});
afterAll(async () => {
  await service.close();
  await database.drop();
});

async function read<Body>(path = ''): Promise<Body> {
  const reply = await owner.call('GET', `/api/system${path}`);
  expect(reply.status).toBe(200);
  return reply.body as Body;
}
const audits = () =>
  database.db
    .selectFrom('audit')
    .select(['organizationId', 'action', 'outcome', 'detail'])
    .where('action', 'like', 'system.%')
    .orderBy('seq')
    .execute();

test('R6: the page shows the node with its figures, the database, the certificate and the availability', async () => {
  clock.advance(2_000);
  const { nodes, database: shown, cache, certificate, availability } = await expectNode();
  expect(nodes).toMatchObject([
    { hostname: 'signs-a', version: '0.0.0', kiosks: 0, dashboards: 0, rssBytes: 264_241_152, clockOffsetMs: -1.5 },
  ]);
  expect(shown).toMatchObject({ status: 'up', freeBytes: 65_498_251_264, replicationLagSeconds: null });
  expect(shown.sizeBytes).toBeGreaterThan(1_000_000);
  expect(shown.connections).toBeGreaterThan(0);
  expect(cache).toEqual({ status: 'embedded', latencyMs: null });
  expect(certificate).toEqual({ notAfter: new Date(clock.now() + 1_000).toISOString() });
  expect(availability).toMatchObject({ days: 30, awaySeconds: 0 });
});

/** Waits until the node has written the lease renewal that the advanced clock allows. */
async function expectNode(): Promise<SystemResponse> {
  await expect.poll(async () => (await read<SystemResponse>()).nodes[0]?.hostname).toBe('signs-a');
  return await read<SystemResponse>();
}

test('A10: the page shows the failed deliveries of each organization by name, number and reason, without addresses', async () => {
  const id = await insertFailedDelivery(database.db, { organizationId, eventId, userId: owner.id });
  const error = '550 5.1.1 <anna@example.org>: unknown recipient at mx.example.org [192.0.2.7]';
  await database.db.updateTable('notification').set({ error }).where('id', '=', id).execute();
  const { deliveries } = await read<SystemResponse>();
  expect(deliveries.failed).toEqual([
    {
      organizationId,
      name: 'Opera',
      count: 1,
      lastError: '550 5.1.1 <[address]>: unknown recipient at [address] [address]',
    },
  ]);
});

test('R12: a retried dead job has one attempt left, and the oldest organization’s log names the person who retried it', async () => {
  const id = await insertDeadJob(database.db, { eventId });
  const { jobs } = await read<SystemResponse>();
  const { items } = await read<JobPage>('/jobs?state=dead');
  expect([jobs.dead, items]).toMatchObject([
    1,
    [{ id, kind: 'plan_notices', state: 'dead', error: 'Error: connect ECONNREFUSED [address]' }],
  ]);
  expect(await owner.call('POST', `/api/system/jobs/${id}/retry`)).toMatchObject({
    status: 202,
    body: { id, state: 'due' },
  });
  const left = await sql<{ left: number }>`
    select max_attempts - attempts as left from graphile_worker._private_jobs where id = ${id}::bigint`.execute(
    database.db,
  );
  expect(left.rows).toEqual([{ left: 1 }]);
  expect(problemOf(await owner.call('POST', `/api/system/jobs/${id}/retry`)).code).toBe('conflict');
  expect(await audits()).toMatchObject([
    { organizationId, action: 'system.retry', outcome: 'ok', detail: { kind: 'plan_notices' } },
  ]);
  await service.app.runDueJobs();
  expect(problemOf(await owner.call('POST', `/api/system/jobs/${id}/retry`)).code).toBe('not_found');
});

test('R12: a retried job that fails once more is dead again and does not run a third time', async () => {
  const id = await insertDeadJob(database.db, { eventId: 'no event' });
  const retry = () => owner.call('POST', `/api/system/jobs/${id}/retry`);
  const [one, other] = await Promise.all([retry(), retry()]);
  expect([one.status, other.status].toSorted()).toEqual([202, 409]);
  await service.app.runDueJobs();
  const readDead = async () => (await read<JobPage>('/jobs?state=dead')).items;
  const [dead] = await readDead();
  expect(dead).toMatchObject({ id, error: expect.stringContaining('uuid') as string });
  clock.advance(24 * 3_600_000);
  await service.app.runDueJobs();
  expect(await readDead()).toEqual([dead]);
  await sql`delete from graphile_worker._private_jobs where id = ${id}::bigint`.execute(database.db);
});

test('the list of jobs can be filtered by each state and paged, newest first', async () => {
  for (const [key, inMs] of [
    ['one', 60_000],
    ['two', 0],
    ['three', 60_000],
  ] as const)
    await addJob(database.db, 'plan_notices', { eventId }, { atMs: clock.now() + inMs, key, mode: 'sooner' });
  const first = await read<JobPage>('/jobs?limit=2');
  const second = await read<JobPage>(`/jobs?limit=2&cursor=${first.nextCursor}`);
  expect([...first.items, ...second.items].map(({ state }) => state)).toEqual(['waiting', 'due', 'waiting']);
  const waiting = await read<JobPage>('/jobs?state=waiting');
  expect(waiting.items).toHaveLength(2);
  await service.app.runDueJobs();
});

test('A10: every route of the page is forbidden for a person who is not a system owner, and does not reveal whether a job exists', async () => {
  const id = await insertDeadJob(database.db);
  for (const path of ['', '/figures', '/warm-ups', '/jobs', '/jobs?cursor=nonsense'])
    expect(problemOf(await stranger.call('GET', `/api/system${path}`)).code).toBe('forbidden');
  const there = await stranger.call('POST', `/api/system/jobs/${id}/retry`);
  const nowhere = await stranger.call('POST', '/api/system/jobs/999999/retry');
  expect(there.body).toEqual(nowhere.body);
  expect(problemOf(there).code).toBe('forbidden');
  expect(problemOf(await service.call('GET', '/api/system')).code).toBe('unauthenticated');
});

test.each(['0', '-1', '1e3', '9999999999999999999', 'x'])('A5: “%s” as a job’s number is refused', async (id) => {
  expect(problemOf(await owner.call('POST', `/api/system/jobs/${id}/retry`)).code).toBe('validation_failed');
});

test('R6: the figures have a value for each minute in which the node ran, and null for every other minute', async () => {
  const startMs = clock.now();
  const readFilled = async () => {
    clock.advance(2_000);
    const { from, nodes } = await read<SystemFigures>('/figures');
    const delays = nodes[0]?.eventLoopDelayMs ?? [];
    return delays.flatMap((value, minute) => (value === null ? [] : [Date.parse(from) + (minute + 1) * 60_000]));
  };
  await expect.poll(async () => (await readFilled()).length, { timeout: 20_000, interval: 5 }).toBeGreaterThan(1);
  for (const endMs of await readFilled()) {
    expect(endMs).toBeGreaterThan(startMs - 60_000);
    expect(endMs).toBeLessThanOrEqual(clock.now());
  }
});

test('N2: the list has the warm-up after the start, with the number of signs that the node found offline afterwards', async () => {
  await expect
    .poll(async () => (await read<PastWarmUps>('/warm-ups')).items)
    .toMatchObject([{ hostname: 'signs-a', reason: 'start', heard: 0, of: 0, offlineAfter: 0 }]);
});

test('R6: a node whose clock is fast removes no minute of another node’s last hour', async () => {
  const [slow, fast] = ['018f0000-0000-7000-8000-00000000000a', '018f0000-0000-7000-8000-00000000000b'];
  const minuteAt = (hours: number) => new Date(Date.parse('2026-11-20T12:00:00Z') + hours * 3_600_000);
  const store = (nodeId: string, minute: Date) =>
    storeMinute(database.db, {
      nodeId,
      minute,
      hostname: null,
      eventLoopDelayMs: 1,
      heartbeatsPerSecond: 1,
      queueAgeMs: null,
    });
  const minutesOf = async (nodeId: string) => {
    const query = database.db.selectFrom('nodeMinute').select('minute').where('nodeId', '=', nodeId);
    return (await query.orderBy('minute').execute()).map(({ minute }) => minute);
  };
  await store(slow, minuteAt(0));
  await store(fast, minuteAt(1));
  await store(fast, minuteAt(5));
  expect(await minutesOf(slow)).toEqual([minuteAt(0)]);
  expect(await minutesOf(fast)).toEqual([minuteAt(5)]);
  await store(fast, minuteAt(25));
  expect(await minutesOf(slow)).toEqual([]);
});
