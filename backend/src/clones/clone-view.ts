import { CLONE_ADVICE, Clone } from '@sign-display/contracts/rest/clones';
import { viewOf } from '../http/row-to-response.ts';
import type { CloneRow } from './clones-repository.ts';

/** A row of a sign record as admins see it. */
export function cloneView(row: CloneRow, sign: { id: string; name: string }) {
  const { decision, decidedById, decidedByName } = row;
  const decidedBy = decidedById === null ? null : { id: decidedById, name: decidedByName! };
  return viewOf(Clone, {
    ...row,
    signId: sign.id,
    signName: sign.name,
    decidedBy,
    advice: CLONE_ADVICE[decision ?? 'none'],
  });
}
