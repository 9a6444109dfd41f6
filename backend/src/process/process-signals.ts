import type { Clock } from '@sign-display/contracts/clock-and-random';
import { noteAncestors, type Ancestors } from './note-ancestor-processes.ts';

/** Ctrl-C reaches us from the terminal and once more through npm: within this it is one wish, not two. */
const SAME_WISH_MS = 500;
const PARENT_CHECK_MS = 500;

type EndReason = 'SIGTERM' | 'SIGINT' | 'npm is gone';

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/**
 * Calls `end` once, at the first SIGTERM or SIGINT, or when the npm that started us was killed alone; a second signal calls `endNow`
 * (contract, section 6).
 */
export function onEndOfProcess(deps: {
  clock: Clock;
  underNpm: boolean;
  /** As they were when the process began; otherwise as they are now. */
  ancestors?: Ancestors;
  end(reason: EndReason): void;
  endNow(): void;
}): void {
  const { clock, end, endNow } = deps;
  let endingSinceMs: number | null = null;

  const begin = (reason: EndReason): void => {
    endingSinceMs = clock.monotonicMs();
    end(reason);
  };
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.on(signal, () => {
      if (endingSinceMs === null) begin(signal);
      else if (clock.monotonicMs() - endingSinceMs > SAME_WISH_MS) endNow();
    });
  }
  if (!deps.underNpm) return;
  const { parent, all } = deps.ancestors ?? noteAncestors();
  const check = (): void => {
    if (endingSinceMs !== null) return;
    if (process.ppid !== parent || !all.every(isAlive)) return begin('npm is gone');
    clock.after(PARENT_CHECK_MS, check);
  };
  clock.after(PARENT_CHECK_MS, check);
}
