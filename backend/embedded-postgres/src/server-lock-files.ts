import { readdir, readFile, readlink, realpath, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { run, type RunAs } from './run-program.ts';
import { SOCKET_NAME } from './prepare-socket-folder.ts';

/** Whether a process with this id exists, whoever's it is. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'ESRCH';
  }
}

/** Process ids are smaller, and Postgres reads a larger number as another one. */
const PID_BOUND = 2 ** 31;

/**
 * A lock file of Postgres; null where there is none. `pid` 0: it names no process, because it was cut short or is garbage. A server for one
 * user writes a negative number. The eighth line of the cluster's own is the server's word: starting, ready, stopping.
 */
async function readLockFile(path: string) {
  try {
    const lines = (await readFile(path, 'utf8')).split('\n');
    const pid = Math.abs(Number.parseInt(lines[0] ?? '', 10));
    return { pid: pid < PID_BOUND ? pid : 0, status: (lines[7] ?? '').trim() };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

const postmasterFile = (cluster: string): string => join(cluster, 'postmaster.pid');
const socketLockFile = (socketFolder: string): string => join(socketFolder, `${SOCKET_NAME}.lock`);

export const readPostmasterFile = (cluster: string) => readLockFile(postmasterFile(cluster));
/** Beside the server's socket. */
export const readSocketLock = (socketFolder: string) => readLockFile(socketLockFile(socketFolder));

/** For lock files that name no server. */
export const removePostmasterFile = (cluster: string): Promise<void> => rm(postmasterFile(cluster), { force: true });
export const removeSocketLock = (socketFolder: string): Promise<void> =>
  rm(socketLockFile(socketFolder), { force: true });

/** Whether a process on Linux is a server on the folder `real`: a postgres that stands in it, or that was told to where that may not be read. */
async function isServerIn(real: string, pid: number | string): Promise<boolean> {
  try {
    if ((await readFile(`/proc/${pid}/comm`, 'utf8')).trim() !== 'postgres') return false;
    // Fails for a zombie too, which serves nobody.
    return (await readlink(`/proc/${pid}/cwd`)) === real;
  } catch (error) {
    if (!['EACCES', 'EPERM'].includes((error as NodeJS.ErrnoException).code ?? '')) return false;
  }
  const words = (await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')).split('\0');
  const folder = words[words.indexOf('-D') + 1];
  return words.includes('-D') && (await realpath(folder ?? '').catch(() => null)) === real;
}

/**
 * Whether the process `pid` is a server on `cluster`, and not a stranger who got the same pid after a crash or a reboot. Where the system has no `/proc`, its
 * command line names the cluster.
 */
export async function isServerOf(cluster: string, pid: number, as: RunAs): Promise<boolean> {
  if (pid <= 0 || !isAlive(pid)) return false;
  if (process.platform === 'linux') return isServerIn(await realpath(cluster), pid);
  const { code, output } = await run(as, 'ps', ['-ww', '-o', 'command=', '-p', String(pid)]);
  return code === 0 && output.includes(`-D ${cluster} `);
}

/** A server on `cluster`, whatever its lock files say; null where there is none. */
export async function findServerOf(cluster: string, as: RunAs): Promise<number | null> {
  if (process.platform !== 'linux') {
    const { output } = await run(as, 'ps', ['-axww', '-o', 'pid=,command=']);
    return Number.parseInt(output.split('\n').find((line) => line.includes(`-D ${cluster} `)) ?? '', 10) || null;
  }
  const real = await realpath(cluster);
  for (const name of await readdir('/proc'))
    if (/^\d+$/.test(name) && (await isServerIn(real, name))) return Number(name);
  return null;
}
