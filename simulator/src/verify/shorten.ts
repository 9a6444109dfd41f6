import type { Plan } from '../virtual/plan.ts';
import type { Failure, Life } from '../virtual/run-life.ts';
import { shrink } from './shrink.ts';
import type { Broken } from './verify.ts';

/** A broken promise with no more happenings than it takes, as far as there was time to find out. */
export interface Shortened {
  plan: Plan;
  failure: Failure;
  /** Lives that it took to find out. */
  lives: number;
  /** False: lived again, the whole plan broke nothing, or something else. What decided was none of the plan's. */
  isRepeatable: boolean;
}

/**
 * Drops happenings while the same promise breaks in the same words. `isOver`: there is no more time for it. Where `live` rejects, what was found
 * by then is the answer; null where that is nothing.
 */
export async function shorten(
  { trial, failure }: Broken,
  live: (plan: Plan) => Promise<Life>,
  { width, isOver }: { width: number; isOver: () => boolean },
): Promise<Shortened | null> {
  const { happenings: all } = trial.plan;
  // What was planned for later has nothing to do with it.
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
