import { join } from 'node:path';
import { pino } from 'pino';
import { sql } from 'kysely';
import { makeUuidV4, makeUuidV7 } from '@sign-display/contracts/identifier-generation';
import { deriveShortCode } from '@sign-display/contracts/short-code';
import { systemClock } from '../../adapters/system-clock.ts';
import { systemRandom } from '../../adapters/system-random.ts';
import { openDatabase } from '../../db/open-database.ts';
import { startEmbeddedPostgres } from '@sign-display/embedded-postgres';
import { migrateDatabase } from '../../db/migrate.ts';
import { makeTemporaryFolder } from '@sign-display/embedded-postgres/testing/temporary-folder';
import { createAnalytics } from '../analytics/analytics-service.ts';
import { ensurePartitions } from '../partitions/day-partitions.ts';
import { addDays, dayOf, daysFrom } from '../partitions/partition-day-and-name.ts';
import { listContentFetches } from './content-fetches-repository.ts';

/**
 * What an analytics batch of 100 content fetches costs beside 0, 10⁶ and 10⁷ rows of the last 30 days, next to the same 100 rows into a bare
 * table without index, partition or memory of batches; and the newest page of a sign. Filling took 15 minutes at that load, and 4 GB of a temporary folder.
 *
 *     node backend/src/reports/content-fetches/content-fetches.bench.ts [rows]
 *
 * On 2 shared cores at load 9 to 10, the data in memory (/dev/shm), p50 and p95 in ms:
 *
 *     rows        bare table   analytics batch   newest page
 *     0           1.0   6.7    3.7    9.6        1.3   6.0
 *     1,000,000   0.8   2.8    3.2   14.6        2.3   8.5
 *     10,000,000  1.0   4.2    2.4    6.7        1.6   6.5
 */

const SIGNS = 1_000;
const DAYS = 30;
const BATCH = 100;
const ROUNDS = 300;
const FILL_AT_ONCE = 500_000;

const log = pino({ level: 'error' });
const folder = await makeTemporaryFolder();
const server = await startEmbeddedPostgres({ dataDirectory: join(folder.path, 'postgres') });
await migrateDatabase({ poolConfig: server.poolConfig, log });
const { db, close } = openDatabase({ poolConfig: server.poolConfig, log, queryTimeoutMs: 0 });
const at = new Date(systemClock.now());
const times = { createdAt: at, updatedAt: at };
const newId = () => makeUuidV7(systemClock, systemRandom);
const [organizationId, eventId] = [newId(), newId()];
await db
  .insertInto('organization')
  .values({ id: organizationId, name: 'Benchmark', linkHandshakeEnabled: null, ...times })
  .execute();
await db
  .insertInto('event')
  .values({ id: eventId, organizationId, name: 'Benchmark', timeZone: 'UTC', ...times })
  .execute();
const signs = Array.from({ length: SIGNS }, (_, index) => {
  const deviceSignId = makeUuidV4(systemRandom);
  const device = { deviceSignId, macAddress: '00:1a:2b:3c:4d:5e', shortCode: deriveShortCode(deviceSignId) };
  return { id: newId(), organizationId, eventId, name: `Sign ${index}`, location: 'Hall 1', ...device, ...times };
});
await db.insertInto('sign').values(signs).execute();
await ensurePartitions(db, 'content_fetch', daysFrom(addDays(dayOf(at.getTime()), -DAYS), DAYS + 2));
await sql`create table bare (like content_fetch)`.execute(db);

/** Rows over all signs and days, made by the server. */
async function fill(rows: number): Promise<void> {
  for (let made = 0; made < rows; made += FILL_AT_ONCE) {
    await sql`
      insert into content_fetch (id, organization_id, event_id, sign_record_id, at, started_at, duration_ms, bytes, status, from_cache, url)
      select md5(n::text || ${String(made)})::uuid, ${organizationId}::uuid, ${eventId}::uuid, signs[1 + n % ${SIGNS}], at, at, 12.5, 4096, 200,
        false, 'https://cms.example.com/signs/lobby/screen?revision=' || n
      from (select n, signs, ${at}::timestamptz - interval '1 second' * (n::bigint * 7919 % ${DAYS * 86_400}) as at
        from generate_series(1, ${Math.min(FILL_AT_ONCE, rows - made)}) as n, (select ${signs.map(({ id }) => id)}::uuid[] as signs) as all_signs) as made
    `.execute(db);
  }
}

const analytics = createAnalytics({
  db,
  clock: systemClock,
  random: systemRandom,
  retention: { contentFetch: 90, analyticsEntry: 30 },
  deviceBytesPerDay: Number.MAX_SAFE_INTEGER,
  observe: () => {},
});
const anySign = () => signs[Math.floor(systemRandom.float() * SIGNS)]!;

function makeBatch() {
  const time = new Date(systemClock.now()).toISOString();
  const fetch = { kind: 'content_fetch', at: time, startedAt: time, durationMs: 12.5, status: 200, bytes: 4_096 };
  const url = 'https://cms.example.com/signs/lobby/screen?revision=1';
  return {
    batchId: makeUuidV4(systemRandom),
    entries: Array.from({ length: BATCH }, () => ({ ...fetch, url, fromCache: false, error: null })),
  };
}

async function bareInsert(): Promise<void> {
  const ids = Array.from({ length: BATCH }, newId);
  const when = ids.map(() => new Date(systemClock.now()));
  await sql`
    insert into bare
      (id, organization_id, event_id, sign_record_id, at, started_at, duration_ms, bytes, status, from_cache, url)
    select id, ${organizationId}::uuid, ${eventId}::uuid, ${anySign().id}::uuid, at, at, 12.5, 4096, 200, false,
      'https://cms.example.com/signs/lobby/screen?revision=1'
    from unnest(${ids}::uuid[], ${when}::timestamptz[]) as row (id, at)
  `.execute(db);
}

async function measure(title: string, run: () => Promise<unknown>): Promise<void> {
  const spent: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const begin = performance.now();
    await run();
    spent.push(performance.now() - begin);
  }
  spent.sort((one, other) => one - other);
  const share = (part: number) => spent[Math.floor(part * ROUNDS)]!.toFixed(1);
  console.log(`  ${title}: p50 ${share(0.5)} ms, p95 ${share(0.95)} ms`);
}

const most = Number(process.argv[2] ?? 10_000_000);
let held = 0;
for (const rows of [0, 1_000_000, 10_000_000].filter((each) => each <= most)) {
  const begin = performance.now();
  await fill(rows - held);
  held = rows;
  await sql`checkpoint`.execute(db);
  console.log(`${rows} rows (filled in ${((performance.now() - begin) / 1_000).toFixed(0)} s)`);
  await measure('bare table, 100 rows', bareInsert);
  await measure('analytics batch of 100', () => analytics.take(anySign().deviceSignId, makeBatch()));
  await measure('newest page of a sign', () => listContentFetches(db, anySign().id, {}, null, 51));
}

await close();
await server.stop();
await folder.remove();
