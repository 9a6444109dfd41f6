import { readFileSync } from 'node:fs';
import type { Clock } from '@sign-display/contracts/ports';

/** Ctrl-C reaches us from the terminal and once more through npm: within this it is one wish, not two. */
const SAME_WISH_MS = 500;
const PARENT_CHECK_MS = 500;

export type EndReason = 'SIGTERM' | 'SIGINT' | 'npm is gone';

/** The parent of process `pid`; null where it can't be told. */
function parentOf(pid: number): number | null {
  try {
    // The second field, the command, may hold blanks and brackets: what counts stands after its last bracket.
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
  } catch {
    return null;
  }
}

/** The processes whose death means that npm is gone: our parent, and npm itself where a shell stands between. */
function ancestorsUnderNpm(): number[] {
  const parent = process.ppid;
  const grandparent = parentOf(parent);
  // Where the shell replaced itself by us, the parent is npm; where it did not, npm is the parent's parent.
  const shellBetween = (() => {
    try {
      return /^(sh|dash|bash)$/.test(readFileSync(`/proc/${parent}/comm`, 'utf8').trim());
    } catch {
      return false;
    }
  })();
  return shellBetween && grandparent !== null && grandparent > 1 ? [parent, grandparent] : [parent];
}

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
  const ancestors = ancestorsUnderNpm();
  const parent = process.ppid;
  const check = (): void => {
    if (endingSinceMs !== null) return;
    if (process.ppid !== parent || !ancestors.every(isAlive)) return begin('npm is gone');
    clock.after(PARENT_CHECK_MS, check);
  };
  clock.after(PARENT_CHECK_MS, check);
}
