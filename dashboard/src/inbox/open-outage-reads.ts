import type { Clock } from '@sign-display/contracts/clock-and-random';
import type { Outage } from '@sign-display/contracts/rest/outages';
import type { Trouble } from '../api/session.ts';
import { createPolling } from '../event/polling.ts';
import { requestsOf, restMsOf } from '../event/read-pace.ts';

/** Outages that end send no message to the inbox, so the open ones are read again. */
const AGAIN_MS = 10_000;
/** The messages of a storm come together. */
const SOON_MS = 300;
/** After so many requests the other events wait for the next turn. A list alone may take more. */
export const REQUESTS_OF_TURN = 10;

type Answer = { ok: true; items: readonly Outage[] } | { ok: false; body: Trouble };

interface Ports {
  clock: Clock;
  /** Nothing is read for a page that is out of sight. */
  isVisible(): boolean;
  /** All open outages of an event. */
  read(eventId: string): Promise<Answer>;
  take(eventId: string, open: readonly Outage[]): void;
}

/**
 * Reads the open outages of events, one event after the other, as often as their number allows: a page that reads all the time uses a fifth of one person's
 * requests. What is known stays while it is read again, and where that fails.
 */
export function createOpenOutageReads({ clock, isVisible, read, take }: Ports) {
  let eventIds: readonly string[] = [];
  /** Events whose open outages may differ from what is known, in the order in which they are read. */
  const stale = new Set<string>();
  let restMs = restMsOf(1);
  let isOver = false;
  let cancelAgain = (): void => {};
  let cancelSoon: (() => void) | null = null;

  async function readTurn(): Promise<void> {
    let requests = 0;
    let refusedMs = 0;
    const eventsOfTurn = [...stale];
    for (const eventId of eventsOfTurn) {
      if (isOver || !isVisible() || requests >= REQUESTS_OF_TURN || refusedMs > 0) break;
      stale.delete(eventId);
      const answer = await read(eventId);
      requests += requestsOf(answer.ok ? answer.items.length : 0);
      if (!answer.ok) refusedMs = answer.body?.retryAfterMs ?? 0;
      else if (!isOver) take(eventId, answer.items);
    }
    restMs = Math.max(restMsOf(requests), refusedMs);
  }
  const turns = createPolling(
    clock,
    () => restMs,
    async () => ({ ok: true as const, body: await readTurn() }),
    () => {
      if (stale.size > 0 && isVisible()) turns.want();
      cancelAgain();
      cancelAgain = clock.after(AGAIN_MS, wantAll);
    },
  );
  function want(ids: readonly string[]): void {
    for (const id of ids) if (eventIds.includes(id)) stale.add(id);
    if (stale.size > 0 && isVisible()) turns.want();
  }
  const wantAll = (): void => want(eventIds);
  return {
    /** These events are read from now on; those that are new here are read first. */
    setEvents(ids: readonly string[]): void {
      const added = ids.filter((id) => !eventIds.includes(id));
      eventIds = ids;
      for (const id of stale) if (!ids.includes(id)) stale.delete(id);
      want(added);
    },
    /** The outages of this event changed. */
    wantSoon(eventId: string): void {
      if (eventIds.includes(eventId)) stale.add(eventId);
      cancelSoon ??= clock.after(SOON_MS, () => {
        cancelSoon = null;
        want([]);
      });
    },
    /** Changes may have been missed. */
    wantAll,
    stop(): void {
      isOver = true;
      cancelAgain();
      cancelSoon?.();
      turns.stop();
    },
  };
}
