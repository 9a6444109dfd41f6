import { createManualClock } from '../testing/manual-clock.ts';
import { createPresence, type Presence } from './presence.ts';

/**
 * What a sweep over 10,000 devices costs, in the cases that differ, beside the bare way over a Map of as many. The mean of the
 * thread's own time: what else the machine does is not in it. At most 5 ms.
 *
 *     node backend/src/presence/presence.bench.ts
 *
 * On 2 shared cores, three runs: 0.6 to 0.7 ms where all are heard, 0.7 to 1.4 ms that finds all gone, 2.2 to 3.0 ms that takes all
 * offline; the bare way 0.1 to 0.2 ms.
 */

const DEVICES = 10_000;
const ROUNDS = 200;
const ids = Array.from({ length: DEVICES }, (_, index) => `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`);
const idle = { mode: 'foreground', contentState: 'idle' } as const;

/** Measures `run`, with what it needs made anew before each round. */
function measure<World>(title: string, make: () => World, run: (world: World) => void): void {
  let usedMs = 0;
  for (let round = 0; round < ROUNDS; round += 1) {
    const world = make();
    const before = process.threadCpuUsage();
    run(world);
    const { user, system } = process.threadCpuUsage(before);
    usedMs += (user + system) / 1_000;
  }
  console.log(`${title}: ${(usedMs / ROUNDS).toFixed(2)} ms`);
}

function nodeSilentFor(silentMs: number, warmUpMs: number): Presence {
  const clock = createManualClock();
  const presence = createPresence({ clock, offlineAfterMs: 15_000, heartbeatIntervalMs: 5_000, warmUpMs });
  for (const id of ids) presence.beat(id, idle);
  presence.takeChanged();
  clock.advance(silentMs);
  return presence;
}
const sweep = (presence: Presence): void => presence.sweep();

measure(
  'the bare way over a Map',
  () => new Map(ids.map((id) => [id, { heardAtMs: 0 }])),
  (devices) => {
    let late = 0;
    for (const { heardAtMs } of devices.values()) if (heardAtMs > 0) late += 1;
    if (late > 0) throw new Error('a sign is late, but none should be');
  },
);
measure('a sweep where all are heard', () => nodeSilentFor(4_000, 60_000), sweep);
measure('a sweep that finds all of them gone', () => nodeSilentFor(12_000, 60_000), sweep);
measure('a sweep that takes all of them offline', () => nodeSilentFor(80_000, 0), sweep);
