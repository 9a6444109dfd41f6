import { CLONE_ADVICE, type Clone } from '@sign-display/contracts/rest/clones';
import type { CloneRow } from './clones-repository.ts';

/** A row as admins see it. */
export function cloneView(row: CloneRow): Clone {
  const { id, attempts, first, newcomer, decision, decidedById, decidedByName } = row;
  return {
    id,
    openedAt: row.openedAt.toISOString(),
    lastSeenAt: row.lastSeenAt.toISOString(),
    attempts,
    first,
    newcomer,
    decision,
    decidedAt: row.decidedAt?.toISOString() ?? null,
    decidedBy: decidedById === null ? null : { id: decidedById, name: decidedByName! },
    advice: CLONE_ADVICE[decision ?? 'none'],
  };
}
