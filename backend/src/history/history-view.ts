import type { ClaimAttempt } from '@sign-display/contracts/rest/claims';
import type { HistoryItem } from '@sign-display/contracts/rest/signs';
import { CURSOR_FORMS, decodeCursor, pageOf } from '../http/cursor.ts';
import type { RestRefusal } from '../http/problem.ts';
import type { HistoryPosition, HistoryRow } from './history-repository.ts';

/** Where a page of a history begins: after this item; null at its start. */
export function readHistoryCursor(cursor: string | undefined): { position: HistoryPosition | null } | RestRefusal {
  const decoded = decodeCursor(cursor, [CURSOR_FORMS.timestamp, CURSOR_FORMS.uuid]);
  if ('refusal' in decoded) return decoded.refusal;
  const [at, id] = decoded.after ?? [];
  return { position: at === undefined || id === undefined ? null : { at: new Date(at), id } };
}

/** A page of a history, from one row more than it may hold. */
export function historyPage<Item>(rows: HistoryRow[], limit: number, view: (row: HistoryRow) => Item) {
  return pageOf(rows, limit, ({ at, id }) => [at.toISOString(), id], view);
}

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
