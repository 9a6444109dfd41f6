import { globSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import { startService } from './service.ts';

/** Longer than the slowest machine's database takes to write all down. */
const WRITTEN_WITHIN_MS = 60_000;

/**
 * For vitest's `globalSetup`: makes the data once with which every service of a run begins, which is a database with its tables, the owner and the event. A copy of
 * it is there in a tenth of the time.
 */
export async function setup(): Promise<() => Promise<void>> {
  const { data, stop, remove } = await startService();
  try {
    await stop();
    await databaseEnded(data);
  } catch (error) {
    await remove();
    throw error;
  }
  process.env['PREPARED_DATA'] = data;
  return remove;
}

/**
 * Resolves when no database server has its lock file below the folder: a service on a busy machine leaves its server behind while that still ends, and a copy of
 * its files would be torn. Rejects with an Error where one is still there after `withinMs`.
 */
export async function databaseEnded(folder: string, withinMs = WRITTEN_WITHIN_MS): Promise<void> {
  const untilMs = performance.now() + withinMs;
  while (globSync('**/postmaster.pid', { cwd: folder }).length > 0) {
    if (performance.now() > untilMs) throw new Error(`the database in ${folder} still runs: its files can’t be copied`);
    await setTimeout(50);
  }
}
