import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { pino } from 'pino';
import type { PoolConfig } from 'pg';
import { Server } from 'socket.io';
import { io, type Socket } from 'socket.io-client';
import { startEmbeddedPostgres } from '@sign-display/embedded-postgres';
import { makeTemporaryFolder } from '@sign-display/embedded-postgres/testing/temporary-folder';
import { DASHBOARD_NAMESPACE } from '@sign-display/contracts/dashboard-events';
import { systemClock } from '../adapters/system-clock.ts';
import { systemRandom } from '../adapters/system-random.ts';
import { createDashboardFeed } from '../cluster/dashboard-feed.ts';
import { createRooms } from '../cluster/node-messaging.ts';
import { createSignVersions } from '../cluster/sign-change-counters.ts';
import { createWarmUps } from '../cluster/watch-node-warm-ups.ts';
import { openDatabase } from '../db/open-database.ts';
import { migrateDatabase } from '../db/migrate.ts';
import { insertBenchSigns } from '../signs/testing/insert-bench-signs.ts';
import { createSocketIoTransport } from '../sockets/socket-io-kiosks.ts';
import { createTestBoundary, testTransportDeps } from '../testing/test-error-boundary.ts';
import { insertOrganization } from '../testing/claim-world.ts';
import { serveDashboards } from './dashboard-namespace.ts';

/**
 * What ten open walls take of a core while 500 signs a second change (the figure: 10 %), and as baseline what a bare Socket.IO takes that sends
 * the same patches at the same times to as many clients. Of the service there is the dashboards' part alone, in a process of its own: what it costs to
 * make the changes is not the walls'. Postgres and the walls are outside of it.
 *
 *     node backend/src/dashboards/walls.bench.ts [seconds] [signs]
 *
 * On 2 cores at a load of 12, for 8 s with 2,000 signs: no wall 1.3 % of a core, ten that were just opened 5.4, then 2.9; bare 0.5.
 */

const WALLS = 10;
const CHANGES_A_SECOND = 500;
const STEP_MS = 100;
/** Walls are told whole records for as long, because they may still read. */
const YOUNG_MS = 11_000;
const SECONDS = Number(process.argv[2] ?? 30);
const SIGNS = Number(process.argv[3] ?? 10_000);
const PATCH = 'signs:patch';
const log = pino({ level: 'error' });

/** What the parent asks of the process that is measured. */
type Order = { do: 'tell'; organizationId: string; ids: string[] } | { do: 'send'; message: unknown } | { do: 'cpu' };

/** The dashboards' part of a node. */
function serveWalls(poolConfig: PoolConfig) {
  const { db } = openDatabase({ poolConfig, log });
  const http = createServer();
  const rooms = createRooms();
  serveDashboards({
    transport: createSocketIoTransport(http, testTransportDeps()).dashboards,
    db,
    clock: systemClock,
    boundary: createTestBoundary(),
    log,
    rooms,
    warmUps: createWarmUps({ db, nodes: { dead: () => [] }, rooms, log }),
    signVersions: createSignVersions(rooms),
    readClaims: async () => [],
    readAttempts: async () => [],
    sessions: {
      findCaller: async () => ({
        userId: 'bench',
        sessionId: 'of-bench',
        name: 'bench',
        email: 'bench@example.com',
        mfa: false,
      }),
    },
    observe: { connections() {}, patch() {}, refused() {} },
  });
  return { http, feed: createDashboardFeed(rooms), send() {} };
}

/** None of our code. */
function serveBare() {
  const http = createServer();
  const namespace = new Server(http, { transports: ['websocket'], serveClient: false }).of(DASHBOARD_NAMESPACE);
  return { http, feed: { signsChanged() {} }, send: (message: unknown) => void namespace.emit(PATCH, message) };
}

function runMeasured(kind: string): void {
  const { http, feed, send } = kind === 'bare' ? serveBare() : serveWalls(JSON.parse(process.argv[3]!) as PoolConfig);
  process.on('message', (order: Order) => {
    if (order.do === 'tell') feed.signsChanged(order.organizationId, order.ids);
    else if (order.do === 'send') send(order.message);
    else process.send!(process.cpuUsage());
  });
  process.on('disconnect', () => process.exit());
  http.listen(0, '127.0.0.1', () => process.send!((http.address() as AddressInfo).port));
}

async function startMeasured(args: string[]): Promise<{ child: ChildProcess; port: number }> {
  const child = fork(import.meta.filename, args);
  const [port] = (await once(child, 'message')) as [number];
  return { child, port };
}

async function openWalls(port: number, organizationId: string | null): Promise<Socket[]> {
  const options = { transports: ['websocket'], forceNew: true, reconnection: false };
  return await Promise.all(
    Array.from({ length: WALLS }, async () => {
      const wall = io(`http://127.0.0.1:${port}${DASHBOARD_NAMESPACE}`, options);
      await new Promise<void>((resolve, reject) => wall.once('connect', resolve).once('connect_error', reject));
      if (organizationId !== null) {
        const reply = (await wall.emitWithAck('subscribe', { organizationId })) as { ok: boolean };
        if (!reply.ok) throw new Error(JSON.stringify(reply));
      }
      return wall;
    }),
  );
}

/** The share of a core that the process takes while `run` runs. */
async function shareOf(child: ChildProcess, run: () => Promise<void>): Promise<number> {
  const cpu = async (): Promise<number> => {
    const told = once(child, 'message') as Promise<[NodeJS.CpuUsage]>;
    child.send({ do: 'cpu' } satisfies Order);
    const [{ user, system }] = await told;
    return (user + system) / 1_000;
  };
  const [beganMs, before] = [performance.now(), await cpu()];
  await run();
  return ((await cpu()) - before) / (performance.now() - beganMs);
}

const percent = (share: number): string => `${(100 * share).toFixed(1)} % of a core`;

async function main(): Promise<void> {
  const folder = await makeTemporaryFolder();
  const postgres = await startEmbeddedPostgres({ dataDirectory: join(folder.path, 'postgres'), durable: false });
  await migrateDatabase({ poolConfig: postgres.poolConfig, log });
  const { db, close } = openDatabase({ poolConfig: postgres.poolConfig, log });
  const deps = { clock: systemClock, random: systemRandom };
  const { id: organizationId, eventId } = await insertOrganization(db, deps, { bench: 'viewer' });
  const at = new Date();
  const session = { id: 'of-bench', token: 'bench', userId: 'bench', createdAt: at, updatedAt: at };
  const expiresAt = new Date(Date.UTC(2100, 0));
  await db
    .insertInto('session')
    .values({ ...session, expiresAt, ipAddress: null, userAgent: null })
    .execute();
  const ids = await insertBenchSigns(db, { organizationId, eventId }, SIGNS);
  await sql`vacuum analyze`.execute(db);

  const node = await startMeasured(['node', JSON.stringify(postgres.poolConfig)]);
  let next = 0;
  /** Other signs each time, as heartbeats change them: their page comes and goes. */
  async function change(forMs: number): Promise<void> {
    const endMs = performance.now() + forMs;
    for (let dueMs = performance.now(); dueMs < endMs; dueMs += STEP_MS) {
      const changed = Array.from(
        { length: (CHANGES_A_SECOND * STEP_MS) / 1_000 },
        () => ids[(next += 1) % ids.length]!,
      );
      await sql`
        update sign set status_since = ${new Date()}, last_seen_at = ${new Date()},
          content_state = case content_state when 'showing' then 'error' else 'showing' end
        where id = any(${changed}::uuid[])`.execute(db);
      node.child.send({ do: 'tell', organizationId, ids: changed } satisfies Order);
      await sleep(Math.max(0, dueMs + STEP_MS - performance.now()));
    }
  }

  console.log(`no wall: ${percent(await shareOf(node.child, () => change(5_000)))}`);
  const walls = await openWalls(node.port, organizationId);
  console.log(`${WALLS} walls, just opened: ${percent(await shareOf(node.child, () => change(YOUNG_MS)))}`);
  const patches: { atMs: number; message: unknown; changes: number }[] = [];
  walls[0]!.on(PATCH, (message: { changes: unknown[] }) =>
    patches.push({ atMs: performance.now(), message, changes: message.changes.length }),
  );
  const beganMs = performance.now();
  const share = await shareOf(node.child, () => change(SECONDS * 1_000));
  const told = patches.reduce((sum, { changes }) => sum + changes, 0);
  console.log(
    `${WALLS} walls: ${percent(share)}; a wall was told ${(told / SECONDS).toFixed(0)} changes a second in ${patches.length} patches of ` +
      `${Math.round(patches.reduce((sum, { message }) => sum + JSON.stringify(message).length, 0) / patches.length / 1_000)} kB`,
  );
  for (const wall of walls) wall.disconnect();
  node.child.disconnect();

  const bare = await startMeasured(['bare']);
  const bareWalls = await openWalls(bare.port, null);
  const bareShare = await shareOf(bare.child, async () => {
    const startMs = performance.now();
    for (const { atMs, message } of patches) {
      await sleep(Math.max(0, startMs + (atMs - beganMs) - performance.now()));
      bare.child.send({ do: 'send', message } satisfies Order);
    }
  });
  console.log(`baseline, a bare Socket.IO that sends the same patches: ${percent(bareShare)}`);
  for (const wall of bareWalls) wall.disconnect();
  bare.child.disconnect();
  await close();
  await postgres.stop();
  await folder.remove();
}

if (process.argv[2] === 'node' || process.argv[2] === 'bare') runMeasured(process.argv[2]);
else await main();
