import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { cpus } from 'node:os';

/** Which cores the server and its database have, and which the clients; and all that there are. */
export interface Cores {
  server: readonly number[];
  clients: readonly number[];
  all: readonly number[];
}

/** `0-2,6` is 0, 1, 2 and 6: how Linux writes a list of cores. */
export const readCoreList = (text: string): number[] =>
  text.split(',').flatMap((part) => {
    const [first = 0, last = first] = part.split('-').map(Number);
    return Array.from({ length: last - first + 1 }, (_, index) => first + index);
  });

function allowedCores(): number[] {
  try {
    const [, list] = /^Cpus_allowed_list:\s+(\S+)$/m.exec(readFileSync('/proc/self/status', 'utf8')) ?? [];
    return list === undefined ? [] : readCoreList(list);
  } catch {
    return [];
  }
}
/** Those that this process was started with. Once it is pinned it has fewer, and so have its children, who would find nothing to share. */
const STARTED_WITH: readonly number[] = allowedCores();

/** The first core for the server, as one Node process has, and the last one for the clients. Null where there is one core. */
export function shareCores(all: readonly number[]): Cores | null {
  return all.length < 2 ? null : { server: [all[0]!], clients: [all.at(-1)!], all };
}

/** Null where there is no taskset, or one core: all share what there is. */
export function findCores(): Cores | null {
  try {
    execFileSync('taskset', ['--version'], { stdio: 'ignore' });
    return shareCores(STARTED_WITH);
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
