import type { Clock } from '@sign-display/contracts/clock-and-random';
import { noteOfflineAfter, pruneWarmUps } from '../cluster/nodes-repository.ts';
import type { NodeFigures } from '../cluster/tables.ts';
import type { Db } from '../db/database-types.ts';
import { repeat, type Repetition } from '../flow/repeated-task.ts';
import type { Logger } from '../logging/logger-type.ts';
import { readQueueFigures } from '../notifications/delivery/queue-metrics.ts';
import { minuteOf, storeMinute } from './figures-by-minute.ts';

const SAMPLE_EVERY_MS = 2_000;
/** Verdicts that waited for a warm-up are written within a second of its end. */
const COUNTED_AFTER_MS = 10_000;

interface Deps {
  db: Db;
  clock: Clock;
  log: Logger;
  nodeId: string;
  figures: { read(): NodeFigures; offlineVerdicts(): number };
  warmUp(): { sinceMs: number } | null;
}

/**
 * A warm-up that is running, or has ended and is being counted. `endedMs` is monotonic, and null while the warm-up
 * runs.
 */
interface CountedWarmUp {
  sinceMs: number;
  offlineBefore: number;
  endedMs: number | null;
}

/**
 * Records this node's figures for the system page with one statement a minute, and how many signs the node finds
 * offline after a warm-up. A minute that can't be written is a gap in the plots.
 */
export function startRecording({ db, clock, log, nodeId, figures, warmUp }: Deps): Repetition {
  let minuteMs = minuteOf(clock.now());
  let largestDelayMs = 0;
  let counted: CountedWarmUp | null = null;

  async function endMinute(ended: number): Promise<void> {
    const { hostname, heartbeatsPerSecond } = figures.read();
    const queue = await readQueueFigures(db, clock).catch(() => null);
    const queueAgeMs = queue && queue.oldestMs;
    const row = { nodeId, minute: new Date(ended), hostname, eventLoopDelayMs: largestDelayMs, heartbeatsPerSecond };
    largestDelayMs = 0;
    await storeMinute(db, { ...row, queueAgeMs });
    await pruneWarmUps(db, clock.now());
  }

  async function countOffline(): Promise<void> {
    const present = warmUp();
    const known = counted;
    if (present) {
      if (known?.sinceMs !== present.sinceMs)
        counted = { sinceMs: present.sinceMs, offlineBefore: figures.offlineVerdicts(), endedMs: null };
    } else if (known && known.endedMs === null) counted = { ...known, endedMs: clock.monotonicMs() };
    if (known === null || known.endedMs === null) return;
    const isOther = present !== null;
    if (!isOther && clock.monotonicMs() - known.endedMs < COUNTED_AFTER_MS) return;
    if (!isOther) counted = null;
    await noteOfflineAfter(db, { nodeId, sinceMs: known.sinceMs }, figures.offlineVerdicts() - known.offlineBefore);
  }

  async function sample(): Promise<void> {
    largestDelayMs = Math.max(largestDelayMs, figures.read().eventLoopDelayMs);
    const ended = minuteMs;
    minuteMs = minuteOf(clock.now());
    try {
      await countOffline();
      if (minuteMs !== ended) await endMinute(ended);
    } catch (error) {
      log.debug({ err: error }, 'figures of the node not recorded');
    }
  }
  return repeat(clock, () => SAMPLE_EVERY_MS, sample);
}
