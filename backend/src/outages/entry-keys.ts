import { endOf, type MessageEntry, type NoticeKind } from './notice-types.ts';

/** A fact as every channel reports it: messages on different channels with the same key are about the same fact. */
type Fact = Pick<MessageEntry, 'kind' | 'outageId' | 'signId' | 'atMs' | 'closedAtMs'>;

const keyOf = (kind: NoticeKind, { outageId, signId }: Fact, atMs: number): string =>
  `${kind} ${outageId ?? signId} ${atMs}`;

/** The moment in a key, in milliseconds since 1970: its last part. */
export const momentOf = (key: string): number => Number(key.slice(key.lastIndexOf(' ') + 1));

/** The keys of entries, each once. An entry whose outage ended while it was held back reports the end too. */
export function entryKeysOf(entries: readonly Fact[]): string[] {
  const keys = entries.flatMap((entry) => {
    const end = endOf(entry.kind);
    const begins = keyOf(entry.kind, entry, entry.atMs);
    return entry.closedAtMs === null || end === undefined ? [begins] : [begins, keyOf(end, entry, entry.closedAtMs)];
  });
  return [...new Set(keys)];
}
