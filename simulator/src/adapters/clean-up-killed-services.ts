import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { systemClock } from './system-clock.ts';

/** A server whose service is gone ends by itself, and needs no more than this. */
const SERVER_WITHIN_MS = 2_000;
const LOOK_EVERY_MS = 20;

/** The database server whose cluster is there; null where none is. */
function serverOf(cluster: string): number | null {
  try {
    const pid = Number.parseInt(readFileSync(join(cluster, 'postmaster.pid'), 'utf8'), 10);
    return pid > 0 ? pid : null;
  } catch {
    return null;
  }
}

/** False: it is gone. */
function tell(pid: number, signal: NodeJS.Signals | 0): boolean {
  try {
    process.kill(pid, signal);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/**
 * Ends the database servers in the folders of that name, whose services were killed, without their writing anything more, and removes the folders. Resolves with
 * those that are still there.
 */
export async function killService(parent: string, prefix: string): Promise<string[]> {
  const folders = readdirSync(parent)
    .filter((name) => name.startsWith(prefix))
    .map((name) => join(parent, name));
  const servers = folders.flatMap((folder) => serverOf(join(folder, 'data', 'postgres')) ?? []);
  for (const pid of servers) tell(pid, 'SIGQUIT');
  const untilMs = systemClock.monotonicMs() + SERVER_WITHIN_MS;
  while (servers.some((pid) => tell(pid, 0)) && systemClock.monotonicMs() < untilMs)
    await new Promise<void>((resolve) => void systemClock.after(LOOK_EVERY_MS, resolve));
  return folders.filter((folder) => {
    try {
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
      return false;
    } catch {
      return true;
    }
  });
}
