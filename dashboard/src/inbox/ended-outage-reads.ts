import type { Clock } from '@sign-display/contracts/clock-and-random';
import type { Outage } from '@sign-display/contracts/rest/outages';
import type { Trouble } from '../api/session.ts';
import { waitMsOf } from '../live/retry-schedule.ts';

/** A fifth of one person's requests. */
const EACH_MS = 1_000;
/** So many are read without that wait, after a time in which none was read: as many as the messages in sight mostly have. */
const BURST = 20;
/** The service gives this person no such outage. */
const FINAL: ReadonlySet<string> = new Set(['not_found', 'forbidden']);

type Answer = { ok: true; body: Outage } | { ok: false; body: Trouble };

interface Ports {
  clock: Clock;
  /** Uniform in [0, 1). */
  chance(): number;
  read(outageId: string): Promise<Answer>;
  /** Called for outages that have ended. */
  take(ended: Outage): void;
}

/** Reads ended outages one at a time, each once. A read that failed is repeated after a wait that grows. */
export function createEndedOutageReads({ clock, chance, read, take }: Ports) {
  /** The last is read first: rows in sight want their outages again after each response, so they come before rows that were scrolled past. */
  const wanted = new Set<string>();
  const known = new Set<string>();
  /** When the next read would begin without a burst. */
  let paceMs = -Infinity;
  let failures = 0;
  let isRunning = false;
  let isOver = false;
  let cancel = (): void => {};

  /** Returns the milliseconds to wait before the outage is read again, or null if it needs no further read. */
  function takeAnswer(outageId: string, answer: Answer): number | null {
    if (!answer.ok) {
      if (answer.body && FINAL.has(answer.body.code)) known.add(outageId);
      const waitMs = waitMsOf(answer.body, failures, chance());
      if (waitMs !== null) failures += 1;
      return waitMs;
    }
    failures = 0;
    // An outage that is still open is wanted again when the page has read that it is not.
    if (answer.body.until === null) return null;
    known.add(outageId);
    take(answer.body);
    return null;
  }
  async function readAll(): Promise<void> {
    for (;;) {
      const outageId = [...wanted].at(-1);
      if (outageId === undefined) break;
      paceMs = Math.max(paceMs, clock.monotonicMs()) + EACH_MS;
      const answer = await read(outageId);
      if (isOver) return;
      const failedMs = takeAnswer(outageId, answer);
      if (failedMs === null) wanted.delete(outageId);
      const waitMs = Math.max(failedMs ?? 0, paceMs + EACH_MS - BURST * EACH_MS - clock.monotonicMs());
      if (waitMs > 0) await new Promise<void>((resolve) => (cancel = clock.after(waitMs, resolve)));
    }
    isRunning = false;
  }
  return {
    want(outageIds: readonly string[]): void {
      for (const id of outageIds) {
        wanted.delete(id);
        if (!known.has(id)) wanted.add(id);
      }
      if (isRunning || wanted.size === 0 || isOver) return;
      isRunning = true;
      void readAll();
    },
    stop(): void {
      isOver = true;
      cancel();
    },
  };
}
