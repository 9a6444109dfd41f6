import type { Plan } from '../virtual/plan.ts';
import type { Failure, Life } from '../virtual/run-plan.ts';
import { shrink } from './delta-debugging.ts';
import type { Broken } from './run-and-count-trials.ts';

/** A broken promise with the fewest steps that we found in the time. */
export interface ShrunkPlan {
  plan: Plan;
  failure: Failure;
  /** How many runs it took to find them. */
  lives: number;
  /** False: a second run of the whole plan broke nothing, or another promise. Something decided that is not in the plan. */
  isRepeatable: boolean;
}

/**
 * Drops steps as long as the same promise breaks in the same words. `isOver`: the time for it is over. If `live` rejects, returns what was
 * found before; null where nothing was.
 */
export async function shrinkPlan(
  { trial, failure }: Broken,
  live: (plan: Plan) => Promise<Life>,
  { width, isOver }: { width: number; isOver: () => boolean },
): Promise<ShrunkPlan | null> {
  const { steps: all } = trial.plan;
  // Happenings after the failure can't have caused it.
  const before = all.filter(({ atMs }) => atMs <= failure.atMs);
  const known = new Map<readonly unknown[], Failure>();
  let lives = 0;
  let isLost = false;
  const fails = async (steps: Plan['steps']): Promise<boolean> => {
    lives += 1;
    const life = await live({ ...trial.plan, steps }).catch(() => null);
    isLost ||= life === null;
    const found = life?.failure;
    if (found?.promise !== failure.promise || found.words !== failure.words) return false;
    known.set(steps, found);
    return true;
  };
  const begin = (await fails(before)) ? before : (await fails(all)) ? all : null;
  if (begin === null) return isLost ? null : { plan: trial.plan, failure, lives, isRepeatable: false };
  const steps = await shrink(begin, fails, { width, isOver: () => isLost || isOver() });
  return { plan: { ...trial.plan, steps }, failure: known.get(steps)!, lives, isRepeatable: true };
}
