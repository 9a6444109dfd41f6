import type * as fc from 'fast-check';
import type { GatedDatabase, GatedPool } from './gated-database.ts';

/**
 * Operations that run at once, statement by statement in the order that fast-check's scheduler chooses: one is released, and the next
 * only when it has its answer or waits for a lock.
 */
export interface Race {
  /** A pool whose statements take part in the race that is on; between races they pass. */
  openPool(): GatedPool;
  /**
   * Runs, with a `look` after every statement, until every racer is done, or nothing moves any more because it waits for time to pass. What is left runs on freely. Rejects
   * with the first racer that did.
   */
  run(scheduler: fc.Scheduler, racers: (() => Promise<unknown>)[], look: () => Promise<void>): Promise<void>;
  /** A place where the scheduler decides, for what is not a statement: time that passes, a crash. */
  turn(label: string): Promise<void>;
}

export function createRace(gated: GatedDatabase): Race {
  let current: fc.Scheduler | null = null;
  const turn = async (label: string): Promise<void> => {
    await current?.schedule(Promise.resolve(), label);
  };

  return {
    turn,
    openPool: () => gated.open(turn),
    async run(scheduler, racers, look) {
      current = scheduler;
      const finish = { reached: false };
      const all = Promise.all(racers.map((race) => race())).finally(() => {
        finish.reached = true;
      });
      // Looked at below; without this it counts as unhandled when it fails early.
      all.catch(() => {});
      await gated.settled();
      try {
        // With nothing to release and all waiting for locks it is a deadlock: the server ends it after a second, and it is a failure.
        while (!finish.reached && (scheduler.count() > 0 || gated.running > 0)) {
          if (scheduler.count() > 0) await scheduler.waitOne();
          await gated.settled();
          await look();
        }
      } finally {
        current = null;
        while (scheduler.count() > 0) {
          await scheduler.waitAll();
          await gated.settled();
        }
      }
      await gated.settled();
      if (finish.reached) await all;
    },
  };
}
