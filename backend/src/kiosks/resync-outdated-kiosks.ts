import { sql, type RawBuilder } from 'kysely';
import type { Clock } from '@sign-display/contracts/clock-and-random';
import type { Db } from '../db/database-types.ts';
import { plainArray } from '../db/array-literal.ts';
import { evaluatedPerQuery, createPollingQuery } from '../cluster/polling-query.ts';
import type { Sweeper } from '../cluster/due-work-sweeps.ts';
import type { KioskRecordSync } from '../signs/send-record-to-kiosk.ts';
import type { KioskConnection, KioskConnections } from './kiosk-connections.ts';

/** All kiosks of the node are compared: not at every look. Three heartbeats, as for a kiosk that is mistaken by its own words. */
const COMPARE_EVERY_MS = 15_000;

/**
 * Finds the kiosks of this node whose records are otherwise than they were last told (promise C7): whoever changed a record on another node sent
 * word of it, which may have been lost without anybody's noticing, and the kiosk itself can't know.
 */
export function createOutdatedKiosks(deps: {
  db: Db;
  clock: Clock;
  connections: Pick<KioskConnections, 'all'>;
  truth: Pick<KioskRecordSync, 'syncMany'>;
}): Sweeper {
  const { db, clock, connections, truth } = deps;
  let compareAtMs = clock.monotonicMs() + COMPARE_EVERY_MS;

  /** What the kiosks of this node were told. One whose first telling is under way is left out. */
  const allTold = (): KioskConnection[] =>
    Array.from(connections.all()).filter(({ toldRecord }) => toldRecord !== undefined);

  /** Those whose records differ from what `told` says, which is read when it is asked: the columns one after the other. */
  function differing(told: () => readonly KioskConnection[]) {
    let asked: readonly KioskConnection[];
    return sql`
      select told.device_sign_id
      from unnest(
        ${evaluatedPerQuery(() => plainArray((asked = told()).map(({ signId }) => signId)))}::uuid[],
        ${evaluatedPerQuery(() => plainArray(asked.map(({ toldRecord }) => toldRecord?.id ?? null)))}::uuid[],
        ${evaluatedPerQuery(() => plainArray(asked.map(({ toldRecord }) => toldRecord?.configVersion ?? null)))}::int[]
      ) as told (device_sign_id, record_id, config_version)
      left join sign on sign.device_sign_id = told.device_sign_id
      where (sign.id, sign.config_version) is distinct from (told.record_id, told.config_version)`;
  }
  const findDiffering = createPollingQuery(db, differing(allTold) as RawBuilder<{ deviceSignId: string }>);

  function isToCompare(): boolean {
    if (clock.monotonicMs() < compareAtMs) return false;
    compareAtMs = clock.monotonicMs() + COMPARE_EVERY_MS;
    return true;
  }

  return {
    name: 'untoldKiosks',
    due: sql<boolean>`exists (${differing(() => (isToCompare() ? allTold() : []))})`,
    async sweep() {
      const rows = await findDiffering(clock.now());
      await truth.syncMany(rows.map(({ deviceSignId }) => deviceSignId));
    },
  };
}
