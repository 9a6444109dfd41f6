import { execFile, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { promisify } from 'node:util';

/**
 * Pins processes to one processor each. Two processes that take turns, as a client and its server do, wake each other much cheaper there. `taskset` of
 * util-linux does it; where it is missing or not allowed, nothing is pinned and the run is only slower.
 */

/** The numbers in a list of processors as Linux writes it: `0-2,5`. */
export function parseProcessors(list: string): number[] {
  return list
    .trim()
    .split(',')
    .filter((range) => /^\d+(-\d+)?$/.test(range))
    .flatMap((range) => {
      const [first, last = first] = range.split('-').map(Number) as [number, number?];
      return Array.from({ length: last - first + 1 }, (_, index) => first + index);
    });
}

/** The processors that this process may use and can pin others to; none where pinning does not work. */
export function holdableProcessors(): number[] {
  let status: string;
  try {
    status = readFileSync('/proc/self/status', 'utf8');
  } catch {
    return [];
  }
  const processors = parseProcessors(/^Cpus_allowed_list:\s*(\S+)$/m.exec(status)?.[1] ?? '');
  const holds = (processor: number): boolean =>
    spawnSync('taskset', ['--cpu-list', String(processor), process.execPath, '--version']).status === 0;
  return processors.length > 0 && holds(processors[0]!) ? processors : [];
}

/** The program and the arguments that start it pinned to `processor`. */
export function onProcessor(processor: number | null, program: string, args: readonly string[]): [string, string[]] {
  return processor === null ? [program, [...args]] : ['taskset', ['--cpu-list', String(processor), program, ...args]];
}

/** Pins running processes to `processor`; those that may not be moved stay where they are. */
export async function holdOn(processor: number | null, pids: readonly number[]): Promise<void> {
  if (processor === null) return;
  await Promise.allSettled(
    pids.map((pid) => promisify(execFile)('taskset', ['--cpu-list', '--pid', String(processor), String(pid)])),
  );
}
