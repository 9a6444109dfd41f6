import { sql } from 'kysely';
import type { Clock } from '@sign-display/contracts/clock-and-random';
import type { Db } from '../../db/database-types.ts';
import { createHeldLease, RENEW_LEASE_EVERY_MS } from '../../cluster/held-lease-duration.ts';
import { createNodeWatch, type LeaseReading, type NodeWatch } from '../../cluster/node-watch.ts';
import { leaseColumn } from '../../cluster/nodes-repository.ts';
import { createPollingQuery } from '../../cluster/polling-query.ts';
import type { Sweeper } from '../../cluster/due-work-sweeps.ts';
import type { PresenceWriter } from '../presence-writer.ts';

/** A writer that is asked what is due as by a node's membership, but for the lease's row; until it is stopped, or the clock is. */
export function pollEveryTwoSeconds(
  deps: { db: Db; clock: Clock },
  start: (looks: { lease: { heldForMs(): number }; nodes: NodeWatch }) => PresenceWriter,
): PresenceWriter {
  const { db, clock } = deps;
  const lease = createHeldLease(clock);
  const nodes = createNodeWatch(clock);
  const writer = start({ lease, nodes });
  const { due, sweep }: Sweeper = writer.sweeper;
  const readOthers = createPollingQuery(db, sql<LeaseReading>`select id, ${leaseColumn} as lease from node`);
  const isDue = createPollingQuery(db, sql<{ answer: boolean }>`select (${due}) as answer`);
  let isStopped = false;

  async function look(): Promise<void> {
    const askedAtMs = clock.monotonicMs();
    nodes.looked(await readOthers(clock.now()), askedAtMs);
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
