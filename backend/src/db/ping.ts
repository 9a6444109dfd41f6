import type { Clock } from '@sign-display/contracts/clock-and-random';
import { sql, type Kysely } from 'kysely';
import { withTimeout } from '../flow/with-timeout.ts';

export interface Ping {
  up: boolean;
  /** How long the answer took, or how long it was waited for. */
  latencyMs: number;
}

/**
 * Makes the function that tells whether the database answers a query within `deadlineMs` (contract, section 3: a hung database is
 * "down", not a hung reply). It never rejects. Those who ask while a query is under way share it, so that a hung server holds one
 * connection, not all.
 */
export function createPing<Schema>(db: Kysely<Schema>, clock: Clock): (deadlineMs: number) => Promise<Ping> {
  let underWay: Promise<boolean> | null = null;

  const ask = (): Promise<boolean> =>
    (underWay ??= sql`select 1`
      .execute(db)
      .then(
        () => true,
        () => false,
      )
      .finally(() => (underWay = null)));

  return async (deadlineMs) => {
    const begin = clock.monotonicMs();
    const up = await withTimeout(clock, ask(), deadlineMs, false);
    return { up, latencyMs: clock.monotonicMs() - begin };
  };
}
