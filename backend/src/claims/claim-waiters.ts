import type { Cancel, Clock } from '@sign-display/contracts/clock-and-random';
import type { Rooms } from '../cluster/node-messaging.ts';
import type { ClaimRow } from './claims-repository.ts';

type Wake = (claim: ClaimRow | null) => void;

const claimRoom = (requestId: string): string => `claim:${requestId}`;

const LOOK_EVERY_MS = 1_000;

/**
 * Requests that wait for an attempt's outcome. Whoever settles an attempt commits the outcome first and then calls `settled`: who waits on
 * the same node is given the row, and one on another node is only told to look, never what to say. A word that is lost on the way, or came
 * before anybody listened, costs the waiter a second: so often the database is asked for all who wait here together.
 */
export function createClaimWaiters(deps: {
  clock: Clock;
  rooms: Rooms;
  /** Which of these attempts have an outcome. */
  findSettled(requestIds: readonly string[]): Promise<readonly string[]>;
}) {
  const { clock, rooms, findSettled } = deps;
  const waiting = new Map<string, Set<Wake>>();
  let onIdle: () => void = () => {};
  let drainEndsAtMs = Infinity;
  let isLooking = false;
  let cancelLook: Cancel | null = null;

  function wakeAll(requestId: string, claim: ClaimRow | null): void {
    for (const wake of waiting.get(requestId) ?? []) wake(claim);
  }

  async function look(): Promise<void> {
    isLooking = true;
    // A database that is away is asked again; the deadline is the waiter's own.
    const settled = await findSettled([...waiting.keys()]).catch(() => []);
    isLooking = false;
    for (const requestId of settled) wakeAll(requestId, null);
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
    /** Starts to listen at once; `done` resolves when `requestId` is settled or at `deadlineAtMs`, whichever is first. Null: look. */
    listen(requestId: string, deadlineAtMs: number): { done: Promise<ClaimRow | null>; stop(): void } {
      const listeners = waiting.get(requestId) ?? new Set();
      waiting.set(requestId, listeners);
      let cancel: Cancel = () => {};
      let wake: Wake = () => {};
      const stopHearing = rooms.listen(claimRoom(requestId), () => wake(null));
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
      const done = new Promise<ClaimRow | null>((resolve) => {
        wake = (claim) => {
          stop();
          resolve(claim);
        };
        listeners.add(wake);
        lookLater();
        // Ending early is harmless (the reader looks and sees that nothing is due); a deadline is never shortened by a timer.
        cancel = clock.after(Math.max(0, Math.min(deadlineAtMs, drainEndsAtMs) - clock.now()) + 1, () => wake(null));
      });
      return { done, stop };
    },
    /** `claim` as it was committed, with its outcome. */
    settled(claim: ClaimRow): void {
      wakeAll(claim.requestId!, claim);
      rooms.publish(claimRoom(claim.requestId!), 'settled');
    },
    /**
     * Resolves when nobody waits any more. Nobody waits beyond `mostMs` from now, also who begins only then: for a node that goes down.
     */
    drain(mostMs: number): Promise<void> {
      drainEndsAtMs = clock.now() + mostMs;
      if (waiting.size === 0) return Promise.resolve();
      return new Promise((resolve) => {
        const cancel = clock.after(mostMs, () => {
          for (const requestId of waiting.keys()) wakeAll(requestId, null);
        });
        onIdle = () => {
          cancel();
          resolve();
        };
      });
    },
  };
}

export type ClaimWaiters = ReturnType<typeof createClaimWaiters>;
