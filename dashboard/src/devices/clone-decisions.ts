import type { Clone, CloneDecision } from '@sign-display/contracts/rest/clones';

/** What may be decided about a clone, and what each machine shows afterwards. Pure. */

export type { Clone, CloneDecision } from '@sign-display/contracts/rest/clones';

/** As the contract has them; its schemas stay out of the page. */
const CLONE_DECISIONS = ['keep_first', 'accept_newcomer', 'reset_both'] as const satisfies CloneDecision[];

/** All three at first; after one of the first two, still a reset of both. */
export function decisionsAfter(decision: CloneDecision | null): readonly CloneDecision[] {
  if (decision === null) return CLONE_DECISIONS;
  return decision === 'reset_both' ? [] : ['reset_both'];
}

type After = 'sign' | 'rejected' | 'newCode';

/** What the two machines are after a decision. */
export const AFTER: Record<CloneDecision, { first: After; newcomer: After }> = {
  keep_first: { first: 'sign', newcomer: 'rejected' },
  accept_newcomer: { first: 'rejected', newcomer: 'sign' },
  reset_both: { first: 'newCode', newcomer: 'newCode' },
};

type Machine = Clone['first'];

/** Whether the two machines differ in this fact, so that it tells one from the other. */
export const differs = ({ first, newcomer }: Pick<Clone, 'first' | 'newcomer'>, fact: keyof Machine): boolean =>
  first[fact] !== newcomer[fact];
