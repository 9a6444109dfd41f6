import type { Clock } from '@sign-display/contracts/ports';
import { sql, type Kysely } from 'kysely';

export interface Ping {
  up: boolean;
  /** How long the answer took, or how long it was waited for. */
  latencyMs: number;
}

/** The one query under way for each database: those who ask meanwhile share it, so that a hung server holds one connection, not all. */
const underWay = new WeakMap<object, Promise<boolean>>();

function ask<Schema>(db: Kysely<Schema>): Promise<boolean> {
  const shared = underWay.get(db);
  if (shared) return shared;
  const query = sql`select 1`
    .execute(db)
    .then(
      () => true,
      () => false,
    )
    .finally(() => underWay.delete(db));
  underWay.set(db, query);
  return query;
}

/**
 * Whether the database answers a query within `deadlineMs` (contract, section 3: a hung database is "down", not a hung reply). Never
 * rejects.
 */
export async function pingDatabase<Schema>(db: Kysely<Schema>, clock: Clock, deadlineMs: number): Promise<Ping> {
  const begin = clock.monotonicMs();
  const late = Promise.withResolvers<boolean>();
  const cancel = clock.after(deadlineMs, () => late.resolve(false));
  const up = await Promise.race([ask(db), late.promise]);
  cancel();
  return { up, latencyMs: clock.monotonicMs() - begin };
}
