import { SUMMARY_ENTRIES, type AuditSummary } from '@sign-display/contracts/rest/audit';
import { sql } from 'kysely';
import type { Db } from '../db/database-types.ts';
import { createCounter, type CountedGroup } from './audit-counts.ts';
import { namesOfPeople } from './audit-names.ts';
import { passes, shownTime, type AuditFilters } from './audit-repository.ts';
import type { AuditCounts } from './tables.ts';

/**
 * Counts the rows of an audit log (promise D15). The counts equal those of the list's rows under the same filters at
 * the time of the request.
 */

/** Reads only columns of the index `audit_counts`, so that Postgres reads no row of the table. */
async function readGroups(db: Db, filters: AuditFilters, afterSeq: number): Promise<CountedGroup[]> {
  const { rows } = await sql<CountedGroup>`
    select outcome, actor_id as "actorId", actor_email as "actorEmail", action, count(*)::int as count,
      (extract(epoch from min(at)) * 1000)::float8 as "firstMs", (extract(epoch from max(at)) * 1000)::float8 as "lastMs"
    from audit where ${passes(filters)} and ${afterSeq === 0 ? sql`true` : sql`seq > ${afterSeq}`}
    group by outcome, actor_id, actor_email, action`.execute(db.withoutPlugins());
  return rows;
}

/** Counts a whole log from the counts of its last check on, so only newer rows are read. */
async function readCounts(db: Db, filters: AuditFilters): Promise<AuditCounts> {
  const { organizationId, ...others } = filters;
  const isWhole = Object.values(others).every((value) => value === undefined);
  const checked = isWhole
    ? await db
        .selectFrom('auditCheck')
        .select(['counts', 'countedSeq'])
        .where('organizationId', '=', organizationId)
        .executeTakeFirst()
    : undefined;
  const counter = createCounter(checked?.counts ?? null);
  for (const group of await readGroups(db, filters, Number(checked?.countedSeq ?? 0))) counter.add(group);
  return counter.counts();
}

const sumOf = (entries: readonly { count: number }[]): number => entries.reduce((sum, { count }) => sum + count, 0);

/**
 * Returns the largest entries, and the number of rows of all others. Entries with the same count are sorted by `keyOf`.
 */
function largest<Entry extends { count: number }>(entries: readonly Entry[], keyOf: (entry: Entry) => string) {
  const sorted = entries.toSorted((a, b) => b.count - a.count || (keyOf(a) < keyOf(b) ? -1 : 1));
  return { most: sorted.slice(0, SUMMARY_ENTRIES), others: sumOf(sorted.slice(SUMMARY_ENTRIES)) };
}

const timeOf = (ms: number | null): string | null => (ms === null ? null : shownTime(ms).toISOString());

/** Counts the rows that pass the filters. */
export async function summarizeAudit(db: Db, filters: AuditFilters): Promise<AuditSummary> {
  const { byOutcome, actors, actions, firstMs, lastMs } = await readCounts(db, filters);
  const shownActors = largest(actors, ({ id, email }) => `${id} ${email}`);
  const shownActions = largest(actions, ({ action }) => action);
  const names = await namesOfPeople(
    db,
    shownActors.most.flatMap(({ id }) => (id === null ? [] : [id])),
  );
  return {
    total: byOutcome.ok + byOutcome.denied + byOutcome.failed,
    byOutcome,
    actors: shownActors.most.map(({ id, email, count }) => ({
      actor: id === null || email === null ? null : { id, email },
      name: (id !== null && names.get(id)) || null,
      count,
    })),
    otherActors: shownActors.others,
    actions: shownActions.most,
    otherActions: shownActions.others,
    first: timeOf(firstMs),
    last: timeOf(lastMs),
  };
}
