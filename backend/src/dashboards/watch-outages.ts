import { sql } from 'kysely';
import type { Clock } from '@sign-display/contracts/clock-and-random';
import type { Outage } from '@sign-display/contracts/rest/outages';
import type { Db } from '../db/database-types.ts';
import { readOutages } from '../notifications/outages/outages-repository.ts';

/**
 * Whatever opens, ends or acknowledges an outage also publishes its sign as changed. So a node reads the outages of changed signs, and sends those that are
 * other than at its last read. The first read of a sign has nothing to compare with: its open and newly ended outages count as changed.
 */

/** Longer than any delay between the end of an outage and the read that finds it, and than the difference of two nodes' clocks. */
const RECENT_MS = 600_000;

interface StateRow {
  id: string;
  signRecordId: string;
  state: string;
}

/**
 * For each outage that is open or ended recently: a short text that differs whenever a part that can change has changed. The two parts of the query each
 * have an index, so that the read depends on neither the history of the signs nor other organizations.
 */
async function readStates(db: Db, organizationId: string, signIds: readonly string[], recent: Date) {
  const ofSigns = sql`sign_record_id = any(${signIds}::uuid[]) and organization_id = ${organizationId}::uuid`;
  const { rows } = await sql<StateRow>`
    select id, sign_record_id as "signRecordId",
      concat_ws(' ', closed_at, acknowledged_at, acknowledged_by, acknowledged_note) as state
    from (
      select * from outage where ${ofSigns} and closed_at is null
      union all
      select * from outage where ${ofSigns} and closed_at > ${recent}
    ) as outage`.execute(db);
  return rows;
}

export function watchOutages({ organizationId, db, clock }: { organizationId: string; db: Db; clock: Clock }) {
  /** By sign: its outages at the last read. */
  const known = new Map<string, ReadonlyMap<string, string>>();
  return {
    /**
     * The outages of these signs that changed since the last committed read, as they are now. `commit` marks them as sent: without it the next read
     * returns them again.
     */
    async read(signIds: readonly string[]): Promise<{ outages: Outage[]; commit(): void }> {
      const rows = await readStates(db, organizationId, signIds, new Date(clock.now() - RECENT_MS));
      const changed = rows
        .filter(({ id, signRecordId, state }) => known.get(signRecordId)?.get(id) !== state)
        .map(({ id }) => id);
      const outages = changed.length === 0 ? [] : await readOutages(db, changed);
      const bySign = Map.groupBy(rows, ({ signRecordId }) => signRecordId);
      const commit = (): void => {
        for (const signId of signIds)
          known.set(signId, new Map(bySign.get(signId)?.map(({ id, state }) => [id, state] as const)));
      };
      return { outages, commit };
    },
  };
}
