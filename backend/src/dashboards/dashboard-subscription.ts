import type { DashboardUpdate, DashboardUpdateMessage } from '@sign-display/contracts/dashboard-events';
import { PATCHES_PER_SECOND } from '@sign-display/contracts/dashboard-events';
import { OUTAGES_PER_UPDATE } from '@sign-display/contracts/limits';
import type { Outage } from '@sign-display/contracts/rest/outages';
import type { DashboardSocket } from '../sockets/dashboard-transport-types.ts';
import { addTo, emptyPatch, isEmpty, takePatch, type Told } from './sign-differences.ts';
import { addRow, countRows, noRows, takeRows, type Row } from './command-row-queue.ts';

/**
 * What one socket is told of an organization's signs, commands and bulk requests: at most four times a second, and no more waits for it than the fleet has
 * signs, and commands under way.
 */

/** A little more than the contract's quarter of a second: a network moves what was sent in time together. */
export const PATCH_EVERY_MS = 1_000 / PATCHES_PER_SECOND + 25;
/** A client reads the list after it has subscribed; until then it is told whole records, not differences from what it may never have seen. */
const READS_LIST_WITHIN_MS = 10_000;
/** A client that takes nothing for so long is cut off: it may come back and read anew. */
const CUT_AFTER_MS = 30_000;
/** Rows that are sent at once: 400 a second (60 kB at once, which a phone on a slow network takes in seconds). A bulk of 10,000 is through in 25 s. */
const ROWS_AT_ONCE = 100;
/** Twice the largest bulk request: past that the oldest rows of bulk requests are left out, and their counts tell of them. */
const MOST_ROWS_WAITING = 20_000;
/** Small messages that may wait for a client that takes nothing. */
const MOST_WAITING = 500;

/** `nowMs` is monotonic everywhere. */
export function createSubscription(deps: {
  socket: DashboardSocket;
  eventId: string | null;
  startMs: number;
  observePatch(changes: number): void;
}) {
  const { socket, eventId, startMs } = deps;
  const pending = emptyPatch();
  const rows = noRows();
  /** Of each outage the newest state. */
  const outages = new Map<string, Outage>();
  let cursor = 0;
  let hasGap = false;
  let lastMs = -Infinity;
  /** Since when the client has not taken what it was sent. */
  let behindSinceMs: number | null = null;

  const hasPatch = (): boolean => hasGap || !isEmpty(pending);
  const isLeft = (): boolean => hasPatch() || outages.size > 0 || countRows(rows) > 0;

  function sendPatch(): void {
    cursor += hasGap ? 2 : 1;
    hasGap = false;
    const patch = takePatch(pending);
    deps.observePatch(patch.changes.length + patch.removed.length);
    socket.send('signs:patch', { cursor, ...patch });
  }

  function sendOutages(): void {
    const items = Array.from(outages.values()).slice(0, OUTAGES_PER_UPDATE);
    for (const { id } of items) outages.delete(id);
    socket.send('outage:update', { items });
  }

  /** Sends what waits, if it is time and the client takes what it is sent. Whether something is left. */
  function flush(nowMs: number): boolean {
    if (!isLeft() || nowMs - lastMs < PATCH_EVERY_MS) return isLeft();
    if (socket.waiting() > 0) {
      behindSinceMs ??= nowMs;
      if (nowMs - behindSinceMs > CUT_AFTER_MS) socket.cut();
      return true;
    }
    behindSinceMs = null;
    lastMs = nowMs;
    if (hasPatch()) sendPatch();
    if (outages.size > 0) sendOutages();
    for (const { event, message } of takeRows(rows, ROWS_AT_ONCE)) socket.send(event, message);
    return isLeft();
  }

  return {
    eventId,
    /** Whether it is told whole records still. */
    isNew: (nowMs: number): boolean => nowMs - startMs < READS_LIST_WITHIN_MS,
    add: (told: Told): void => addTo(pending, told),
    /** Of another event's signs it is not told. */
    addRow(row: Row): void {
      if (eventId !== null && row.eventId !== null && row.eventId !== eventId) return;
      addRow(rows, row, MOST_ROWS_WAITING);
    },
    /** An outage belongs to the event in which it opened. */
    addOutage(outage: Outage): void {
      if (eventId === null || outage.eventId === eventId) outages.set(outage.id, outage);
    },
    flush,
    /** Something was lost on the way: the cursor jumps, so that the client subscribes again and reads the list anew. */
    tellGap(nowMs: number): void {
      hasGap = true;
      flush(nowMs);
    },
  };
}

export type Subscription = ReturnType<typeof createSubscription>;

/** Sends what is told as it happens; a client that takes nothing is cut off, rather than that its messages pile up. */
export function forward<Event extends DashboardUpdate>(
  socket: DashboardSocket,
  event: Event,
  message: DashboardUpdateMessage<Event>,
): void {
  if (socket.waiting() > MOST_WAITING) socket.cut();
  else socket.send(event, message);
}
