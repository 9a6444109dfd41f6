import { sql, type RawBuilder } from 'kysely';
import type { DashboardUpdateMessage } from '@sign-display/contracts/dashboard-events';
import { ClaimAttempt, UNDER_WAY, type ClaimAttemptsSummary } from '@sign-display/contracts/rest/claims';
import type { Db } from '../db/database-types.ts';
import type { TimePosition } from '../http/pagination.ts';
import { viewOf } from '../http/row-to-response.ts';

/**
 * Attempts to claim, link or replace (promises C10 and D12). An attempt under way is the `claim` row that waits for its acknowledgement; an ended one is
 * its row of the history, under the same identifier. One statement ends an attempt, so it is always in exactly one of the two.
 */

type AttemptRow = Omit<ClaimAttempt, 'at' | 'submittedAt' | 'startedAt' | 'actor' | 'device'> &
  Omit<ClaimAttempt['device'], 'signId'> & {
    at: Date;
    startedAt: string | null;
    organizationId: string;
    eventId: string;
    actorId: string | null;
    actorName: string | null;
    deviceSignId: string;
  };

/** Which attempts are meant. `since`: none that began earlier. */
export interface AttemptScope {
  eventId: string;
  actorId: string | undefined;
  /** Outcomes, separated by commas. */
  outcome: string | undefined;
  from: Date | undefined;
  to: Date | undefined;
  since: Date;
}

/** The attempts under way that fulfil `condition`, with the columns of `AttemptRow`. */
const underWay = (condition: RawBuilder<unknown>) => sql`
  select coalesce(claim.attempt_id, claim.id) as id, claim.submitted_at as at, claim.kind, claim.organization_id, claim.event_id,
    claim.sign_record_id, claim.operator_id as actor_id, "user".name as actor_name, claim.name, claim.location,
    claim.device_sign_id, claim.short_code, claim.device_facts as facts, claim.started_at, claim.handshake, claim.url,
    null::text as outcome, null::text as reason, null::smallint as http_status, null::text as detail, null::integer as duration_ms,
    null::double precision as load_ms, claim.replays, claim.request_id
  from claim left join "user" on "user".id = claim.operator_id
  where claim.state = 'awaiting_ack' and ${condition}`;

/** The ended attempts that fulfil `condition`. A repeated request that got the outcome of its last attempt is counted in its `claim` row. */
const ended = (condition: RawBuilder<unknown>) => sql`
  select history.id, coalesce(history.submitted_at, history.at) as at, history.kind, history.organization_id, history.event_id,
    history.sign_record_id, history.actor_id, history.actor_name, coalesce(history.attempt->>'name', sign.name) as name,
    coalesce(history.attempt->>'location', sign.location) as location, history.device_sign_id, history.short_code,
    history.attempt as facts, (history.attempt->>'startedAt')::timestamptz as started_at, history.attempt->>'handshake' as handshake,
    history.url, history.outcome, history.reason, history.http_status, history.detail, history.duration_ms, history.load_ms,
    coalesce(claim.replays, (history.attempt->>'replays')::integer, 0) as replays, history.request_id
  from history
  left join claim on claim.request_id = history.request_id and claim.attempt_id = history.id
  left join sign on sign.id = history.sign_record_id
  where history.kind in ('claim', 'link', 'replace') and ${condition}`;

const both = (ofClaim: RawBuilder<unknown>, ofHistory: RawBuilder<unknown>) =>
  sql`(${underWay(ofClaim)} union all ${ended(ofHistory)}) as attempt`;

const columns = sql`
  id, at, kind, organization_id as "organizationId", event_id as "eventId", sign_record_id as "signRecordId", actor_id as "actorId",
  actor_name as "actorName", name, location, device_sign_id as "deviceSignId", short_code as "shortCode",
  facts->>'macAddress' as "macAddress", facts->>'address' as address, facts->>'appVersion' as "appVersion",
  facts->>'platform' as platform, nullif(facts->'screen', 'null') as screen, started_at as "startedAt", handshake, url, outcome, reason,
  http_status as "httpStatus", detail, duration_ms as "durationMs", load_ms as "loadMs", replays, request_id as "requestId"`;

/** The condition of a scope on one of the two tables; `at` is the expression of the time at which an attempt began. */
function inScope(scope: AttemptScope, of: { table: 'claim' | 'history'; actor: string; at: RawBuilder<unknown> }) {
  const { eventId, actorId, outcome, from, to, since } = scope;
  const outcomes = outcome?.split(',');
  const conditions = [sql`${sql.ref(`${of.table}.event_id`)} = ${eventId}`, sql`${of.at} >= ${since}`];
  if (actorId !== undefined) conditions.push(sql`${sql.ref(`${of.table}.${of.actor}`)} = ${actorId}`);
  if (from !== undefined) conditions.push(sql`${of.at} >= ${from}`);
  if (to !== undefined) conditions.push(sql`${of.at} < ${to}`);
  if (outcomes !== undefined && of.table === 'history')
    conditions.push(sql`history.outcome = any(${outcomes}::text[])`);
  if (outcomes !== undefined && of.table === 'claim') conditions.push(sql`${outcomes.includes(UNDER_WAY)}`);
  return conditions;
}
const BEGAN_UNDER_WAY = sql`claim.submitted_at`;
const BEGAN_ENDED = sql`coalesce(history.submitted_at, history.at)`;
const ofClaim = (scope: AttemptScope) => inScope(scope, { table: 'claim', actor: 'operator_id', at: BEGAN_UNDER_WAY });
const ofHistory = (scope: AttemptScope) => inScope(scope, { table: 'history', actor: 'actor_id', at: BEGAN_ENDED });
const all = (conditions: RawBuilder<unknown>[]) => sql.join(conditions, sql` and `);

/** Up to `limit` attempts of an event, newest first, from after `after`. */
export async function listClaimAttempts(db: Db, scope: AttemptScope, after: TimePosition | null, limit: number) {
  const later = (at: RawBuilder<unknown>, id: RawBuilder<unknown>) =>
    after ? [sql`(${at}, ${id}) < (${after.at}, ${after.id}::uuid)`] : [];
  const page = sql`order by at desc, id desc limit ${limit}`;
  const present = all([...ofClaim(scope), ...later(BEGAN_UNDER_WAY, sql`coalesce(claim.attempt_id, claim.id)`)]);
  const past = all([...ofHistory(scope), ...later(BEGAN_ENDED, sql`history.id`)]);
  // Each part is limited by itself, so that the ended ones are read by their index and no further.
  const { rows } = await sql<AttemptRow>`
    select ${columns} from ((${underWay(present)} ${page}) union all (${ended(past)} ${page})) as attempt ${page}
  `.execute(db);
  return rows;
}

/** Counts the attempts of the list with the same scope, in one statement. */
export async function summarizeClaimAttempts(db: Db, scope: AttemptScope): Promise<ClaimAttemptsSummary> {
  type Group = ClaimAttemptsSummary['byOutcome'][number] & { medianMs: number | null; p95Ms: number | null };
  const { rows } = await sql<Group>`
    with attempt as materialized (
      select kind, null::text as outcome, null::text as reason, null::integer as duration_ms from claim
      where state = 'awaiting_ack' and ${all(ofClaim(scope))}
      union all
      select kind, outcome, reason, duration_ms from history
      where kind in ('claim', 'link', 'replace') and ${all(ofHistory(scope))}
    ), time as (
      select round(percentile_cont(0.5) within group (order by duration_ms))::integer as "medianMs",
        round(percentile_cont(0.95) within group (order by duration_ms))::integer as "p95Ms"
      from attempt where outcome is not null
    )
    select kind, outcome, reason, count(*)::integer as count, "medianMs", "p95Ms" from attempt, time
    group by kind, outcome, reason, "medianMs", "p95Ms" order by count desc, kind, outcome, reason
  `.execute(db);
  const byOutcome = rows.map(({ kind, outcome, reason, count }) => ({ kind, outcome, reason, count }));
  const { medianMs, p95Ms } = rows[0] ?? { medianMs: null, p95Ms: null };
  return { total: byOutcome.reduce((sum, { count }) => sum + count, 0), byOutcome, medianMs, p95Ms };
}

/** An attempt as operators see it. */
export function claimAttempt(row: AttemptRow): ClaimAttempt {
  const { deviceSignId: signId, shortCode, macAddress, address, appVersion, platform, screen } = row;
  return viewOf(ClaimAttempt, {
    ...row,
    submittedAt: row.at,
    actor: row.actorId === null ? null : { id: row.actorId, name: row.actorName ?? '' },
    device: { signId, shortCode, macAddress, address, appVersion, platform, screen },
  });
}

/** These attempts, of those that are the organization's, as its dashboards are notified of them. */
export async function readAttemptUpdates(
  db: Db,
  organizationId: string,
  ids: readonly string[],
): Promise<DashboardUpdateMessage<'claim:attempt'>[]> {
  const { rows } = await sql<AttemptRow>`
    select ${columns} from ${both(
      sql`claim.organization_id = ${organizationId} and claim.attempt_id = any(${ids}::uuid[])`,
      sql`history.organization_id = ${organizationId} and history.id = any(${ids}::uuid[])`,
    )} order by at, id`.execute(db);
  return rows.map((row) => ({ ...claimAttempt(row), eventId: row.eventId }));
}
