import { sql } from 'kysely';
import { describeSpread, spreadOf } from './describe-timings.ts';
import { measure, openBenchOrganization } from './open-bench-organization.bench.ts';

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

const bench = await openBenchOrganization('admin');
const { db, organizationId, userId: adminId } = bench;
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

const node = await bench.startNode();

async function firstPage(): Promise<void> {
  const reply = await fetch(`${node.url}/api/organizations/${organizationId}/members?limit=${PAGE}`, {
    headers: node.headers,
  });
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
await firstPage();
await bareQuery();
for (let round = 0; round < ROUNDS; round += 1) {
  await measure(times.page, firstPage);
  await measure(times.query, bareQuery);
}
const page = spreadOf(times.page);
console.log(`first page of ${MEMBERS} members: ${describeSpread(page)}`);
console.log(`bare query of its rows: ${describeSpread(spreadOf(times.query))}`);

await bench.close();
if (page.p50 > MOST_MS) throw new Error(`loading the first page of members takes more than ${MOST_MS} ms`);
