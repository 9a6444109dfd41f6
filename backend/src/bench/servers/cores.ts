import { execFileSync } from 'node:child_process';
import { availableParallelism, cpus } from 'node:os';

/** Which cores the server and its database have, and which the clients. */
export interface Cores {
  server: readonly number[];
  clients: readonly number[];
}

/** One core for the server, as one Node process has, and the last one for the clients. Null for a machine with one core. */
export function shareCores(count: number): Cores | null {
  return count < 2 ? null : { server: [0], clients: [count - 1] };
}

/** Null where there is no taskset, or one core: all share what there is. */
export function findCores(): Cores | null {
  try {
    execFileSync('taskset', ['--version'], { stdio: 'ignore' });
    return shareCores(availableParallelism());
  } catch {
    return null;
  }
}

/** What stands before a command so that it runs there. */
export const pinnedTo = (cores: readonly number[] | undefined): readonly string[] =>
  cores ? ['taskset', '-c', cores.join(',')] : [];

/** Moves a process that runs, with all its threads. Its later children follow it. */
export function pin(pid: number, cores: readonly number[] | undefined): void {
  if (cores) execFileSync('taskset', ['-a', '-c', '-p', cores.join(','), String(pid)], { stdio: 'ignore' });
}

/** How long each core has done what, in milliseconds. */
export type CoreTimes = Record<'user' | 'nice' | 'sys' | 'idle' | 'irq', number>;
export const coreTimes = (): CoreTimes[] => cpus().map(({ times }) => times);

/** For how long `cores` were busy between two looks, in milliseconds, and for how long they were there. */
export function busyMs(
  before: readonly CoreTimes[],
  after: readonly CoreTimes[],
  cores: readonly number[],
): { busy: number; all: number } {
  const spent = { busy: 0, all: 0 };
  for (const core of cores) {
    for (const kind of ['user', 'nice', 'sys', 'idle', 'irq'] as const) {
      const ms = after[core]![kind] - before[core]![kind];
      spent.all += ms;
      if (kind !== 'idle') spent.busy += ms;
    }
  }
  return spent;
}
