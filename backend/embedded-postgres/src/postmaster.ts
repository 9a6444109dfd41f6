import { readFile, readlink, realpath, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { run, type RunAs } from './run.ts';

/** Whether a process with this id exists, whoever's it is. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'ESRCH';
  }
}

/**
 * The lock file of a cluster; null where there is none. The eighth line is the server's own word: starting, ready, stopping. A
 * file that was cut short has the pid 0.
 */
export async function readPostmasterFile(cluster: string) {
  try {
    const lines = (await readFile(join(cluster, 'postmaster.pid'), 'utf8')).split('\n');
    return { pid: Number.parseInt(lines[0] ?? '', 10) || 0, status: (lines[7] ?? '').trim() };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

/** For a lock file that names no server. */
export async function removePostmasterFile(cluster: string): Promise<void> {
  await rm(join(cluster, 'postmaster.pid'), { force: true });
}

/**
 * Whether the process `pid` is a server on `cluster`, and not a stranger who got the same pid after a crash or a reboot. A server
 * stands in its cluster; where the system doesn't say where a process stands (no `/proc`), its command line names the cluster.
 */
export async function isServerOf(cluster: string, pid: number, as: RunAs): Promise<boolean> {
  if (pid <= 0 || !isAlive(pid)) return false;
  if (process.platform === 'linux') {
    try {
      // Fails for a zombie too, which serves nobody.
      return (await readlink(`/proc/${pid}/cwd`)) === (await realpath(cluster));
    } catch {
      return false;
    }
  }
  const { code, output } = await run(as, 'ps', ['-ww', '-o', 'command=', '-p', String(pid)]);
  return code === 0 && output.includes(`-D ${cluster} `);
}
