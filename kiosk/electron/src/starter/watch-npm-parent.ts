import { readFileSync } from 'node:fs';
import type { Clock } from '@sign-display/contracts/clock-and-random';

const LOOK_EVERY_MS = 500;
const SHELL = /^(sh|dash|bash)$/;

/** Who stands above a process, as the system tells it; null where it does not (outside Linux). */
export interface Above {
  parentOf(pid: number): number | null;
  commandOf(pid: number): string | null;
}

function read<Value>(pid: number, file: string, of: (text: string) => Value): Value | null {
  try {
    return of(readFileSync(`/proc/${pid}/${file}`, 'utf8'));
  } catch {
    return null;
  }
}
/** The command in `stat` may hold blanks and brackets: what counts stands after its last bracket. */
const parentIn = (stat: string): number => Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);

export const SYSTEM: Above = {
  parentOf: (pid) => (pid === process.pid ? process.ppid : read(pid, 'stat', parentIn)),
  commandOf: (pid) => read(pid, 'comm', (text) => text.trim()),
};

/**
 * Calls `gone` once when the npm that started process `pid` is no more: npm passes no signal on, and whoever ends it means what it started. A process whose parent has ended
 * has another one. npm is the parent, or stands above the shell that is.
 * Returns what ends the watch: a pending look would keep this process alive after its app.
 */
export function watchNpmParent(
  pid: number,
  clock: Clock,
  gone: () => void,
  { parentOf, commandOf }: Above = SYSTEM,
): () => void {
  const parent = parentOf(pid);
  if (parent === null) return () => {};
  const hasShell = SHELL.test(commandOf(parent) ?? '');
  const npm = hasShell ? parentOf(parent) : parent;
  const look = (): void => {
    if (parentOf(pid) !== parent || (hasShell && parentOf(parent) !== npm)) return gone();
    cancel = clock.after(LOOK_EVERY_MS, look);
  };
  let cancel = clock.after(LOOK_EVERY_MS, look);
  return () => cancel();
}
