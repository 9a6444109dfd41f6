import { pino } from 'pino';
import { sql } from 'kysely';
import { makeUuidV7 } from '@sign-display/contracts/identifier-generation';
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
 * How long an admin waits for the first page of the members of a large organization, over HTTP, beside a bare query of the same rows in the same run.
 * The two take turns, so that both meet the same machine. Fails where half of the pages take longer than 100 ms.
 *
 *     node backend/src/bench/members.bench.ts
 */

const MEMBERS = 2_000;
const SESSIONS_EACH = 2;
const ROUNDS = 200;
const PAGE = 50;
const MOST_MS = 100;
const [EMAIL, PASSWORD] = ['bench@example.com', 'correct horse battery staple'];

const log = pino({ level: 'error' });
const folder = await makeTemporaryFolder();
const postgres = await startEmbeddedPostgres({ dataDirectory: `${folder.path}/postgres`, durable: false });
await migrateDatabase({ poolConfig: postgres.poolConfig, log });
const { db, close } = openDatabase({ poolConfig: postgres.poolConfig, log });

const at = new Date();
const organizationId = makeUuidV7(systemClock, systemRandom);
const organization = { id: organizationId, name: 'Fair', linkHandshakeEnabled: null, createdAt: at, updatedAt: at };
await db.insertInto('organization').values(organization).execute();
const admin = { email: EMAIL, name: 'Bench', passwordHash: await hashOfPassword(PASSWORD) };
const adminId = await db
  .transaction()
  .execute((trx) => insertUser(trx, { clock: systemClock, random: systemRandom }, admin));
await db.insertInto('member').values({ organizationId, userId: adminId, role: 'admin', createdAt: at }).execute();
await sql`
  insert into "user" (id, name, email, email_verified, created_at, updated_at, last_active_at)
  select gen_random_uuid()::text, 'Person ' || n, 'person' || n || '@example.com', true, now(), now(), now()
  from generate_series(1, ${MEMBERS - 1}::int) as n`.execute(db);
await sql`
  insert into member (organization_id, user_id, role, created_at)
  select ${organizationId}, id, 'operator', now() from "user" where id <> ${adminId}`.execute(db);
await sql`
  insert into session (id, token, user_id, created_at, updated_at, expires_at)
  select gen_random_uuid()::text, gen_random_uuid()::text, id, now(), now(), now() + interval '30 days'
  from "user", generate_series(1, ${SESSIONS_EACH}::int)`.execute(db);
await sql`vacuum analyze`.execute(db);

const node = await startListeningApp(db, { env: { RATE_LIMIT_PER_MINUTE: '1000000' } });
const signedIn = await fetch(`${node.url}/api/auth/sign-in/email`, {
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({ email: EMAIL, password: PASSWORD }),
});
const headers = { authorization: `Bearer ${signedIn.headers.get('set-auth-token')}` };

async function firstPage(): Promise<void> {
  const reply = await fetch(`${node.url}/api/organizations/${organizationId}/members?limit=${PAGE}`, { headers });
  const { items } = (await reply.json()) as { items: { sessions: number }[] };
  if (items.length !== PAGE || items.some(({ sessions }) => sessions < SESSIONS_EACH))
    throw new Error('the service returned a different page of members than expected');
}
async function bareQuery(): Promise<void> {
  const { rows } = await sql`
    select u.id, u.email, u.name, u.last_active_at, m.role, m.created_at,
      (select count(*) from session s where s.user_id = u.id and s.expires_at > now()) as sessions
    from member m join "user" u on u.id = m.user_id
    where m.organization_id = ${organizationId} order by u.id limit ${PAGE}`.execute(db);
  if (rows.length !== PAGE) throw new Error('the query returned a different number of rows than expected');
}

const times = { page: [] as number[], query: [] as number[] };
async function measure(into: number[], run: () => Promise<void>): Promise<void> {
  const begin = performance.now();
  await run();
  into.push(performance.now() - begin);
}
await firstPage();
await bareQuery();
for (let round = 0; round < ROUNDS; round += 1) {
  await measure(times.page, firstPage);
  await measure(times.query, bareQuery);
}
const page = spreadOf(times.page);
console.log(`first page of ${MEMBERS} members: ${describeSpread(page)}`);
console.log(`bare query of its rows: ${describeSpread(spreadOf(times.query))}`);

await node.close();
await close();
await postgres.stop();
await folder.remove();
if (page.p50 > MOST_MS) throw new Error(`loading the first page of members takes more than ${MOST_MS} ms`);
