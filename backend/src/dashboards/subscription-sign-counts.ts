import { sql } from 'kysely';
import { createBatch } from '../db/combine-queries.ts';
import type { Db } from '../db/database-types.ts';

/** What a subscription covers; `eventId` null: all of the organization's signs. */
interface Covered {
  organizationId: string;
  eventId: string | null;
}

/**
 * How many signs subscriptions cover, counted after the asking. All who ask in one turn, or while others are answered, are answered by one
 * statement, and a scope that many ask for is counted once: walls that come back together after a restart cost one count or two.
 */
export function createSignTotals(db: Db): (covered: Covered) => Promise<number> {
  return createBatch<Covered, number>(
    async (asked) => {
      const keyOf = ({ organizationId, eventId }: Covered): string => `${organizationId} ${eventId}`;
      const scopes = Array.from(new Map(asked.map((covered) => [keyOf(covered), covered])).values());
      const { rows } = await sql<Covered & { total: number }>`
        select organization_id, event_id, case
          when event_id is null then (select count(*) from sign where sign.organization_id = scope.organization_id)
          else (
            select count(*) from sign
            where sign.organization_id = scope.organization_id and sign.event_id = scope.event_id
          ) end as total
        from unnest(
          ${scopes.map(({ organizationId }) => organizationId)}::uuid[], ${scopes.map(({ eventId }) => eventId)}::uuid[]
        ) as scope (organization_id, event_id)`.execute(db);
      const totals = new Map(rows.map((row) => [keyOf(row), row.total]));
      return asked.map((covered) => totals.get(keyOf(covered))!);
    },
    { queriesAtOnce: 1 },
  );
}
