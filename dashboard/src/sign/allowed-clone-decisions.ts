import type { CloneDecision } from '@sign-display/contracts/rest/clones';

export type { Clone, CloneDecision } from '@sign-display/contracts/rest/clones';

/** As the contract has them; its schemas stay out of the page. */
export const CLONE_DECISIONS = ['keep_first', 'accept_newcomer', 'reset_both'] as const satisfies CloneDecision[];

/** What may be decided of a pair: all at first; after one of the two, still that both go. */
export function decisionsAfter(decision: CloneDecision | null): readonly CloneDecision[] {
  if (decision === null) return CLONE_DECISIONS;
  return decision === 'reset_both' ? [] : ['reset_both'];
}
