import type { DashboardUpdateMessage } from '@sign-display/contracts/dashboard-events';

/**
 * What one socket is told of commands and bulk requests: of each the newest, whatever it was in between. Pure; invariants:
 *
 * - One entry a command or bulk request waits, however long the client takes nothing.
 * - No more wait than the caller says: past that the oldest of the last rank go, whose counts tell of them.
 * - How far bulk requests are goes first, then what people sent to single signs, and then the rows of bulk requests: an operator who has one sign blink
 *   does not wait behind ten thousand others.
 */

type Told = { [Event in 'bulk:progress' | 'command:update']: { event: Event; message: DashboardUpdateMessage<Event> } };
type RowMessage = Told[keyof Told];

/** `eventId` null: of the whole organization. */
export type Row = RowMessage & { id: string; eventId: string | null; rank: 0 | 1 | 2 };

type PendingRows = readonly [Map<string, Row>, Map<string, Row>, Map<string, Row>];

export const noRows = (): PendingRows => [new Map(), new Map(), new Map()];

export const countRows = (pending: PendingRows): number => pending.reduce((sum, { size }) => sum + size, 0);

/** Adds a row in the place of an older one of the same. Where more than `most` would wait, the oldest of the last rank goes. */
export function addRow(pending: PendingRows, row: Row, most: number): void {
  pending[row.rank].set(row.id, row);
  if (countRows(pending) <= most) return;
  const last = pending.findLast(({ size }) => size > 0)!;
  const [oldest] = last.keys();
  last.delete(oldest!);
}

/** Takes up to `most` of what waits, in the order in which it came first. */
export function takeRows(pending: PendingRows, most: number): Row[] {
  const taken: Row[] = [];
  for (const rows of pending)
    for (const [id, row] of rows) {
      if (taken.length === most) return taken;
      rows.delete(id);
      taken.push(row);
    }
  return taken;
}
