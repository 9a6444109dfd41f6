import { statfs } from 'node:fs/promises';
import { hostname } from 'node:os';
import type { Clock } from '@sign-display/contracts/clock-and-random';
import type { Machine } from '../app/deps.ts';
import type { DatabaseFigures } from '../db/database-figures-type.ts';
import { repeat } from '../flow/repeated-task.ts';

const COMPARE_CLOCKS_EVERY_MS = 60_000;
/** The first time soon: the database may still start. */
const FIRST_AFTER_MS = 5_000;

/**
 * What the system page shows of this machine. `databaseFolder`: of the embedded database; null where the database is elsewhere. `certificateEndsAtMs`: of the https
 * that the service serves by itself. The clock is compared with the database's every minute; half of the way there and back counts to either side.
 */
export function measureMachine(deps: {
  clock: Clock;
  readDatabaseTime(): Promise<number>;
  readDatabaseFigures(): Promise<DatabaseFigures>;
  databaseFolder: string | null;
  certificateEndsAtMs: (() => number) | null;
}): Machine & { stop(): Promise<void> } {
  const { clock, readDatabaseTime, readDatabaseFigures, databaseFolder, certificateEndsAtMs } = deps;
  let offsetMs: number | null = null;
  let isFirst = true;
  async function compare(): Promise<void> {
    isFirst = false;
    const [atMs, sentMs] = [clock.now(), clock.monotonicMs()];
    try {
      const theirsMs = await readDatabaseTime();
      offsetMs = atMs + (clock.monotonicMs() - sentMs) / 2 - theirsMs;
    } catch {
      offsetMs = null;
    }
  }
  const comparing = repeat(clock, () => (isFirst ? FIRST_AFTER_MS : COMPARE_CLOCKS_EVERY_MS), compare);
  return {
    hostname: hostname(),
    databaseFigures: readDatabaseFigures,
    rssBytes: () => process.memoryUsage.rss(),
    clockOffsetMs: () => offsetMs,
    certificateEndsAtMs: () => certificateEndsAtMs?.() ?? null,
    async freeBytes() {
      if (databaseFolder === null) return null;
      const { bavail, bsize } = await statfs(databaseFolder);
      return bavail * bsize;
    },
    stop: comparing.stop,
  };
}
