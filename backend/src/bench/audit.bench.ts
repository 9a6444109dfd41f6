import { sql, type RawBuilder } from 'kysely';
import { makeUuidV7 } from '@sign-display/contracts/identifier-generation';
import type { AuditVerification } from '@sign-display/contracts/rest/audit';
import { systemClock } from '../adapters/system-clock.ts';
import { systemRandom } from '../adapters/system-random.ts';
import { chainRows } from '../audit/audit-log.ts';
import { FIRST_PREV_HASH } from '@sign-display/contracts/rest/audit';
import { describeSpread, spreadOf } from './describe-timings.ts';
import { measure, openBenchOrganization } from './open-bench-organization.bench.ts';

/**
 * Measures how long an admin waits for an audit log of 1,000,000 rows over HTTP (the first page, the counts and a check
 * of the whole log), next to bare queries in the same run. Fails if a median exceeds its bound.
 * `audit/audit-export.bench.ts` measures the memory of exports.
 *
 *     npm run bench:pages, or node backend/src/bench/audit.bench.ts [ROWS]
 */

const ROWS = Number(process.argv[2] ?? 1_000_000);
const BATCH = 5_000;
const ROUNDS = 15;
const PEOPLE = 40;
const ACTIONS = [
  'sign.update',
  'sign.command',
  'schedules.replace',
  'sign.claim',
  'outage.acknowledge',
  'event.update',
];
/** Rows of a day. */
const PER_DAY = 3_000;
const DAY_MS = 86_400_000;

const bench = await openBenchOrganization('admin');
const { db, at, organizationId } = bench;
const newId = (): string => makeUuidV7(systemClock, systemRandom);
const [eventId, signId, requestId] = [newId(), newId(), newId()];

/** Rows like those of people who work, at the pace of `PER_DAY`. One of a thousand is refused, one of five hundred failed. */
async function fill(): Promise<void> {
  let head = { seq: 0, hash: FIRST_PREV_HASH };
  while (head.seq < ROWS) {
    const first = head.seq;
    const entries = Array.from({ length: Math.min(BATCH, ROWS - first) }, (_, index) => {
      const nth = first + index;
      const who = `person-${nth % PEOPLE}`.padEnd(32, 'x');
      return {
        organizationId,
        action: ACTIONS[nth % ACTIONS.length]!,
        target: { type: 'sign', id: signId },
        outcome: nth % 1_000 === 0 ? ('denied' as const) : nth % 500 === 1 ? ('failed' as const) : ('ok' as const),
        detail: { changes: { name: { from: `Lobby ${nth}`, to: `Foyer ${nth}` } } },
        author: {
          person: { id: who, name: who, email: `${who}@example.org` },
          requestId: nth === 1_000 ? requestId : newId(),
          ip: '192.0.2.1',
        },
      };
    });
    const chained = chainRows(head, entries, at.getTime() - Math.floor((ROWS - first) / PER_DAY) * DAY_MS);
    const rows = chained.map((row) => ({ ...row, actorId: row.actor!.id, actorEmail: row.actor!.email }));
    await sql`
      insert into audit (organization_id, seq, at, actor_id, actor_email, action, target_type, target_id, event_id, sign_id,
        outcome, request_id, ip, detail, prev_hash, hash)
      select ${organizationId}::uuid, seq, at, "actorId", "actorEmail", action, 'sign', ${signId},
        case when seq % 2 = 0 then ${eventId}::uuid end, case when seq % 50 = 0 then ${signId}::uuid end,
        outcome, "requestId", ip, detail, "prevHash", hash
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as row (seq bigint, at timestamptz, "actorId" text,
        "actorEmail" text, action text, outcome text, "requestId" text, ip text, detail jsonb, "prevHash" text, hash text)`.execute(
      db,
    );
    const last = chained.at(-1)!;
    head = { seq: last.seq, hash: last.hash };
  }
  await db.insertInto('auditHead').values({ organizationId, seq: head.seq, hash: head.hash }).execute();
  await sql`vacuum analyze audit`.execute(db);
}
const began = performance.now();
await fill();
console.log(`filled: ${ROWS} rows in ${((performance.now() - began) / 1_000).toFixed(0)} s`);

/** The time for which migration 0062 holds up the writers of such a log. */
for (const index of ['audit_counts', 'audit_outcome', 'audit_request']) {
  const begin = performance.now();
  await sql`reindex index ${sql.id(index)}`.execute(db);
  console.log(`build of index ${index}: ${((performance.now() - begin) / 1_000).toFixed(1)} s`);
}

const node = await bench.startNode();
const urlOf = (path: string, query: object) =>
  `${node.url}${path}?${new URLSearchParams({ organizationId, ...query })}`;

async function ask(path: string, query: object): Promise<void> {
  const reply = await fetch(urlOf(path, query), { headers: node.headers });
  if (!reply.ok) throw new Error(`${path} returned ${reply.status}`);
  await reply.text();
}
const timeOf = (daysAgo: number): string => new Date(at.getTime() - daysAgo * DAY_MS - 1).toISOString();
const day = { from: timeOf(101), to: timeOf(100) };
const who = 'person-7'.padEnd(32, 'x');
const KINDS: { name: string; path: string; query: object; mostMs: number; bare: RawBuilder<unknown> }[] = [];
const bareOf = (path: string, where: RawBuilder<unknown>) =>
  path === '/api/audit'
    ? sql`select * from audit where organization_id = ${organizationId} and ${where} order by seq desc limit 51`
    : sql`select outcome, action, actor_id, count(*) from audit where organization_id = ${organizationId} and ${where} group by 1, 2, 3`;
const dayOnly = sql`at >= ${day.from}::timestamptz and at < ${day.to}::timestamptz`;
const FILTERS: { name: string; query: object; where: RawBuilder<unknown> }[] = [
  { name: 'no filter', query: {}, where: sql`true` },
  { name: 'one day', query: day, where: dayOnly },
  { name: 'one person', query: { actorId: who }, where: sql`actor_id = ${who}` },
  { name: 'one action', query: { action: 'sign.claim' }, where: sql`action = 'sign.claim'` },
  { name: 'refused', query: { outcome: 'denied' }, where: sql`outcome = 'denied'` },
  { name: 'ok', query: { outcome: 'ok' }, where: sql`outcome = 'ok'` },
  { name: 'one event', query: { eventId }, where: sql`event_id = ${eventId}` },
  { name: 'one sign', query: { signId }, where: sql`sign_id = ${signId}` },
  { name: 'one request', query: { requestId }, where: sql`request_id = ${requestId}` },
];
for (const { name, query, where } of FILTERS) {
  KINDS.push({
    name: `first page, ${name}`,
    path: '/api/audit',
    query,
    mostMs: 100,
    bare: bareOf('/api/audit', where),
  });
  const mostMs = ['no filter', 'one day'].includes(name) ? 300 : 2_000;
  const path = '/api/audit/summary';
  KINDS.push({ name: `counts, ${name}`, path, query, mostMs, bare: bareOf(path, where) });
}

/** The check of the whole log, whose counts those without a filter start from. */
await fetch(urlOf('/api/audit/verification', {}), { method: 'POST', headers: node.headers });
await node.app.runDueJobs();
const verified = (await (
  await fetch(urlOf('/api/audit/verification', {}), { headers: node.headers })
).json()) as AuditVerification;
console.log(`check: ${verified.rows} rows in ${verified.durationMs} ms, ${verified.fault ? 'a fault' : 'no fault'}`);

let isLate = false;
for (const { name, path, query, mostMs, bare } of KINDS) {
  const [times, bareTimes]: [number[], number[]] = [[], []];
  for (let round = 0; round < ROUNDS; round += 1) {
    await measure(times, () => ask(path, query));
    await measure(bareTimes, () => bare.execute(db));
  }
  const isPast = spreadOf(times).p50 > mostMs;
  isLate ||= isPast;
  console.log(`${name}: ${describeSpread(spreadOf(times))}${isPast ? `, past ${mostMs} ms` : ''}`);
  console.log(`  bare query: ${describeSpread(spreadOf(bareTimes))}`);
}
await bench.close();
if (isLate) process.exitCode = 1;
