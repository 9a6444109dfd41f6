import { join } from 'node:path';
import { pino } from 'pino';
import { makeUuidV4 } from '@sign-display/contracts/identifier-generation';
import type { BackendMessage } from '@sign-display/contracts/kiosk-events';
import { systemClock } from '../adapters/system-clock.ts';
import { systemRandom } from '../adapters/system-random.ts';
import { openDatabase } from '../db/open-database.ts';
import { startEmbeddedPostgres } from '@sign-display/embedded-postgres';
import { migrateDatabase } from '../db/migrate.ts';
import { authorOf } from '../testing/test-author.ts';
import { composeMemoryNode, insertOrganization, type TestNode } from '../testing/claim-world.ts';
import { createMemoryCarriers } from '../testing/memory-carrier.ts';
import { createRedisServer } from '../testing/redis-server.ts';
import { makeTemporaryFolder } from '@sign-display/embedded-postgres/testing/temporary-folder';
import { createVirtualDevice } from '../testing/virtual-device.ts';
import { createRedisCarrier } from './redis-carrier.ts';
import { openRedis, type RedisClients } from './redis-clients.ts';
import { createRooms, type Carrier } from './node-messaging.ts';

/**
 * What it costs that a kiosk is claimed through another node than the one it is connected to: from the operator's request to the answer,
 * with a kiosk that answers at once. Two nodes of one process on one database, so that only what carries the messages differs.
 *
 *     node backend/src/cluster/claim-through-other-node.bench.ts
 *
 * Needs a redis-server in PATH. The figures that decided are in docs/decisions/0005-redis-pub-sub-carries-between-nodes.md.
 */

const CLAIMS = 100;
const ROUND_TRIPS = 1_000;
const machine = { clock: systemClock, random: systemRandom };
const log = pino({ level: 'error' });
const folder = await makeTemporaryFolder();
const postgres = await startEmbeddedPostgres({ dataDirectory: join(folder.path, 'postgres'), durable: false });
await migrateDatabase({ poolConfig: postgres.poolConfig, log });
const { db, close } = openDatabase({ poolConfig: postgres.poolConfig, log });
const redis = await createRedisServer();
await redis.start();
const organization = await insertOrganization(db, machine, { operator: 'operator' });

/** Claims `count` kiosks of `home` through `asked`, one after another; the times in milliseconds, ascending. */
async function claimThrough(asked: TestNode, home: TestNode, count: number): Promise<number[]> {
  const devices = await Promise.all(
    Array.from({ length: count }, async () => {
      const device = createVirtualDevice(systemRandom);
      await device.connect(home);
      return device;
    }),
  );
  const times: number[] = [];
  for (const device of devices) {
    const { signId, shortCode } = device;
    void device.kiosk!.next('sign:apply_link').then(({ requestId, claimToken }: BackendMessage<'sign:apply_link'>) => {
      device.kiosk!.send('sign:link_ack', { requestId, claimToken, result: 'success', loadMs: 1, replayed: false });
    });
    const begin = performance.now();
    const reply = await asked.claims.claim(authorOf('operator'), {
      organizationId: organization.id,
      eventId: organization.eventId,
      name: 'Sign',
      location: 'Hall',
      url: 'https://example.com/',
      shortCode,
      signId,
      requestId: makeUuidV4(systemRandom),
    });
    if (!('body' in reply)) throw new Error(JSON.stringify(reply));
    times.push(performance.now() - begin);
  }
  for (const device of devices) device.disconnect();
  return times.toSorted((a, b) => a - b);
}

/** Without the database: a message to the other node and its answer. */
async function goBackAndForth(one: TestNode, two: TestNode): Promise<number[]> {
  two.rooms.listen('there', () => two.rooms.publish('back', null));
  let hear = (): void => {};
  one.rooms.listen('back', () => hear());
  const times: number[] = [];
  for (let trip = 0; trip < ROUND_TRIPS; trip += 1) {
    const back = new Promise<void>((resolve) => (hear = resolve));
    const begin = performance.now();
    one.rooms.publish('there', null);
    await back;
    times.push(performance.now() - begin);
  }
  return times.toSorted((a, b) => a - b);
}

function tell(title: string, times: number[]): void {
  const at = (share: number): string => times[Math.floor(share * times.length)]!.toFixed(2);
  console.log(`${title}: p50 ${at(0.5)} ms, p95 ${at(0.95)} ms, p99 ${at(0.99)} ms`);
}

async function measure(title: string, carriers: readonly (Carrier | null)[]): Promise<void> {
  const [one, two] = carriers.map((carrier) => composeMemoryNode({ db, ...machine, rooms: createRooms(carrier) }));
  const home = two ?? one!;
  await Promise.all([one!.membership.join(), two?.membership.join()]);
  // Until the subscriptions stand.
  await new Promise<void>((resolve) => {
    const stop = home.rooms.listen('ready', () => {
      stop();
      resolve();
    });
    const publish = (): void => {
      one!.rooms.publish('ready', null);
      systemClock.after(20, publish);
    };
    publish();
  });
  const trips = two ? await goBackAndForth(one!, two) : [];
  const claims = await claimThrough(one!, home, CLAIMS);
  tell(`${title}: claim`, claims);
  if (two) tell(`${title}: message there and back`, trips);
  await Promise.all([one!.membership.leave(), two?.membership.leave()]);
}

const opened: RedisClients[] = [];
function overRedis(make: (clients: RedisClients) => Carrier): Carrier[] {
  return [0, 1].map(() => {
    const clients = openRedis({ url: redis.url, ...machine, log });
    opened.push(clients);
    return make(clients);
  });
}

for (let round = 0; round < 2; round += 1) {
  await measure('one node', [null]);
  await measure('two nodes, memory', createMemoryCarriers(2).of);
  await measure(
    'two nodes, Redis',
    overRedis((clients) => createRedisCarrier(clients, { secret: 'a secret of both', ...machine })),
  );
}
for (const clients of opened) clients.close();
await redis.remove();
await close();
await postgres.stop();
await folder.remove();
process.exit(0);
