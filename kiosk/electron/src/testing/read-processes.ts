import { readFileSync, readdirSync } from 'node:fs';

/** What Linux tells in /proc of other processes. */

/** The kernel's unit of processor time in /proc on every Linux that Node runs on. */
const MS_A_TICK = 10;

function readText(path: string): string | null {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    // It has ended, maybe while it was read.
    if (['ENOENT', 'ESRCH'].includes((error as NodeJS.ErrnoException).code ?? '')) return null;
    throw error;
  }
}

const everyPid = (): number[] =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number);

/** The fields of `/proc/PID/stat` behind the command, from the state on; null where the process is gone. */
function statOf(pid: number): string[] | null {
  const text = readText(`/proc/${pid}/stat`);
  return text?.slice(text.lastIndexOf(')') + 2).split(' ') ?? null;
}

const commandOf = (pid: number): string => readText(`/proc/${pid}/cmdline`) ?? '';

/** The processes whose command names `text`. */
export const processesThatName = (text: string): number[] => everyPid().filter((pid) => commandOf(pid).includes(text));

/** A process and all that descend from it, also those that have ended and nobody has asked about. */
export function familyOf(pid: number): number[] {
  const children = Map.groupBy(everyPid(), (each) => Number(statOf(each)?.[1] ?? 0));
  const family = [pid];
  // The list grows while it is walked.
  for (const each of family) family.push(...(children.get(each) ?? []));
  return family;
}

/** What a process of Chromium's is for: `renderer`, `gpu-process`, `utility`, `zygote`; `main` for what doesn't say. */
export const kindOf = (pid: number): string => /--type=([\w-]+)/.exec(commandOf(pid))?.[1] ?? 'main';

/**
 * The process's share of memory (PSS) in bytes: its own pages, and of those that it has in common with others its part. 0 for one that has ended. Throws
 * where the reader may not look, which is another user's.
 */
export function memoryOf(pid: number): number {
  const kilobytes = /^Pss:\s+(\d+) kB$/m.exec(readText(`/proc/${pid}/smaps_rollup`) ?? '')?.[1];
  return Number(kilobytes ?? 0) * 1_024;
}

/** The files of code (`.so`) that a process has mapped. */
export const librariesOf = (pid: number): string[] => [
  ...new Set(Array.from((readText(`/proc/${pid}/maps`) ?? '').matchAll(/(\/\S+\.so[.\d]*)$/gm), ([path]) => path)),
];

/** The processor time of a process and of its children that have ended, in ms; 0 for one that is gone. */
export function processorMsOf(pid: number): number {
  const [user = 0, kernel = 0, ofUser = 0, ofKernel = 0] = (statOf(pid) ?? []).slice(11, 15).map(Number);
  return (user + kernel + ofUser + ofKernel) * MS_A_TICK;
}
