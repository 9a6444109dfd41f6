import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import fastify from 'fastify';
import { pino } from 'pino';
import { sql } from 'kysely';
import { makeUuidV4, makeUuidV7 } from '@sign-display/contracts/identifiers';
import { deriveShortCode } from '@sign-display/contracts/short-code';
import { hashOfPassword, insertUser } from '../access/users-repository.ts';
import { systemClock } from '../adapters/system-clock.ts';
import { systemRandom } from '../adapters/system-random.ts';
import { spreadOf } from '../bench/measure.ts';
import type { PageJob, PageTimes } from '../bench/page-clients.bench.ts';
import { openDatabase } from '../db/connection.ts';
import { startEmbeddedPostgres } from '@sign-display/embedded-postgres';
import { encodeCursor } from '../http/cursor.ts';
import { migrateDatabase } from '../db/migrate.ts';
import { startListeningApp } from '../process/testing/listening-app.ts';
import { makeTemporaryFolder } from '@sign-display/embedded-postgres/testing/temporary-folder';

/**
 * What a page of 50 costs over HTTP among 10,000 records of one event, beside another organization's 10,000: 16 clients at once in a
 * process of their own (`bench/page-clients.bench.ts`), each page from a random place; and beside it a bare route of the same server
 * library, and one query, in the same run.
 *
 *     node backend/src/signs/sign-list.bench.ts
 *
 * What each takes of a core is the figure to compare: on machines that others use too it moves by a third, where the times move tenfold.
 *
 * On 2 cores that nothing else used, in three runs: a bare route p50 0.3, p99 2 to 4 ms, with `select 1` 1.5 and 4 to 8; GET /api/me 5 and 15
 * to 18; a page of an event 8 to 10 and 18 to 22, of an organization 8 to 9 and 16 to 19, of a status 8 to 11 and 15 to 24; a `q` that fits
 * one in three 13 and 24 to 28, one in a hundred 17 and 26 to 30, nothing 6 to 8 and 19 to 21. A page takes 0.45 to 0.55 ms of the node's
 * core and 0.35 to 0.45 of Postgres'; before pages were one prepared statement and text, and sessions read together, it took 1.5 to 1.7
 * and 1.0 to 1.1.
 *
 * What the slowest requests wait for, by the server's own times (on cores that others used): one backend of Postgres that gets no core, 20
 * to 100 ms for a read of the session or of the page, while others of the same moment take 3. The node's own part is hardly in it: hooks
 * 0.1, JSON 0.1, sending 0.2 (p99 0.3, 0.2, 0.7); a scavenge each 120 pages takes 3 to 6 ms, a full collection 10 to 18 in parts.
 */

const CLIENTS = 16;
const ROUNDS = 300;
const SIGNS = 10_000;

const cpuMsOf = ({ user, system }: NodeJS.CpuUsage): number => (user + system) / 1_000;

/** What the server's processes have taken of a core until now, in milliseconds: what proc(5) says of them, so on Linux only. */
async function postgresCpuMs(postmaster: number): Promise<number> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const stats = await Promise.all(pids.map((pid) => readFile(`/proc/${pid}/stat`, 'latin1').catch(() => '')));
  let ticks = 0;
  for (const stat of stats) {
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    // The parent, and the time in and out of the kernel, in hundredths of a second. What has ended is not counted.
    if (Number(fields[1]) === postmaster) ticks += Number(fields[11]) + Number(fields[12]);
  }
  return ticks * 10;
}

async function measure(title: string, job: PageJob, clients: ChildProcess, postmaster: number): Promise<void> {
  const postgresBefore = await postgresCpuMs(postmaster);
  const before = process.threadCpuUsage();
  const answered = once(clients, 'message') as Promise<[PageTimes]>;
  clients.send(job);
  const [{ timesMs, cpuMs }] = await answered;
  const each = (ms: number): string => (ms / job.urls.length).toFixed(2);
  const node = each(cpuMsOf(process.threadCpuUsage(before)));
  const postgres = each((await postgresCpuMs(postmaster)) - postgresBefore);
  const { p50, p95, p99 } = spreadOf(timesMs);
  const times = `p50 ${p50.toFixed(1)} ms, p95 ${p95.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms`;
  console.log(`${title}: ${times}; of a core: node ${node} ms, Postgres ${postgres} ms, client ${each(cpuMs)} ms`);
}

async function main(): Promise<void> {
  const log = pino({ level: 'error' });
  const folder = await makeTemporaryFolder();
  const server = await startEmbeddedPostgres({ dataDirectory: join(folder.path, 'postgres'), durable: false });
  await migrateDatabase({ poolConfig: server.poolConfig, log });
  const { db, close } = openDatabase({ poolConfig: server.poolConfig, log });
  const at = new Date();
  const times = { createdAt: at, updatedAt: at };
  const FACTS = { presence: 'online', contentState: 'showing', mode: 'foreground' } as const;
  const newId = () => makeUuidV7(systemClock, systemRandom);

  async function insertOrganization(): Promise<{ organizationId: string; eventId: string; ids: string[] }> {
    const organizationId = newId();
    const eventId = newId();
    await db
      .insertInto('organization')
      .values({ id: organizationId, name: 'Benchmark', linkHandshakeEnabled: null, ...times })
      .execute();
    await db
      .insertInto('event')
      .values({ id: eventId, organizationId, name: 'Benchmark', timeZone: 'UTC', ...times })
      .execute();
    const ids: string[] = [];
    for (let made = 0; made < SIGNS; made += 1_000) {
      const rows = Array.from({ length: 1_000 }, (_, index) => {
        const deviceSignId = makeUuidV4(systemRandom);
        const name = `Sign ${made + index}`;
        const device = { deviceSignId, macAddress: '00:1a:2b:3c:4d:5e', shortCode: deriveShortCode(deviceSignId) };
        const content = { url: 'https://example.com/', contentId: newId() };
        const place = { organizationId, eventId, location: 'Hall 1, left of the door' };
        return { id: newId(), name, ...place, ...device, ...content, lastSeenAt: at, ...FACTS, ...times };
      });
      await db.insertInto('sign').values(rows).execute();
      ids.push(...rows.map(({ id }) => id));
    }
    return { organizationId, eventId, ids };
  }

  const { organizationId, eventId, ids } = await insertOrganization();
  await insertOrganization();
  // As the autovacuum leaves it: not while we measure.
  await sql`vacuum analyze`.execute(db);

  const EMAIL = 'bench@example.com';
  const PASSWORD = 'correct horse battery staple';
  const person = { email: EMAIL, name: 'Bench', passwordHash: await hashOfPassword(PASSWORD) };
  const userId = await db
    .transaction()
    .execute((trx) => insertUser(trx, { clock: systemClock, random: systemRandom }, person));
  await db.insertInto('member').values({ organizationId, userId, role: 'viewer', createdAt: at }).execute();
  // No kiosk is there: the node would find all signs offline in the midst of it, and a status that nothing fits is half as much to do.
  const env = { RATE_LIMIT_PER_MINUTE: '1000000', OFFLINE_AFTER_MS: '86400000' };
  const node = await startListeningApp(db, { env });
  const signedIn = await fetch(`${node.url}/api/auth/sign-in/email`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: EMAIL, password: PASSWORD }),
  });
  const token = signedIn.headers.get('set-auth-token')!;
  const bare = fastify();
  bare.get('/', () => ({ items: [], nextCursor: null }));
  bare.get('/query', async () => (await sql`select 1`.execute(db), { items: [], nextCursor: null }));
  const bareUrl = await bare.listen({ host: '127.0.0.1', port: 0 });

  const pages = (query: Record<string, string>): string[] =>
    Array.from({ length: CLIENTS * ROUNDS }, () => {
      const cursor = encodeCursor([ids[Math.floor(Math.random() * ids.length)]!]);
      return `${node.url}/api/signs?${new URLSearchParams({ organizationId, limit: '50', cursor, ...query })}`;
    });
  const clients = fork(join(import.meta.dirname, '../bench/page-clients.bench.ts'));
  const run = (title: string, urls: string[], howMany = CLIENTS) =>
    measure(title, { urls, token, clients: howMany }, clients, server.pid);
  const same = (url: string): string[] => Array.from({ length: CLIENTS * ROUNDS }, () => url);

  await run('(warming up)', pages({ eventId }));
  await run('baseline: a bare route', same(bareUrl));
  await run('baseline: a bare route with select 1', same(`${bareUrl}/query`));
  await run('baseline: GET /api/me', same(`${node.url}/api/me`));
  await run('an event', pages({ eventId }));
  await run('an organization', pages({}));
  await run('status showing', pages({ status: 'showing' }));
  await run('status showing of an event', pages({ eventId, status: 'showing' }));
  await run('status background: nothing fits', pages({ status: 'background' }));
  await run('q that fits one in three', pages({ q: '7' }));
  await run('q that fits one in a hundred', pages({ q: 'sign 77' }));
  await run('q that fits nothing', pages({ q: 'nowhere' }));
  await run('q that fits nothing, one client', pages({ q: 'nowhere' }).slice(0, 200), 1);

  clients.disconnect();
  await bare.close();
  await node.close();
  await close();
  await server.stop();
  await folder.remove();
}

await main();
