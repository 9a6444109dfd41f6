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
