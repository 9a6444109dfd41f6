import type { HistoryItem } from '@sign-display/contracts/rest/signs';
import { mergeRepeated } from './merge-repeated.ts';

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

const isCommand = ({ kind }: HistoryItem): boolean => kind === 'command' || kind === 'command_late';

/** Each command has an identifier of its own, of which nothing is told: it tells no two of them apart. */
const sameOf = (item: HistoryItem): string => {
  const { kind, actor, device, url, outcome, reason, requestId, detail } = item;
  const attempt = isCommand(item) ? null : requestId;
  return JSON.stringify([kind, actor?.id, device?.signId, url, outcome, reason, attempt, detail]);
};

/** `items`, newest first, as rows; neighbours that say the same are one. `more`: what else is said of an item, which tells it from others. */
export function rowsOf(
  items: readonly HistoryItem[],
  more: (item: HistoryItem) => string | null = () => null,
): HistoryEntry[] {
  return mergeRepeated(items, (newer, older) => sameOf(newer) === sameOf(older) && more(newer) === more(older)).map(
    ({ newest, oldest, count }) => ({ id: oldest.id, item: newest, count, firstAt: oldest.at }),
  );
}
