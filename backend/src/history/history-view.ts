import { ClaimAttempt } from '@sign-display/contracts/rest/claims';
import { HistoryItem } from '@sign-display/contracts/rest/signs';
import { viewOf } from '../http/row-to-response.ts';
import type { HistoryRow } from './history-repository.ts';

const actorOf = ({ actorId, actorName }: HistoryRow) =>
  actorId === null ? null : { id: actorId, name: actorName ?? '' };

/** A row of a sign's history. */
export function historyItem(row: HistoryRow) {
  const { deviceSignId: signId, shortCode } = row;
  const device = signId === null || shortCode === null ? null : { signId, shortCode };
  return viewOf(HistoryItem, { ...row, actor: actorOf(row), device });
}

/** A row of an event's claim attempts (promise C10). The columns that are asserted are always there in a claim's row. */
export const claimAttempt = (row: HistoryRow) =>
  viewOf(ClaimAttempt, {
    ...row,
    kind: row.kind as ClaimAttempt['kind'],
    actor: actorOf(row),
    device: { signId: row.deviceSignId!, shortCode: row.shortCode! },
    outcome: row.outcome!,
    reason: row.reason as ClaimAttempt['reason'],
    requestId: row.requestId!,
  });
