import type { Cancel, Clock } from '@sign-display/contracts/ports';
import type { Rooms } from '../realtime/rooms.ts';

/**
 * Requests that wait for an attempt's outcome. Whoever settles an attempt writes the outcome to the database first and then calls
 * `settled`: a waiter is only told to look, never what to say, so that any node can settle and any node can wait. A word that is lost on the
 * way from another node costs the waiter a second: so often the database is asked for all who wait here together.
 */
export interface ClaimWaiters {
  /** Starts to listen at once; `done` resolves when `requestId` is settled or at `deadlineAtMs`, whichever is first. */
  listen(requestId: string, deadlineAtMs: number): { done: Promise<void>; stop(): void };
  settled(requestId: string): void;
  /**
   * Resolves when nobody waits any more. Nobody waits beyond `mostMs` from now, also who begins only then: for a node that goes down.
   */
  drain(mostMs: number): Promise<void>;
}

const claimRoom = (requestId: string): string => `claim:${requestId}`;

const LOOK_EVERY_MS = 1_000;

export function createClaimWaiters(deps: {
  clock: Clock;
  rooms: Rooms;
  /** Which of these attempts have an outcome. */
  findSettled(requestIds: readonly string[]): Promise<readonly string[]>;
}): ClaimWaiters {
  const { clock, rooms, findSettled } = deps;
  const waiting = new Map<string, Set<() => void>>();
  let onIdle: () => void = () => {};
  let drainEndsAtMs = Infinity;
  let isLooking = false;
  let cancelLook: Cancel | null = null;

  async function look(): Promise<void> {
    isLooking = true;
    // A database that is away is asked again; the deadline is the waiter's own.
    const settled = await findSettled([...waiting.keys()]).catch(() => []);
    isLooking = false;
    for (const requestId of settled) for (const wake of waiting.get(requestId) ?? []) wake();
    lookLater();
  }

  function lookLater(): void {
    if (isLooking || cancelLook !== null || waiting.size === 0) return;
    cancelLook = clock.after(LOOK_EVERY_MS, () => {
      cancelLook = null;
      void look();
    });
  }

  return {
    listen(requestId, deadlineAtMs) {
      const listeners = waiting.get(requestId) ?? new Set();
      waiting.set(requestId, listeners);
      let cancel: Cancel = () => {};
      let wake: () => void = () => {};
      const stopHearing = rooms.listen(claimRoom(requestId), () => wake());
      const stop = () => {
        cancel();
        stopHearing();
        listeners.delete(wake);
        if (listeners.size === 0 && waiting.get(requestId) === listeners) waiting.delete(requestId);
        if (waiting.size > 0) return;
        cancelLook?.();
        cancelLook = null;
        onIdle();
      };
      const done = new Promise<void>((resolve) => {
        wake = () => {
          stop();
          resolve();
        };
        listeners.add(wake);
        lookLater();
        // Ending early is harmless (the reader looks and sees that nothing is due); a deadline is never shortened by a timer.
        cancel = clock.after(Math.max(0, Math.min(deadlineAtMs, drainEndsAtMs) - clock.now()) + 1, wake);
      });
      return { done, stop };
    },
    settled: (requestId) => rooms.publish(claimRoom(requestId), 'settled'),
    drain(mostMs) {
      drainEndsAtMs = clock.now() + mostMs;
      if (waiting.size === 0) return Promise.resolve();
      return new Promise((resolve) => {
        const cancel = clock.after(mostMs, () => {
          for (const listeners of waiting.values()) for (const wake of listeners) wake();
        });
        onIdle = () => {
          cancel();
          resolve();
        };
      });
    },
  };
}
