import { createServer, get, Agent } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { pino } from 'pino';
import { startEmbeddedPostgres } from '@sign-display/embedded-postgres';
import { makeTemporaryFolder } from '@sign-display/embedded-postgres/testing/temporary-folder';
import { onEnd, runToEnd } from '../../bench/benchmark-cleanup.bench.ts';
import { invalidBecause, type FigureName } from '../../bench/figures/figures.ts';
import { describeSpread, spreadOf, reportFigure } from '../../bench/describe-timings.ts';
import { findCores, pin } from '../../bench/servers/assign-cores.ts';
import { measureUsage } from '../../bench/servers/server-usage.ts';
import { familyOf } from '../../bench/servers/process-usage.ts';
import {
  endProcess,
  startProcess,
  startService,
  watchMemory,
  type StartedProcess,
} from '../../bench/measured-process.ts';
import { openDatabase } from '../../db/open-database.ts';
import { insertBenchSigns } from '../testing/insert-bench-signs.ts';

/**
 * What a snapshot of 10,000 signs costs over HTTP: from cold (a sign has changed), where nothing has, and for twenty walls at once; how late the event
 * loop is meanwhile, and what memory it takes. Figures: 600 ms, 50 ms, 1.5 MB, 30 MB above idle. As baselines a bare HTTP server that streams the
 * same bytes, and a plain select of the same records with their JSON in one go.
 *
 *     node backend/src/signs/snapshot/snapshot.bench.ts [signs] [rounds]
 *
 * On 2 cores at a load of 12, which is no true figure: from cold p50 654 ms, where nothing changed 43, twenty walls at once 517 to 523; 0.63 MB
 * compressed, 14 MB above idle; the bare server 2, the plain select 528.
 */

const SIGNS = Number(process.argv[2] ?? 10_000);
const ROUNDS = Number(process.argv[3] ?? 10);
const WALLS = 20;
/** A snapshot is kept for half a minute: idle is after it. */
const UNTIL_IDLE_MS = 35_000;

interface Read {
  /** Until its first byte was here: it is made whole before. */
  firstMs: number;
  wholeMs: number;
  parts: Buffer[];
}

/** Reads an answer as it came, compressed. */
function read(url: string, headers: Record<string, string>, agent?: Agent): Promise<Read> {
  const beganMs = performance.now();
  return new Promise((resolve, reject) => {
    get(url, { headers: { ...headers, 'accept-encoding': 'gzip' }, ...(agent && { agent }) }, (response) => {
      if (response.statusCode !== 200)
        return reject(new Error(`the service answered with status ${response.statusCode}`));
      const parts: Buffer[] = [];
      let firstMs = 0;
      response.on('data', (part: Buffer) => {
        firstMs ||= performance.now() - beganMs;
        parts.push(part);
      });
      response.once('end', () => resolve({ firstMs, wholeMs: performance.now() - beganMs, parts }));
      response.once('error', reject);
      return undefined;
    }).once('error', reject);
  });
}

/** The longest that a small request waited while `run` ran: how late the event loop was, and some tenths of a millisecond. */
async function mostDelay(url: string, run: () => Promise<unknown>): Promise<number> {
  const agent = new Agent({ keepAlive: true });
  let most = 0;
  const over = new AbortController();
  const asking = (async () => {
    while (!over.signal.aborted) most = Math.max(most, (await read(`${url}/health/live`, {}, agent)).wholeMs);
  })();
  await run();
  over.abort();
  await asking;
  agent.destroy();
  return most;
}

function report(title: string, reads: readonly Read[]): void {
  console.log(`${title}: first byte ${describeSpread(spreadOf(reads.map(({ firstMs }) => firstMs)))}`);
  console.log(`  whole ${describeSpread(spreadOf(reads.map(({ wholeMs }) => wholeMs)))}`);
}

async function serveBare(): Promise<void> {
  const parts: Buffer[] = [];
  const server = createServer((request, response) => {
    if (request.method === 'POST')
      return void request.on('data', (part: Buffer) => parts.push(part)).once('end', () => response.end());
    return void Readable.from(parts, { objectMode: false }).pipe(response);
  });
  server.listen(0, '127.0.0.1', () =>
    console.log(JSON.stringify({ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` })),
  );
}

async function main(): Promise<void> {
  const folder = await makeTemporaryFolder();
  onEnd(() => folder.remove());
  const postgres = await startEmbeddedPostgres({ dataDirectory: join(folder.path, 'postgres'), durable: true });
  onEnd(() => postgres.stop());
  const cores = findCores();
  if (cores) pin(process.pid, cores.clients);
  for (const pid of await familyOf(postgres.pid)) pin(pid, cores?.server);
  const { db, close } = openDatabase({ poolConfig: postgres.poolConfig, log: pino({ level: 'error' }) });
  onEnd(close);
  const env = { RATE_LIMIT_PER_MINUTE: '100000', OFFLINE_AFTER_MS: '86400000' };
  const service = await startService(postgres.poolConfig, join(folder.path, 'data'), env);
  onEnd(() => endProcess(service));
  const { headers } = service;
  async function make(path: string, body: object): Promise<string> {
    const reply = await fetch(service.url + path, { method: 'POST', headers, body: JSON.stringify(body) });
    return ((await reply.json()) as { id: string }).id;
  }
  const organizationId = await make('/api/organizations', { name: 'Large' });
  const eventId = await make(`/api/organizations/${organizationId}/events`, { name: 'Fair', timeZone: 'UTC' });
  const [id] = await insertBenchSigns(db, { organizationId, eventId }, SIGNS);
  await sql`vacuum analyze`.execute(db);
  const url = `${service.url}/api/signs/snapshot?organizationId=${organizationId}`;
  const ask = (): Promise<Read> => read(url, headers);
  const change = () => sql`update sign set name = name || '.' where id = ${id}`.execute(db);
  const rounds = async (each: () => Promise<Read>): Promise<Read[]> => {
    const reads: Read[] = [];
    for (let round = 0; round < ROUNDS; round += 1) reads.push(await each());
    return reads;
  };

  /** Of `server`: a figure of `npm run bench`, the middle of some rounds. */
  async function told(figure: FigureName, server: 'ours' | 'bare', pid: number, run: () => Promise<Read[]>) {
    const taken = await measureUsage(cores, pid, server === 'ours' ? postgres.pid : null);
    const reads = await run();
    const { p50: value } = spreadOf(reads.map(({ wholeMs }) => wholeMs));
    reportFigure({ figure, server, value, invalid: invalidBecause((await taken()).load) });
    return reads;
  }
  const ours = (figure: FigureName, run: () => Promise<Read[]>) => told(figure, 'ours', service.child.pid!, run);

  const idleDelay = await mostDelay(service.url, () => sleep(2_000));
  const warm = await rounds(async () => (await change(), await ask()));
  console.log(`(warming up; the very first: ${warm[0]!.firstMs.toFixed(0)} ms)`);
  const delay = await mostDelay(service.url, async () =>
    report('from cold', await rounds(async () => (await change(), await ask()))),
  );
  console.log(
    `  a small request meanwhile waited at most ${delay.toFixed(1)} ms; beside an idle service ${idleDelay.toFixed(1)} ms`,
  );
  report('nothing changed', await ours('snapshotSame', () => rounds(ask)));
  // Without the small requests beside it, which take of the service too.
  await ours('snapshotCold', () => rounds(async () => (await change(), await ask())));
  await change();
  report(`${WALLS} walls at once, from cold`, await Promise.all(Array.from({ length: WALLS }, ask)));
  await sleep(UNTIL_IDLE_MS);
  const { result, idleMb, aboveMb } = await watchMemory(service.child, async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      await change();
      await Promise.all(Array.from({ length: WALLS }, ask));
    }
    return await ask();
  });
  const bytes = Buffer.concat(result.parts);
  console.log(
    `${(bytes.length / 1e6).toFixed(2)} MB compressed; idle ${idleMb} MB, ${ROUNDS} times ${WALLS} walls from cold: at most ${aboveMb} MB above`,
  );

  const bare: StartedProcess = await startProcess([import.meta.filename, 'bare']);
  onEnd(() => endProcess(bare));
  await fetch(bare.url, { method: 'POST', body: bytes });
  const ofBare = await told('snapshotSame', 'bare', bare.child.pid!, () => rounds(() => read(bare.url, {})));
  report('baseline, a bare server with the same bytes', ofBare);
  const plain: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const beganMs = performance.now();
    JSON.stringify(await db.selectFrom('sign').selectAll().where('organizationId', '=', organizationId).execute());
    plain.push(performance.now() - beganMs);
  }
  reportFigure({ figure: 'snapshotCold', server: 'bare', value: spreadOf(plain).p50, invalid: null });
  console.log(`baseline, a plain select and JSON.stringify: ${describeSpread(spreadOf(plain))}`);
}

if (process.argv[2] === 'bare') await serveBare();
else await runToEnd(main);
