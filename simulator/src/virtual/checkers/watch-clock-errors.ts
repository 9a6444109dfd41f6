import { EPOCH_MS } from '../timeline.ts';
import type { World } from '../world.ts';

/** How wrong nodes' wall clocks are, for who compares what two of them wrote down. */
interface ClockErrors {
  /** To be called after each step. */
  look(): void;
  /** Of that node now; NaN where it is down. */
  of(node: number): number;
  /** The largest of any node so far, either way. */
  mostMs(): number;
}

export function watchClocks(world: World): ClockErrors {
  let mostMs = 0;
  const of = (node: number): number => {
    const clock = world.nodes[node]?.clock();
    return clock ? clock.now() - Math.floor(EPOCH_MS + world.timeline.nowMs()) : NaN;
  };
  return {
    of,
    look() {
      for (const { index } of world.nodes) {
        const error = Math.abs(of(index));
        if (error > mostMs) mostMs = error;
      }
    },
    mostMs: () => mostMs,
  };
}

/** When it really is, in the run's own milliseconds, that a node wrote down as `time`, as far as its clock was right. */
export const runMs = (time: Date): number => time.getTime() - EPOCH_MS;
