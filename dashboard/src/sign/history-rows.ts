import type { HistoryItem } from '@sign-display/contracts/rest/signs';

/** The rows of a history: what happened again and again is one row with a count, so that it does not push out all else. Pure. */

export interface HistoryEntry {
  /** Of its oldest item: the row stays one while more come. */
  id: string;
  /** The newest. */
  item: HistoryItem;
  count: number;
  /** When it was first. */
  firstAt: string;
}

const sameOf = ({ kind, actor, device, url, outcome, reason, requestId, detail }: HistoryItem): string =>
  JSON.stringify([kind, actor?.id, device?.signId, url, outcome, reason, requestId, detail]);

/** `items`, newest first, as rows; neighbours that say the same are one. */
export function rowsOf(items: readonly HistoryItem[]): HistoryEntry[] {
  const rows: HistoryEntry[] = [];
  for (const item of items) {
    const last = rows.at(-1);
    if (last && sameOf(last.item) === sameOf(item))
      rows[rows.length - 1] = { ...last, id: item.id, count: last.count + 1, firstAt: item.at };
    else rows.push({ id: item.id, item, count: 1, firstAt: item.at });
  }
  return rows;
}
