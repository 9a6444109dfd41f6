import type { Strips } from '@sign-display/contracts/rest/event-figures';
import { EPOCH_MS } from '../timeline.ts';
import type { Asked } from '../world.ts';
import { watchAbsences } from './watch-service-absences.ts';
import type { Checker, Watch } from './checker.ts';
import { watchClocks } from './watch-clock-errors.ts';
import { assertPromise } from './assert-promise.ts';
import { mirror, type Mirror } from './shared-table-mirror.ts';
import type { SignRow } from './row-types.ts';

const PATH = /^\/api\/events\/[^/]+\/strips\?/;
const MINUTE_MS = 60_000;
/** Heartbeats are written every 5 s: so much may be lost with a node, or be written twice where an answer was. */
const WRITTEN_WITHIN_MS = 10_000;
/** Nodes' clocks are as close as this, or somebody has set one: then minutes are of no time that has been. */
const CLOCKS_APART_MS = 1_000;

const minuteAt = (ms: number): number => Math.floor((EPOCH_MS + ms) / MINUTE_MS);

/** D1: the last hour of a sign is what nodes have heard of it, whichever they were, and the service was away when no node lived. */
export const strips: Checker = {
  promises: ['D1'],
  begin(world): Watch {
    const { coverage, timeline } = world;
    const signs: Mirror<SignRow> = mirror(world, 'sign');
    const clocks = watchClocks(world);
    const absences = watchAbsences(world);
    /** By device and minute, how many each node has heard. */
    const heard = new Map<string, Map<number, number[]>>();
    /** When each record got the device that it has. */
    const linkedMs = new Map<string, number>();
    /** Minutes in which nodes died, clocks were wrong, or the database was away. */
    const unclear = new Set<number>();
    let disturbedMs = -Infinity;
    /** Nothing of before that is judged: a clock was wrong by more than nodes differ. */
    let clearFromMs = 0;

    world.network.onArrival(({ signId, node, to, event }) => {
      const clock = to === 'node' && event === 'heartbeat' ? world.nodes[node]!.clock() : null;
      if (!clock) return;
      const minutes = heard.get(signId) ?? new Map<number, number[]>();
      heard.set(signId, minutes);
      const minute = Math.floor(clock.now() / MINUTE_MS);
      const counts = minutes.get(minute) ?? world.nodes.map(() => 0);
      minutes.set(minute, counts);
      counts[node]! += 1;
    });

    function checkSign(recordId: string, told: readonly number[], firstMinute: number): void {
      const sign = signs.get(recordId);
      if (!sign?.device_sign_id) return;
      const fromMs = Math.max(linkedMs.get(recordId) ?? Infinity, clearFromMs) + WRITTEN_WITHIN_MS;
      for (const [index, count] of told.entries()) {
        const minute = firstMinute + index;
        if (minute <= minuteAt(fromMs) || unclear.has(minute)) continue;
        const counts = heard.get(sign.device_sign_id)?.get(minute) ?? [];
        const expected = counts.reduce((sum, one) => sum + one, 0);
        assertPromise(
          count === expected,
          'D1',
          'a minute of a sign has another number of heartbeats than nodes have heard',
          () => ({
            seen: `${sign.name}: ${count} in minute ${minute - minuteAt(0)} of the run`,
            expected: `${expected}, by node: ${counts.join()}`,
          }),
        );
        coverage.hit(
          counts.filter(Boolean).length > 1 ? 'D1 minute of a sign, by several nodes' : 'D1 minute of a sign',
        );
      }
    }

    world.onAsked(({ request, reply }: Asked) => {
      if (!PATH.test(request.path) || reply?.status !== 200) return;
      const { from, counts, away } = reply.body as Strips;
      const firstMinute = Date.parse(from) / MINUTE_MS;
      for (const [recordId, told] of Object.entries(counts)) checkSign(recordId, told, firstMinute);
      if (clocks.mostMs() <= CLOCKS_APART_MS) absences.check(away);
    });

    function noteDisturbance(): void {
      disturbedMs = world.disturbedMs();
      const last = minuteAt(disturbedMs + WRITTEN_WITHIN_MS);
      for (let minute = minuteAt(disturbedMs - WRITTEN_WITHIN_MS); minute <= last; minute += 1) unclear.add(minute);
    }

    return {
      afterStep() {
        absences.look();
        clocks.look();
        if (world.disturbedMs() !== disturbedMs) noteDisturbance();
        if (
          clocks.mostMs() > CLOCKS_APART_MS &&
          world.nodes.some(({ index }) => Math.abs(clocks.of(index)) > CLOCKS_APART_MS)
        )
          clearFromMs = timeline.nowMs();
      },
      async afterCommit(commits) {
        for (const { before, after } of await signs.update(commits))
          if (after && before?.device_sign_id !== after.device_sign_id) linkedMs.set(after.id, timeline.nowMs());
      },
    };
  },
};
