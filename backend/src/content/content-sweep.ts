import type { Kysely } from 'kysely';
import type { Cancel, Clock } from '@sign-display/contracts/ports';
import type { Database } from '../db/schema.ts';
import type { SignTelling } from '../signs/sign-telling.ts';
import type { Logger } from '../telemetry/logger.ts';
import { settleRows } from './settle-content.ts';

/**
 * Changes what is right where its time has come: an occurrence or an override that ends, a schedule that begins (promise M2). Every node does
 * it; rows that another has under its hands are passed over, so nothing is done twice and nobody waits. What was due while no node ran is due
 * still, and is made right at the start.
 */

/** So many signs in one transaction: some tens of milliseconds. */
const CHUNK = 500;
/** Nobody tells a node that another has set a nearer time: it looks this often, by an index that holds only what has a time. */
const LOOK_EVERY_MS = 1_000;

export function startContentSweep(deps: { db: Kysely<Database>; clock: Clock; telling: SignTelling; log: Logger }): {
  stop(): Promise<void>;
} {
  const { db, clock, telling, log } = deps;
  let cancel: Cancel = () => {};
  let sweeping: Promise<void> = Promise.resolve();
  let isStopped = false;
  const goesOn = () => !isStopped;

  /** Settles what is due; how many it was. */
  async function settleDue(): Promise<number> {
    const { due, changes } = await db.transaction().execute(async (trx) => {
      const nowMs = clock.now();
      const rows = await trx
        .selectFrom('sign')
        .selectAll()
        .where('nextChangeAt', '<=', new Date(nowMs))
        .orderBy('nextChangeAt')
        .limit(CHUNK)
        .forNoKeyUpdate()
        .skipLocked()
        .execute();
      return { due: rows.length, changes: await settleRows(trx, rows, nowMs) };
    });
    await telling.changed(changes);
    return due;
  }

  async function nextDueMs(): Promise<number | null> {
    const first = await db
      .selectFrom('sign')
      .select('nextChangeAt')
      .where('nextChangeAt', 'is not', null)
      .orderBy('nextChangeAt')
      .limit(1)
      .executeTakeFirst();
    return first?.nextChangeAt?.getTime() ?? null;
  }

  async function sweep(): Promise<void> {
    let delayMs = LOOK_EVERY_MS;
    try {
      while ((await settleDue()) === CHUNK && goesOn());
      const dueMs = await nextDueMs();
      // What is due already is in another node's hands: no hurry.
      if (dueMs !== null && dueMs > clock.now()) delayMs = Math.min(delayMs, dueMs - clock.now());
    } catch (error) {
      log.warn({ err: error }, 'content that is due not changed, next try in a moment');
    }
    later(delayMs);
  }

  function later(delayMs: number): void {
    if (isStopped) return;
    cancel = clock.after(delayMs, () => {
      sweeping = sweep();
    });
  }

  later(0);
  return {
    async stop() {
      isStopped = true;
      cancel();
      await sweeping;
    },
  };
}
