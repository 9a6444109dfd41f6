import type { Plan } from '../plan.ts';
import type { Failure, Life } from '../run-life.ts';
import { shrink } from './shrink.ts';
import type { Broken } from './verify.ts';

/** A broken promise with no more happenings than it takes, as far as there was time to find out. */
export interface Shortened {
  plan: Plan;
  failure: Failure;
  /** Lives that it took to find out. */
  lives: number;
}

/** Drops happenings while the same promise breaks in the same words. `isOver`: there is no more time for it. */
export async function shorten(
  { trial, failure }: Broken,
  live: (plan: Plan) => Promise<Life>,
  { width, isOver }: { width: number; isOver: () => boolean },
): Promise<Shortened> {
  // What was planned for later has nothing to do with it.
  const before = trial.plan.happenings.filter(({ atMs }) => atMs <= failure.atMs);
  const known = new Map<readonly unknown[], Failure>();
  let lives = 0;
  const fails = async (happenings: Plan['happenings']): Promise<boolean> => {
    lives += 1;
    const { failure: found } = await live({ ...trial.plan, happenings });
    if (found?.promise !== failure.promise || found.words !== failure.words) return false;
    known.set(happenings, found);
    return true;
  };
  const begin = (await fails(before)) ? before : trial.plan.happenings;
  const happenings = await shrink(begin, fails, { width, isOver });
  return { plan: { ...trial.plan, happenings }, failure: known.get(happenings) ?? failure, lives };
}
