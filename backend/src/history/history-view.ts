import type { ClaimAttempt } from '@sign-display/contracts/rest/claims';
import type { HistoryItem } from '@sign-display/contracts/rest/signs';
import type { HistoryRow } from './history-repository.ts';

const actorOf = ({ actorId, actorName }: HistoryRow) =>
  actorId === null ? null : { id: actorId, name: actorName ?? '' };

/** A row of a sign's history. */
export function historyItem(row: HistoryRow): HistoryItem {
  const { id, kind, url, outcome, reason, durationMs, requestId, detail, deviceSignId, shortCode } = row;
  const device = deviceSignId === null || shortCode === null ? null : { signId: deviceSignId, shortCode };
  return {
    id,
    at: row.at.toISOString(),
    kind,
    actor: actorOf(row),
    device,
    url,
    outcome,
    reason,
    durationMs,
    requestId,
    detail,
  };
}

/** A row of an event's claim attempts (promise C10). The columns that are asserted are always there in a claim's row. */
export function claimAttempt(row: HistoryRow): ClaimAttempt {
  const { id, signRecordId, url, detail, durationMs, loadMs } = row;
  return {
    id,
    at: row.at.toISOString(),
    kind: row.kind as ClaimAttempt['kind'],
    actor: actorOf(row),
    device: { signId: row.deviceSignId!, shortCode: row.shortCode! },
    signRecordId,
    url,
    outcome: row.outcome!,
    reason: row.reason as ClaimAttempt['reason'],
    detail,
    durationMs,
    loadMs,
    requestId: row.requestId!,
  };
}
