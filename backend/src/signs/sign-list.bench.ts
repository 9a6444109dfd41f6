import { join } from 'node:path';
import { pino } from 'pino';
import { sql } from 'kysely';
import { makeUuidV4, makeUuidV7 } from '@sign-display/contracts/identifiers';
import { deriveShortCode } from '@sign-display/contracts/short-code';
import type { SignListQuery } from '@sign-display/contracts/rest/signs';
import { systemClock } from '../adapters/system-clock.ts';
import { systemRandom } from '../adapters/system-random.ts';
import { openDatabase } from '../db/connection.ts';
import { startEmbeddedPostgres } from '../db/embedded-postgres.ts';
import { migrateDatabase } from '../db/migrate.ts';
import { makeTemporaryFolder } from '../testing/temporary-folder.ts';
import { findSignPage } from './sign-list.ts';

/**
 * What a page of 50 costs among 10,000 records of one event, beside another organization's 10,000: 16 clients at once, each page from a
 * random place, view and query without HTTP.
 *
 *     node backend/src/signs/sign-list.bench.ts
 *
 * On 2 shared cores that little else used, two runs (beside `select 1` at p50 0.5, p99 10 ms): a page of an event p50 7, p99 20 to 23 ms; of
 * an organization 7, and 16 to 18; with a q that fits one in ten 8 and 25, with one that fits nothing 44 to 51, and 94 to 101; of a status that
 * most have 21 and 51. With others' tests beside it up to five times that. The server itself takes 0.06 ms for a page, by the index
 * alone; the rest is the driver and our view of 50 rows on one thread, for 16 at once. The 1,000 rows that a request reads at most for a status
 * that no record has took one client 8 ms, p99 23.
 */

const CLIENTS = 16;
const ROUNDS = 100;
const SIGNS = 10_000;

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
await sql`analyze`.execute(db);

async function measure(
  title: string,
  query: Partial<SignListQuery>,
  run = findSignPage,
  clients = CLIENTS,
): Promise<void> {
  const spent: number[] = [];
  const client = async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const begin = performance.now();
      const afterId = ids[Math.floor(Math.random() * ids.length)]!;
      await run(db, { organizationId, limit: 50, ...query }, afterId);
      spent.push(performance.now() - begin);
    }
  };
  await Promise.all(Array.from({ length: clients }, client));
  spent.sort((a, b) => a - b);
  const share = (part: number): string => spent[Math.floor(part * spent.length)]!.toFixed(1);
  console.log(`${title}: p50 ${share(0.5)} ms, p95 ${share(0.95)} ms, p99 ${share(0.99)} ms`);
}

const one = async () => (await sql`select 1`.execute(db), { items: [], nextCursor: null });
await measure('(warming up)', {});
await measure('baseline: select 1', {}, one);
await measure('an event', { eventId });
await measure('an organization', {});
await measure('q that fits one in ten', { q: '7' });
await measure('q that fits nothing', { q: 'nowhere' });
await measure('status showing', { status: 'showing' });
await measure('status background: nothing fits', { status: 'background' });
await measure('the same, one client', { status: 'background' }, findSignPage, 1);

await close();
await server.stop();
await folder.remove();
