import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readPostmasterFile } from './server-lock-files.ts';
import { SERVICE_ROLE } from './prepare-service-role.ts';

/**
 * How to reach the server that runs on `cluster` by now, for a tool beside the service; null where none says that it is ready. The fourth
 * and the fifth line of its lock file are its port and its socket's folder. As the service's role, which is no superuser.
 */
export async function findRunningServer(cluster: string) {
  const file = await readPostmasterFile(cluster);
  if (file?.status !== 'ready') return null;
  return { ...(await readSocket(cluster)), user: SERVICE_ROLE, database: 'postgres' };
}

/** Where the server on `cluster` listens, by its lock file. */
export async function readSocket(cluster: string): Promise<{ host: string; port: number }> {
  const lines = (await readFile(join(cluster, 'postmaster.pid'), 'utf8')).split('\n');
  return { host: (lines[4] ?? '').trim(), port: Number(lines[3]) };
}
