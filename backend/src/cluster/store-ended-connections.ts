import type { Clock } from '@sign-display/contracts/clock-and-random';
import type { Db } from '../db/database-types.ts';
import { releaseConnections, type HeldConnection } from '../devices/device-connections.ts';
import type { Logger } from '../logging/logger-type.ts';

/** A database that is away is asked again after this. */
const RETRY_AFTER_MS = 1_000;

/** Writes down which connections have ended: what ended while one statement was under way is in the next one together. */
export function createConnectionReleases(deps: { db: Db; clock: Clock; log: Logger }) {
  const { db, clock, log } = deps;
  let waiting: (HeldConnection & { written(): void })[] = [];
  let isUnderWay = false;

  async function write(): Promise<void> {
    const batch = waiting;
    waiting = [];
    let delayMs = 0;
    try {
      await releaseConnections(db, batch);
      for (const { written } of batch) written();
    } catch (error) {
      log.warn({ err: error, connections: batch.length }, 'end of kiosk connections not stored, retrying');
      waiting = [...batch, ...waiting];
      delayMs = RETRY_AFTER_MS;
    }
    if (waiting.length === 0) isUnderWay = false;
    else clock.after(delayMs, () => void write());
  }

  return {
    /** Resolves when it is written. */
    add(ended: HeldConnection): Promise<void> {
      return new Promise((written) => {
        waiting.push({ ...ended, written });
        if (isUnderWay) return;
        isUnderWay = true;
        // After this turn: a thousand kiosks that are cut at once are one statement.
        clock.after(0, () => void write());
      });
    },
  };
}
