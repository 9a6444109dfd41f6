import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { SystemResponse } from '@sign-display/contracts/rest/system';
import { makeTemporaryFolder } from '@sign-display/embedded-postgres/testing/temporary-folder';
import { connectWireKiosk, type WireKiosk } from '../cluster/testing/socket-kiosk.ts';
import { insertDeadJob } from '../jobs/testing/insert-dead-job.ts';
import { insertFailedDelivery } from '../notifications/testing/insert-failed-delivery.ts';
import { createServiceProcesses, signIn } from '../process/testing/service-process.ts';
import { createTestDatabase, type TestDatabase } from '../testing/create-test-database.ts';

/**
 * Runs two processes of the service on one database, and checks what one of them shows of both and of the other's
 * death.
 */

const OWNER = { email: 'owner@example.org', password: 'correct horse battery staple' };
const GONE_WITHIN_MS = 15_000;

let folder: Awaited<ReturnType<typeof makeTemporaryFolder>>;
let database: TestDatabase;
const services = createServiceProcesses();
const kiosks: WireKiosk[] = [];

beforeAll(async () => {
  folder = await makeTemporaryFolder();
  database = await createTestDatabase();
});
afterAll(async () => {
  for (const kiosk of kiosks) kiosk.cut();
  await services.end();
  await database.drop();
  await folder.remove();
});

async function startNode(name: string) {
  const service = services.start({
    DATA_DIR: join(folder.path, name),
    DATABASE_URL: database.url,
    AUTH_SECRET: 'one secret of all the nodes, long enough',
    BOOTSTRAP_EMAIL: OWNER.email,
    BOOTSTRAP_PASSWORD: OWNER.password,
    WARM_UP_MS: '0',
  });
  return { service, ...(await service.ready()) };
}
type Node = Awaited<ReturnType<typeof startNode>>;

async function readSystem({ url }: Node, token: string): Promise<SystemResponse> {
  const response = await fetch(`${url}/api/system`, { headers: { authorization: `Bearer ${token}` } });
  expect(response.status).toBe(200);
  return (await response.json()) as SystemResponse;
}

/** Adds up a metric's samples on all given nodes. `metric`: the metric's name with its label. */
async function sumOf(nodes: readonly Node[], metric: string): Promise<number> {
  const texts = await Promise.all(nodes.map(async ({ metricsUrl }) => (await fetch(metricsUrl)).text()));
  const samples = texts.flatMap((text) => text.split('\n').filter((line) => line.startsWith(metric)));
  return samples.reduce((sum, line) => sum + Number(line.slice(line.lastIndexOf(' ') + 1)), 0);
}

test('R6: the page shows both nodes with the figures of their /metrics, and a node that was killed is gone within 15 s', async () => {
  const one = await startNode('one');
  const two = await startNode('two');
  const token = (await signIn(one.url, OWNER)).headers.get('set-auth-token')!;
  for (const node of [one, one, two]) {
    const kiosk = await connectWireKiosk(node.url);
    if (typeof kiosk === 'string') throw new Error(kiosk);
    kiosks.push(kiosk);
  }
  const organization = await database.db.selectFrom('organization').select('id').executeTakeFirstOrThrow();
  const user = await database.db.selectFrom('user').select('id').executeTakeFirstOrThrow();
  const made = await fetch(`${one.url}/api/organizations/${organization.id}/events`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'Ball', timeZone: 'UTC' }),
  });
  const eventId = ((await made.json()) as { id: string }).id;
  await insertFailedDelivery(database.db, { organizationId: organization.id, eventId, userId: user.id });
  await insertDeadJob(database.db);

  const kiosksOf = async () => (await readSystem(one, token)).nodes.map((node) => node.kiosks);
  await expect.poll(kiosksOf, { timeout: 10_000, interval: 100 }).toEqual([2, 1]);
  const system = await readSystem(one, token);
  expect(system.nodes.map(({ version }) => version)).toEqual([system.version, system.version]);
  expect(system.nodes.every(({ rssBytes, hostname }) => rssBytes! > 0 && hostname !== null)).toBe(true);
  expect(await sumOf([one, two], 'signs_kiosk_connections')).toBe(3);
  for (const state of ['waiting', 'due', 'running', 'dead'] as const)
    expect(await sumOf([one], `signs_jobs{state="${state}"}`)).toBe(system.jobs[state]);
  expect(system.jobs.dead).toBe(1);
  expect(await sumOf([one], 'signs_notifications_failed')).toBe(1);
  expect(system.deliveries.failed.map(({ count }) => count)).toEqual([1]);
  expect(system.signs.unclaimed).toBe(3);

  const killedAt = performance.now();
  two.service.kill('SIGKILL');
  const nodes = async () => (await readSystem(one, token)).nodes.length;
  await expect.poll(nodes, { timeout: 2 * GONE_WITHIN_MS, interval: 250 }).toBe(1);
  expect(performance.now() - killedAt).toBeLessThan(GONE_WITHIN_MS);
}, 180_000);
