import { monitorEventLoopDelay } from 'node:perf_hooks';
import { pino } from 'pino';
import { sql } from 'kysely';
import { makeUuidV7 } from '@sign-display/contracts/identifier-generation';
import { NOTIFICATION_KINDS, type PutSubscriptionRequest } from '@sign-display/contracts/rest/subscriptions';
import { startEmbeddedPostgres } from '@sign-display/embedded-postgres';
import { makeTemporaryFolder } from '@sign-display/embedded-postgres/testing/temporary-folder';
import { hashOfPassword, insertUser } from '../access/users-repository.ts';
import { systemClock } from '../adapters/system-clock.ts';
import { systemRandom } from '../adapters/system-random.ts';
import { openDatabase } from '../db/open-database.ts';
import { migrateDatabase } from '../db/migrate.ts';
import { startListeningApp } from '../process/testing/listening-app.ts';
import { describeSpread, spreadOf } from './describe-timings.ts';

/**
 * Measures how long a preview of a subscription takes over HTTP after a storm of a day: 10,000 notices from 500 signs
 * in 24 hours, each taken by the planner separately, and as many on the day before. Runs once with settings that all
 * channels share and once with different settings for each channel. Compares the preview with a bare query of the same
 * notices in the same run, and fails if a median reaches 60 times that query. Also prints how long a preview blocked
 * the node's event loop.
 *
 *     node backend/src/bench/preview.bench.ts
 */

const NOTICES = 10_000;
const SIGNS = 500;
const ROUNDS = 5;
const MOST_QUERIES = 60;
/** The oldest notices stay younger than the two days after which the node prunes them. */
const EVERY_SECONDS = (0.99 * 86_400) / NOTICES;
const [EMAIL, PASSWORD] = ['bench@example.com', 'correct horse battery staple'];

const log = pino({ level: 'error' });
const folder = await makeTemporaryFolder();
const postgres = await startEmbeddedPostgres({ dataDirectory: `${folder.path}/postgres`, durable: false });
await migrateDatabase({ poolConfig: postgres.poolConfig, log });
const { db, close } = openDatabase({ poolConfig: postgres.poolConfig, log });

const at = new Date();
const [organizationId, eventId] = [makeUuidV7(systemClock, systemRandom), makeUuidV7(systemClock, systemRandom)];
const times = { createdAt: at, updatedAt: at };
await db
  .insertInto('organization')
  .values({ id: organizationId, name: 'Fair', linkHandshakeEnabled: null, ...times })
  .execute();
const person = { email: EMAIL, name: 'Bench', passwordHash: await hashOfPassword(PASSWORD) };
const userId = await db
  .transaction()
  .execute((trx) => insertUser(trx, { clock: systemClock, random: systemRandom }, person));
await db.insertInto('member').values({ organizationId, userId, role: 'viewer', createdAt: at }).execute();
await db
  .insertInto('event')
  .values({ id: eventId, organizationId, name: 'Hall', timeZone: 'UTC', ...times })
  .execute();

/** Each sign goes offline and comes back again and again; a notice every 8.6 seconds. */
await sql`
  insert into taken_notice (event_id, taken_at, sign_record_id, kind, outage_id, at)
  select ${eventId}, at, md5('sign' || nth % ${SIGNS}::int)::uuid,
    case when nth / ${SIGNS}::int % 2 = 0 then 'sign_offline' else 'sign_online' end,
    md5('outage' || nth % ${SIGNS}::int || ' ' || nth / ${SIGNS}::int / 2)::uuid, at
  from generate_series(0, ${2 * NOTICES - 1}::int) as nth,
    lateral (select ${at}::timestamptz - make_interval(secs => (${2 * NOTICES}::int - nth) * ${EVERY_SECONDS}::float8) as at) as moment
  order by nth`.execute(db);
await sql`vacuum analyze`.execute(db);

const node = await startListeningApp(db, { env: { RATE_LIMIT_PER_MINUTE: '1000000' } });
const signedIn = await fetch(`${node.url}/api/auth/sign-in/email`, {
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({ email: EMAIL, password: PASSWORD }),
});
const headers = {
  authorization: `Bearer ${signedIn.headers.get('set-auth-token')}`,
  'content-type': 'application/json',
};

const PLAIN: PutSubscriptionRequest = {
  kinds: [...NOTIFICATION_KINDS],
  channels: ['email', 'push', 'inbox'],
  graceSeconds: null,
  quietHours: null,
  snoozedUntil: null,
};
const KINDS: { name: string; body: PutSubscriptionRequest; times: number[] }[] = [
  { name: 'one rule for all channels', body: PLAIN, times: [] },
  {
    name: 'quiet hours of nine hours, a rule for each channel',
    body: {
      ...PLAIN,
      quietHours: { start: '22:00', end: '07:00', timeZone: 'Europe/Vienna' },
      excluded: [{ kind: 'sign_online', channel: 'push' }],
    },
    times: [],
  },
];
const queries: number[] = [];

async function preview(body: PutSubscriptionRequest): Promise<unknown> {
  const reply = await fetch(`${node.url}/api/events/${eventId}/subscription/preview`, {
    method: 'POST',
    headers,
    body: JSON.stringify(body),
  });
  const answer = (await reply.json()) as { counts?: Record<string, number> };
  if (reply.status !== 200 || !(answer.counts!.inbox! > 100))
    throw new Error(`the preview counted fewer messages than expected: ${JSON.stringify(answer)}`);
  return answer.counts;
}
async function bareQuery(): Promise<void> {
  const { rows } = await sql`
    select id, taken_at, sign_record_id, kind, outage_id, at, stable_at from taken_notice
    where event_id = ${eventId} order by id`.execute(db);
  if (rows.length !== 2 * NOTICES) throw new Error('the query returned a different number of rows than expected');
}
async function measure(into: number[], run: () => Promise<unknown>): Promise<void> {
  const begin = performance.now();
  await run();
  into.push(performance.now() - begin);
}

for (const { name, body } of KINDS) console.log(`${name}: counts ${JSON.stringify(await preview(body))}`);
await bareQuery();
const delay = monitorEventLoopDelay({ resolution: 1 });
delay.enable();
for (let round = 0; round < ROUNDS; round += 1)
  for (const { body, times } of KINDS) await measure(times, () => preview(body));
delay.disable();
for (let round = 0; round < ROUNDS; round += 1) await measure(queries, bareQuery);
for (const { name, times } of KINDS)
  console.log(`preview after a storm of ${NOTICES} notices a day, ${name}: ${describeSpread(spreadOf(times))}`);
console.log(`bare query of its notices: ${describeSpread(spreadOf(queries))}`);
console.log(
  `event loop held: p99 ${(delay.percentile(99) / 1e6).toFixed(1)} ms, max ${(delay.max / 1e6).toFixed(1)} ms`,
);

await node.close();
await close();
await postgres.stop();
await folder.remove();
const mostMs = MOST_QUERIES * spreadOf(queries).p50;
if (KINDS.some(({ times }) => spreadOf(times).p50 > mostMs))
  throw new Error(`a preview takes longer than ${MOST_QUERIES} queries of its notices`);
