import { execFile, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { promisify } from 'node:util';

/**
 * Holding processes on one processor each. Two that take turns, as a client and its server do, wake each other much cheaper there. It is done by
 * `taskset` of util-linux; elsewhere, or where it may not be, nothing is held, and only time is lost.
 */

/** Of a list as Linux writes it: `0-2,5`. */
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

/** Those that this process may use and can hold others on; none where that can't be done. */
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

/** The program and its arguments, to be started on `processor`. */
export function onProcessor(processor: number | null, program: string, args: readonly string[]): [string, string[]] {
  return processor === null ? [program, [...args]] : ['taskset', ['--cpu-list', String(processor), program, ...args]];
}

/** Moves processes of others to `processor`; those that may not be moved stay. */
export async function holdOn(processor: number | null, pids: readonly number[]): Promise<void> {
  if (processor === null) return;
  await Promise.allSettled(
    pids.map((pid) => promisify(execFile)('taskset', ['--cpu-list', '--pid', String(processor), String(pid)])),
  );
}
