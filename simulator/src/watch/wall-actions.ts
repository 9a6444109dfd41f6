import type { Clock } from '@sign-display/contracts/clock-and-random';
import { given, type Crew, type Venue } from '../backend/operators.ts';
import { eachInParallel } from '../waiting/each-in-parallel.ts';

/** What people do on the wall while incidents go on. */

const ALL_OPEN_WITHIN_MS = 60_000;
const ORDERS_AT_ONCE = 4;

interface DeedsWorld {
  clock: Clock;
  crew: Crew;
  venues: readonly Venue[];
  /** By name of a sign: its index in the fleet. */
  indexOf: ReadonlyMap<string, number>;
  pause(ms: number): Promise<void>;
}

export function createWallActions({ clock, crew, venues, indexOf, pause }: DeedsWorld) {
  /** The record of each of these signs, by its index. */
  async function recordsOf(indexes: readonly number[]): Promise<Map<number, string>> {
    const { organizationId } = crew.venue;
    const records = given('reading the signs', await crew.owner.list('GET /api/signs', { query: { organizationId } }));
    const wanted = new Set(indexes);
    return new Map(
      records.items.flatMap(({ name, id }): [number, string][] => {
        const index = indexOf.get(name) ?? -1;
        return wanted.has(index) ? [[index, id]] : [];
      }),
    );
  }

  return {
    /** Acknowledges all outages of these signs, when all are there. Resolves with the moment (wall clock). */
    async acknowledge(indexes: readonly number[]): Promise<number> {
      const signIds = new Set((await recordsOf(indexes)).values());
      const giveUpMs = clock.monotonicMs() + ALL_OPEN_WITHIN_MS;
      for (;;) {
        const params = { id: venues[0]!.eventId };
        const reply = await crew.owner.list('GET /api/events/:id/outages', { params, query: { state: 'open' } });
        const ids = given('reading the outages', reply).items.flatMap(({ id, signId }) =>
          signIds.has(signId) ? [id] : [],
        );
        if (ids.length < signIds.size && clock.monotonicMs() < giveUpMs) {
          await pause(1_000);
          continue;
        }
        const body = { ids, note: 'The switch. On my way.' };
        given('acknowledging', await crew.operators[0]!.call('POST /api/outages/acknowledge', { body }));
        return clock.now();
      }
    },
    /** Tells each of these signs to restart. Resolves with the moments at which the service had taken it (wall clock), in their order. */
    async restart(indexes: readonly number[]): Promise<number[]> {
      const records = await recordsOf(indexes);
      const orderedMs = new Map<number, number>();
      await eachInParallel(indexes, ORDERS_AT_ONCE, async (index) => {
        const params = { id: records.get(index)! };
        const body = { command: 'reboot' } as const;
        given('restarting a sign', await crew.operators[0]!.call('POST /api/signs/:id/commands', { params, body }));
        orderedMs.set(index, clock.now());
      });
      return indexes.map((index) => orderedMs.get(index)!);
    },
  };
}
