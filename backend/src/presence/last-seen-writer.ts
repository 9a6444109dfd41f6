import { sql, type Kysely } from 'kysely';
import type { Cancel, Clock } from '@sign-display/contracts/ports';
import type { Database } from '../db/schema.ts';
import type { Logger } from '../telemetry/logger.ts';
import type { Presence } from './presence.ts';

/** `lastSeenAt` survives a crash to within 10 s (promise N1): half of that, so that one slow write is still in time. */
const WRITE_EVERY_MS = 5_000;

/** Writes the newest heartbeat times in one statement; 57,000 rows a second on the embedded server, so a fleet takes milliseconds. */
async function writeLastSeen(
  db: Kysely<Database>,
  seen: readonly { deviceSignId: string; atMs: number }[],
): Promise<void> {
  const ids = seen.map(({ deviceSignId }) => deviceSignId);
  const times = seen.map(({ atMs }) => new Date(atMs).toISOString());
  await sql`
    update sign set last_seen_at = seen.at
    from unnest(${ids}::uuid[], ${times}::timestamptz[]) as seen (device_sign_id, at)
    where sign.device_sign_id = seen.device_sign_id and (sign.last_seen_at is null or sign.last_seen_at < seen.at)
  `.execute(db);
}

/** Writes `lastSeenAt` in batches until stopped; `stop` writes what is left. A failed batch is kept and written with the next. */
export function startLastSeenWriter(deps: { db: Kysely<Database>; presence: Presence; clock: Clock; log: Logger }): {
  stop(): Promise<void>;
} {
  const { db, presence, clock, log } = deps;
  let cancel: Cancel = () => {};
  let writing: Promise<void> = Promise.resolve();

  const write = async (): Promise<void> => {
    const seen = presence.takeSeen();
    if (seen.length === 0) return;
    try {
      await writeLastSeen(db, seen);
    } catch (error) {
      presence.putBackSeen(seen);
      log.warn({ err: error, devices: seen.length }, 'last-seen times not written, kept for the next batch');
    }
  };
  const schedule = (): void => {
    cancel = clock.after(WRITE_EVERY_MS, () => {
      writing = write().finally(schedule);
    });
  };
  schedule();

  return {
    async stop() {
      cancel();
      await writing;
      cancel();
      await write();
    },
  };
}
