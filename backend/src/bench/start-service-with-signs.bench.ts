import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import fastify from 'fastify';
import { pino } from 'pino';
import { sql } from 'kysely';
import { startEmbeddedPostgres } from '@sign-display/embedded-postgres';
import { makeTemporaryFolder } from '@sign-display/embedded-postgres/testing/temporary-folder';
import { makeUuidV4, makeUuidV7 } from '@sign-display/contracts/identifier-generation';
import { deriveShortCode } from '@sign-display/contracts/short-code';
import { hashOfPassword, insertUser } from '../access/users-repository.ts';
import { systemClock } from '../adapters/system-clock.ts';
import { systemRandom } from '../adapters/system-random.ts';
import { openDatabase } from '../db/open-database.ts';
import { migrateDatabase } from '../db/migrate.ts';
import { startListeningApp } from '../process/testing/listening-app.ts';
import { onEnd } from './benchmark-cleanup.bench.ts';
import { invalidBecause, type FigureName } from './figures/figures.ts';
import { spreadOf, reportFigure } from './describe-timings.ts';
import { findCores, pin } from './servers/assign-cores.ts';
import { measureUsage } from './servers/server-usage.ts';
import type { PageJob, PageTimes } from './run-http-clients.bench.ts';

/**
 * What the benchmarks of reading routes share: a service with an event of 10,000 signs and another organization's 10,000 beside it, clients in a
 * process of their own, and the bare baselines.
 */

export const SIGNS = 10_000;
const CLIENTS = 16;

/** Which figures of `npm run bench` a run of requests gives. */
export interface ToldAs {
  server: 'ours' | 'bare';
  p50: FigureName;
  p99: FigureName;
  cpu: FigureName;
}

/** `rounds`: how often each of the clients asks. What it starts ends with the benchmark (`runToEnd`). */
export async function startEventOfSigns({ rounds }: { rounds: number }) {
  const log = pino({ level: 'error' });
  // The service is in this process, which has the server's core with its database; the clients are in another one.
  const cores = findCores();
  if (cores) pin(process.pid, cores.server);
  const folder = await makeTemporaryFolder();
  onEnd(() => folder.remove());
  const server = await startEmbeddedPostgres({ dataDirectory: join(folder.path, 'postgres'), durable: true });
  onEnd(() => server.stop());
  await migrateDatabase({ poolConfig: server.poolConfig, log });
  const { db, close } = openDatabase({ poolConfig: server.poolConfig, log });
  onEnd(close);
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
        const place = { organizationId, eventId, location: `Hall ${1 + ((made + index) % 25)}, left of the door` };
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
  await db.insertInto('member').values({ organizationId, userId, role: 'operator', createdAt: at }).execute();
  // No kiosk is there: the node would find all signs offline in the midst of it, and a status that nothing fits is half as much to do.
  const env = { RATE_LIMIT_PER_MINUTE: '1000000', OFFLINE_AFTER_MS: '86400000' };
  const node = await startListeningApp(db, { env });
  onEnd(() => node.close());
  const signedIn = await fetch(`${node.url}/api/auth/sign-in/email`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: EMAIL, password: PASSWORD }),
  });
  const token = signedIn.headers.get('set-auth-token')!;
  const bare = fastify();
  bare.get('/', () => ({ items: [], nextCursor: null }));
  bare.get('/query', async () => (await sql`select 1`.execute(db), { items: [], nextCursor: null }));
  onEnd(() => bare.close());
  const bareUrl = await bare.listen({ host: '127.0.0.1', port: 0 });

  const clients = fork(join(import.meta.dirname, 'run-http-clients.bench.ts'));
  pin(clients.pid!, cores?.clients);
  onEnd(async () => clients.disconnect());

  /** Has `howMany` clients ask for `urls`, and prints what that took. */
  async function run(
    title: string,
    urls: string[],
    { howMany = CLIENTS, toldAs }: { howMany?: number; toldAs?: ToldAs } = {},
  ): Promise<void> {
    const job: PageJob = { urls, token, clients: howMany };
    const taken = await measureUsage(cores, process.pid, server.pid);
    const before = process.threadCpuUsage();
    const answered = once(clients, 'message') as Promise<[PageTimes]>;
    clients.send(job);
    const [{ timesMs, cpuMs }] = await answered;
    const { user, system } = process.threadCpuUsage(before);
    const { databaseUs, load } = await taken();
    const each = (ms: number): string => (ms / urls.length).toFixed(2);
    const nodeMs = (user + system) / 1_000;
    const { p50, p95, p99 } = spreadOf(timesMs);
    const times = `p50 ${p50.toFixed(1)} ms, p95 ${p95.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms`;
    const invalid = invalidBecause(load);
    console.log(
      `${title}: ${times}; of a core: node ${each(nodeMs)} ms, Postgres ${each(databaseUs / 1_000)} ms, client ${each(cpuMs)} ms${invalid === null ? '' : ` (invalid: ${invalid})`}`,
    );
    if (!toldAs) return;
    const values = { [toldAs.p50]: p50, [toldAs.p99]: p99, [toldAs.cpu]: nodeMs / urls.length };
    for (const [figure, value] of Object.entries(values) as [FigureName, number][])
      reportFigure({ figure, server: toldAs.server, value, invalid });
  }
  const many = (make: () => string): string[] => Array.from({ length: CLIENTS * rounds }, make);

  return {
    db,
    url: node.url,
    organizationId,
    eventId,
    /** Of a person who may make signs. */
    token,
    /** The signs of the event. */
    ids,
    run,
    /** As many addresses as the clients ask for, each made anew. */
    many,
    /** What everything else stands beside. */
    async runBaselines(toldAs?: ToldAs): Promise<void> {
      const bareUrls = many(() => bareUrl);
      await run('baseline: a bare route', bareUrls, toldAs && { toldAs });
      await run(
        'baseline: a bare route with select 1',
        many(() => `${bareUrl}/query`),
      );
      await run(
        'baseline: GET /api/me',
        many(() => `${node.url}/api/me`),
      );
    },
  };
}
