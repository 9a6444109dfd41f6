import type { Clock } from '@sign-display/contracts/clock-and-random';

/** A person rests who has done nothing for so long. */
const RESTS_AFTER_MS = 200;
/** Who never rests sees the signs change all the same. */
export const IDLE_AFTER_MS = 700;

interface Resting {
  clock: Pick<Clock, 'monotonicMs' | 'after'>;
  /** When a person did something last, by the clock that never goes back. */
  actedMs(): number;
  atIdleFrame(task: () => void): void;
}

/** Asks for a calm frame once a person rests, at most 700 ms later: for what takes several frames, as a press that comes during one of them waits for it. */
export function createUserIdle({ clock, actedMs, atIdleFrame }: Resting): (task: () => void) => void {
  return (task) => {
    const untilMs = clock.monotonicMs() + IDLE_AFTER_MS;
    function look(): void {
      const waitMs = Math.min(untilMs, actedMs() + RESTS_AFTER_MS) - clock.monotonicMs();
      if (waitMs > 0) clock.after(waitMs, look);
      else atIdleFrame(task);
    }
    look();
  };
}
