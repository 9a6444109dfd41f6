import { sql, type Kysely } from 'kysely';
import type { Clock } from '@sign-display/contracts/ports';
import type { Database } from '../../db/schema.ts';
import { createHeldLease, RENEW_LEASE_EVERY_MS } from '../../nodes/lease.ts';
import { createQuestion } from '../../nodes/question.ts';
import type { Sweeper } from '../../nodes/sweeps.ts';
import type { PresenceWriter } from '../presence-writer.ts';

/** A writer that is asked what is due as by a node's membership, but for the lease's row; until it is stopped, or the clock is. */
export function lookEveryTwoSeconds(
  deps: { db: Kysely<Database>; clock: Clock },
  start: (lease: { heldForMs(): number }) => PresenceWriter,
): PresenceWriter {
  const { db, clock } = deps;
  const lease = createHeldLease(clock);
  const writer = start(lease);
  const { due, sweep }: Sweeper = writer.sweeper;
  const isDue = createQuestion(db, sql<{ answer: boolean }>`select (${due}) as answer`);
  let isStopped = false;

  async function look(): Promise<void> {
    const [row] = await isDue(clock.now());
    lease.renewed();
    if (row!.answer) await sweep(() => true);
  }
  function later(): void {
    clock.after(RENEW_LEASE_EVERY_MS, () => {
      if (isStopped) return;
      // A database that is away renews no lease.
      void look()
        .catch(() => {})
        .finally(later);
    });
  }
  later();
  lease.renewed();

  return {
    ...writer,
    async stop() {
      isStopped = true;
      await writer.stop();
    },
  };
}
