import type { Cancel, Clock } from '../ports.ts';

export interface VirtualClock extends Clock {
  /** Lets `ms` pass, timer by timer, and everything that each of them sets off. */
  advance(ms: number): Promise<void>;
  /** Somebody (NTP, a person) sets the wall clock. */
  jumpWall(ms: number): void;
  pending(): number;
}

/** Lets every promise that can settle do so: a turn of the event loop comes after all microtasks. */
export const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** A clock that moves only when it is told to. `settled` resolves once everything that a timer has set off is done. */
export function createVirtualClock(wallMs = Date.UTC(2026, 10, 21), settled = settle): VirtualClock {
  let now = 0;
  let wall = wallMs;
  let count = 0;
  const timers = new Map<number, { at: number; task: () => void }>();

  const earliest = (until: number) =>
    [...timers].filter(([, { at }]) => at <= until).toSorted(([a, x], [b, y]) => x.at - y.at || a - b)[0];

  return {
    now: () => wall + now,
    monotonicMs: () => now,
    after(delayMs, task): Cancel {
      const id = (count += 1);
      timers.set(id, { at: now + Math.max(0, delayMs), task });
      return () => timers.delete(id);
    },
    async advance(ms) {
      const until = now + ms;
      await settled();
      for (let next = earliest(until); next !== undefined; next = earliest(until)) {
        const [id, { at, task }] = next;
        timers.delete(id);
        now = at;
        task();
        await settled();
      }
      now = until;
    },
    jumpWall: (ms) => {
      wall += ms;
    },
    pending: () => timers.size,
  };
}
