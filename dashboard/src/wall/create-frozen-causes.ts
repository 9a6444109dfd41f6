import { createMemo, createSignal, type Accessor } from 'solid-js';
import { countNewCauses, frozenCauses, type ShownProblem } from './frozen-causes.ts';
import type { Problem } from './find-problems.ts';

/** What is wrong as it comes, and as it stands while somebody is inside. */
export function createFrozenCauses(wrong: Accessor<readonly Problem[]>, isInside: Accessor<boolean>) {
  const [taken, take] = createSignal(0);
  const kept = createMemo<{ taken: number; causes: readonly ShownProblem[] }>(
    (before) => {
      const isKept = isInside() && before.taken === taken();
      return { taken: taken(), causes: isKept ? frozenCauses(before.causes, wrong()) : wrong() };
    },
    { taken: 0, causes: wrong() },
  );
  return {
    causes: createMemo(() => kept().causes),
    /** How many causes came since, and wait. */
    waiting: createMemo(() => (isInside() ? countNewCauses(kept().causes, wrong()) : 0)),
    /** Shows all as it is now. */
    take: () => take((times) => times + 1),
  };
}
