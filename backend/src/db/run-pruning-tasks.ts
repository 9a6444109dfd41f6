import type { Cancel, Clock } from '@sign-display/contracts/clock-and-random';
import type { Logger } from '../logging/logger-type.ts';

const PRUNE_EVERY_MS = 3_600_000;

/** Does each of the tasks, by what it removes, now and every hour until stopped. Any number of nodes may do so at once. */
export function startPruning(deps: { clock: Clock; log: Logger; tasks: Record<string, () => Promise<void>> }): Cancel {
  const { clock, log, tasks } = deps;
  let cancel: Cancel = () => {};
  const prune = (): void => {
    cancel = clock.after(PRUNE_EVERY_MS, prune);
    for (const [what, task] of Object.entries(tasks))
      task().catch((error: unknown) => log.warn({ err: error }, `${what} not pruned, retrying in an hour`));
  };
  prune();
  return () => cancel();
}

/** Rows a statement removes at most: an hour of a storm leaves some thousands. */
export const PRUNED_AT_ONCE = 500;

/** Repeats `step`, which removes up to `PRUNED_AT_ONCE` rows, until it finds no more. */
export async function pruneInSteps(step: () => Promise<{ numAffectedRows?: bigint }>): Promise<void> {
  while (((await step()).numAffectedRows ?? 0n) >= PRUNED_AT_ONCE);
}
