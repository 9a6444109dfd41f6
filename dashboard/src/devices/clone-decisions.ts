import type { Clone, CloneDecision } from '@sign-display/contracts/rest/clones';

/** The decisions about a clone, and the state of each machine afterwards. Pure. */

export type { Clone, CloneDecision } from '@sign-display/contracts/rest/clones';

/** A copy of the contract's list, because importing that would load the contract's schemas into the page. */
const CLONE_DECISIONS = ['keep_first', 'accept_newcomer', 'reset_both'] as const satisfies CloneDecision[];

/** Returns the decisions that are still possible: all three at first, and only the reset after one of the other two. */
export function decisionsAfter(decision: CloneDecision | null): readonly CloneDecision[] {
  if (decision === null) return CLONE_DECISIONS;
  return decision === 'reset_both' ? [] : ['reset_both'];
}

type After = 'sign' | 'rejected' | 'newCode';

/** The states of the two machines after each decision. */
export const AFTER: Record<CloneDecision, { first: After; newcomer: After }> = {
  keep_first: { first: 'sign', newcomer: 'rejected' },
  accept_newcomer: { first: 'rejected', newcomer: 'sign' },
  reset_both: { first: 'newCode', newcomer: 'newCode' },
};

type Machine = Clone['first'];

/** Tells whether the two machines differ in this fact. */
export const differs = ({ first, newcomer }: Pick<Clone, 'first' | 'newcomer'>, fact: keyof Machine): boolean =>
  first[fact] !== newcomer[fact];
