import type { Plan } from '../virtual/plan.ts';
import type { Failure, Life } from '../virtual/run-life.ts';
import { shrink } from './shrink.ts';
import type { Broken } from './verify.ts';

/** A broken promise with the fewest happenings that we found in the time. */
export interface Shortened {
  plan: Plan;
  failure: Failure;
  /** How many runs it took to find them. */
  lives: number;
  /** False: a second run of the whole plan broke nothing, or another promise. Something decided that is not in the plan. */
  isRepeatable: boolean;
}

/**
 * Drops happenings as long as the same promise breaks in the same words. `isOver`: the time for it is over. If `live` rejects, returns what was
 * found before; null where nothing was.
 */
export async function shorten(
  { trial, failure }: Broken,
  live: (plan: Plan) => Promise<Life>,
  { width, isOver }: { width: number; isOver: () => boolean },
): Promise<Shortened | null> {
  const { happenings: all } = trial.plan;
  // Happenings after the failure can't have caused it.
  const before = all.filter(({ atMs }) => atMs <= failure.atMs);
  const known = new Map<readonly unknown[], Failure>();
  let lives = 0;
  let isLost = false;
  const fails = async (happenings: Plan['happenings']): Promise<boolean> => {
    lives += 1;
    const life = await live({ ...trial.plan, happenings }).catch(() => null);
    isLost ||= life === null;
    const found = life?.failure;
    if (found?.promise !== failure.promise || found.words !== failure.words) return false;
    known.set(happenings, found);
    return true;
  };
  const begin = (await fails(before)) ? before : (await fails(all)) ? all : null;
  if (begin === null) return isLost ? null : { plan: trial.plan, failure, lives, isRepeatable: false };
  const happenings = await shrink(begin, fails, { width, isOver: () => isLost || isOver() });
  return { plan: { ...trial.plan, happenings }, failure: known.get(happenings)!, lives, isRepeatable: true };
}
