import type { Cancel, Clock } from '@sign-display/contracts/ports';
import type { Rooms } from '../realtime/rooms.ts';

/**
 * Requests that wait for an attempt's outcome. Whoever settles an attempt writes the outcome to the database first and then calls
 * `settled`: a waiter is only told to look, never what to say, so that any node can settle and any node can wait. A word that is lost on the way from another node costs the waiter the time to the deadline.
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

export function createClaimWaiters({ clock, rooms }: { clock: Clock; rooms: Rooms }): ClaimWaiters {
  const waiting = new Map<string, Set<() => void>>();
  let onIdle: () => void = () => {};
  let drainEndsAtMs = Infinity;

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
        if (waiting.size === 0) onIdle();
      };
      const done = new Promise<void>((resolve) => {
        wake = () => {
          stop();
          resolve();
        };
        listeners.add(wake);
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
