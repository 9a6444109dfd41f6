import type { World } from '../ports.ts';
import { heartbeat } from './identity-and-messages.ts';
import type { Kiosk } from './kiosk.ts';

/** How a kiosk's heartbeats went: call `acked` for each ack, and `stop` when no more are to be sent. */
export interface Beats {
  acked(seq: number): void;
  /** Sends no more. Fulfilled when the last ones are acked or missed. */
  stop(): Promise<void>;
  /** The connection is gone: what is not acked is missed. `ours`: we cut it ourselves, and what was on its way counts for nothing. */
  over(by: 'ours' | 'theirs'): void;
}

/** The share of the interval at which kiosk `index` beats. The golden ratio spreads any number of them evenly. */
export const phaseOf = (index: number): number => ((index + 1) * 0.618_033_988_749_895) % 1;

/** The first moment after `nowMs` at which a kiosk with this phase is due. The whole fleet counts from zero, so a reconnect changes no phase (contract, section 5). */
export const nextDue = (nowMs: number, intervalMs: number, phase: number): number => {
  const offset = phase * intervalMs;
  return offset + (Math.floor((nowMs - offset) / intervalMs) + 1) * intervalMs;
};

/**
 * Sends a kiosk's heartbeats, each at its due time, whatever became of the one before. Latencies count from the due time: a client that waits for a slow answer
 * before it asks again, or that is itself late, would hide what users feel.
 */
export function startBeats(world: World, kiosk: Kiosk, index: number): Beats {
  const { clock, record } = world;
  const { heartbeatIntervalMs: intervalMs, connection } = kiosk;
  const due = new Map<number, number>();
  let seq = 0;
  let dueMs = nextDue(clock.now(), intervalMs, phaseOf(index));
  let cancel = () => {};
  let cancelMissed = () => {};
  let tellStopped: (() => void) | null = null;

  function settle(one: number, isAcked: boolean): void {
    if (!due.delete(one)) return;
    record('heartbeat_acked', isAcked);
    if (due.size > 0) return;
    cancelMissed();
    tellStopped?.();
  }

  /** Each beat is missed one interval after it was due. They are in order, so one timer for the oldest will do. */
  function watchOldest(): void {
    const oldest = due.entries().next().value;
    if (oldest === undefined) return;
    const [one, atMs] = oldest;
    cancelMissed = clock.after(Math.max(0, atMs + intervalMs - clock.now()), () => {
      settle(one, false);
      watchOldest();
    });
  }

  function beat(): void {
    seq += 1;
    const nowMs = clock.now();
    record('heartbeat_late_ms', Math.max(0, nowMs - dueMs));
    due.set(seq, dueMs);
    if (due.size === 1) watchOldest();
    connection.emit('heartbeat', heartbeat(seq, kiosk.isClaimed()));
    dueMs += intervalMs;
    cancel = clock.after(Math.max(0, dueMs - nowMs), beat);
  }
  cancel = clock.after(Math.max(0, dueMs - clock.now()), beat);

  return {
    acked(one) {
      const atMs = due.get(one);
      if (atMs === undefined) return;
      record('heartbeat_ack_ms', Math.max(0, clock.now() - atMs));
      settle(one, true);
    },
    stop() {
      cancel();
      return due.size === 0 ? Promise.resolve() : new Promise((resolve) => (tellStopped = resolve));
    },
    over(by) {
      cancel();
      cancelMissed();
      if (by === 'ours') due.clear();
      for (const one of due.keys()) settle(one, false);
      tellStopped?.();
    },
  };
}
