import { sql } from 'kysely';
import { STRIPS_MOST } from '@sign-display/contracts/limits';
import { runToEnd } from '../bench/benchmark-cleanup.bench.ts';
import { startEventOfSigns } from '../bench/start-service-with-signs.bench.ts';
import { systemClock } from '../adapters/system-clock.ts';
import { makeUuidV4 } from '@sign-display/contracts/identifier-generation';
import { systemRandom } from '../adapters/system-random.ts';
import { STORED_MINUTES, minuteOf } from './store-heartbeat-minutes.ts';
import { writeLastSeen, type DeviceFacts } from './heartbeat-facts-repository.ts';

/**
 * What the strips of 200 of 10,000 signs cost over HTTP, 16 clients at once, each time of 200 others; beside a bare route, one query, and GET /api/me. And what
 * keeping them adds to the write of the last heartbeats, of 10,000 signs in one statement every 5 s: with them and without, in turns.
 *
 *     node backend/src/signs/heartbeat-strips.bench.ts
 */

const ROUNDS = 100;
const WRITES = 10;

await runToEnd(async () => {
  const { db, url, eventId, ids, many, run, runBaselines } = await startEventOfSigns({ rounds: ROUNDS });
  const now = minuteOf(systemClock.now());
  await db
    .updateTable('sign')
    .set({ keptMinutes: new Uint8Array(STORED_MINUTES).fill(12), keptUntil: now - 1 })
    .execute();
  await sql`vacuum analyze sign`.execute(db);
  const nodeId = makeUuidV4(systemRandom);
  for (let day = 0; day < 24; day += 1) {
    const [since, until] = [day + 0.9, day + 0.1].map((hours) => new Date(systemClock.now() - hours * 3_600_000));
    await db.insertInto('leaseStretch').values({ nodeId, since: since!, until: until! }).execute();
  }

  const strips = (count: number): string[] =>
    many(() => {
      const first = Math.floor(Math.random() * (ids.length - count));
      return `${url}/api/events/${eventId}/strips?signIds=${ids.slice(first, first + count).join()}`;
    });
  await run('(warming up)', strips(STRIPS_MOST));
  await runBaselines();
  await run('strips of one sign', strips(1));
  await run(`strips of ${STRIPS_MOST} signs`, strips(STRIPS_MOST));

  const devices = await db.selectFrom('sign').select('deviceSignId').where('eventId', '=', eventId).execute();
  let seenAtMs = systemClock.now();
  let writtenSeenAtMs: number | null = null;
  await db.updateTable('sign').set({ lastSeenAt: null }).execute();
  async function writeAll(isKept: boolean): Promise<number> {
    seenAtMs += 5_000;
    const facts = devices.map(({ deviceSignId }): DeviceFacts => ({
      deviceSignId: deviceSignId!,
      presence: 'online',
      contentState: 'showing',
      mode: 'foreground',
      blank: null,
      tellsBlank: true,
      problem: null,
      seenAtMs,
      writtenSeenAtMs,
      claimedAtMs: null,
      isHeld: true,
    }));
    const byDevice = new Map(facts.map(({ deviceSignId }) => [deviceSignId, { minute: minuteOf(seenAtMs), count: 1 }]));
    const startMs = performance.now();
    await writeLastSeen(db, facts, isKept ? { byDevice, nowMs: seenAtMs } : undefined);
    writtenSeenAtMs = seenAtMs;
    return performance.now() - startMs;
  }
  const times: Record<'with' | 'without', number[]> = { with: [], without: [] };
  for (let count = 0; count < WRITES; count += 1) {
    times.without.push(await writeAll(false));
    times.with.push(await writeAll(true));
  }
  const middle = (of: number[]): string =>
    `${of.toSorted((one, other) => one - other)[Math.floor(of.length / 2)]!.toFixed(0)} ms`;
  console.log(
    `last heartbeats of ${devices.length} signs in one statement: ${middle(times.without)}, with what strips keep of them ${middle(times.with)}`,
  );
});
