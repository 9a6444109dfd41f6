import { LIMITS } from '@sign-display/contracts/limits';
import type { Row } from '../database-rows.ts';
import type { Checker, Watch } from './checker.ts';
import { watchClaimed } from './watch-claimed-devices.ts';
import { assertPromise } from './assert-promise.ts';

const { offlineAfterMs, warmUpMs, heartbeatIntervalMs } = LIMITS;

/** The sweeps that find who is silent, and the statements that write it down. */
const WITHIN_MS = offlineAfterMs + 5_000;
/** Whoever is heard more rarely than this may have vanished meanwhile. */
const STEADY_MS = heartbeatIntervalMs + 3_000;
/** A warm-up that still went on when the sign fell silent began after this. */
const LOOK_BACK_MS = warmUpMs + 30_000;
const KEPT_MS = LOOK_BACK_MS + WITHIN_MS + STEADY_MS;
/** So many that are heard make one that is not no more than a third (promise N2). */
const STEADY_LEAST = 2;
const LOOK_EVERY_MS = 1_000;

interface Beat {
  atMs: number;
  node: number;
}

/** Offline after 15 s, and no later where a node had no reason to blame itself: N1. */
export const verdictTime: Checker = {
  promises: ['N1'],
  begin(world): Watch {
    const { coverage, network, nodes, timeline } = world;
    const beats = new Map<string, Beat[]>();
    /** When a machine last registered with each node: a connection of its has ended before, or ends it now. */
    const registeredMs = nodes.map(() => -Infinity);
    const claimed = watchClaimed(world);
    const linkedMs = new Map<string, number>();
    /** When each record last had a sign that was told to restart (promise N9). */
    const restartingMs = new Map<string, number>();
    /** When each sign was told to restart last. */
    const toldToRestartMs = new Map<string, number>();
    let rows: readonly Row[] = [];
    let lookedMs = 0;

    network.onArrival(({ signId, node, to, event }) => {
      if (to !== 'node') return;
      const atMs = timeline.nowMs();
      if (event === 'sign:register') registeredMs[node] = atMs;
      if (event !== 'heartbeat') return;
      const own = beats.get(signId) ?? [];
      beats.set(signId, own);
      own.push({ atMs, node });
      while (own[0]!.atMs < atMs - KEPT_MS) own.shift();
    });

    /** Whether a sign that was heard last at `heardMs` is away because it was told to restart, and not back. */
    function isToldAway(signId: string, heardMs: number): boolean {
      const afterMs = (toldToRestartMs.get(signId) ?? -Infinity) - heardMs;
      return timeline.nowMs() - heardMs > STEADY_MS && Math.abs(afterMs) <= heartbeatIntervalMs;
    }

    /**
     * That node heard enough of other claimed devices all the time since, and none of them was away for a moment. What devices without a record did is
     * no reason to wait (promise N2), and neither are signs that were told to restart.
     */
    function isSteady(node: number, exceptFor: string, sinceMs: number): boolean {
      let steady = 0;
      for (const [signId, all] of beats) {
        if (signId === exceptFor || !claimed.ever(signId, sinceMs)) continue;
        if (all.every((beat) => beat.node !== node || beat.atMs < sinceMs)) continue;
        const isAway = isToldAway(signId, all.at(-1)!.atMs);
        const times = [...all.map(({ atMs }) => atMs), ...(isAway ? [] : [timeline.nowMs()])];
        const isHeard =
          times[0]! <= sinceMs &&
          all.every((beat) => beat.node === node || beat.atMs < sinceMs) &&
          times.every((atMs, index) => index === 0 || atMs < sinceMs || atMs - times[index - 1]! <= STEADY_MS);
        if (!isHeard) return false;
        if (!isAway && claimed.throughout(signId, sinceMs)) steady += 1;
      }
      return steady >= STEADY_LEAST;
    }

    function check(row: Row): void {
      const signId = String(row['device_sign_id']);
      const last = beats.get(signId)?.at(-1);
      const recordId = String(row['id']);
      if (!last || (linkedMs.get(recordId) ?? Infinity) > last.atMs) return;
      if (row['restarting_until'] !== null || (restartingMs.get(recordId) ?? -Infinity) > last.atMs) return;
      const silentMs = timeline.nowMs() - last.atMs;
      if (silentMs <= WITHIN_MS || silentMs > WITHIN_MS + 2 * LOOK_EVERY_MS) return;
      const sinceMs = last.atMs - LOOK_BACK_MS;
      if (world.disturbedMs() >= sinceMs || registeredMs[last.node]! >= sinceMs) return;
      if (nodes[last.node]!.startedMs >= sinceMs || !isSteady(last.node, signId, sinceMs)) return;
      coverage.hit('presence verdict due at once');
      assertPromise(row['presence'] !== 'online', 'N1', 'a sign is silent for longer than 15 s, and online', () => ({
        seen: `${String(row['name'])} online, silent for ${Math.round(silentMs)} ms`,
        expected: `offline after ${offlineAfterMs} ms: its node had no reason to wait`,
      }));
    }

    return {
      afterStep() {
        if (timeline.nowMs() - lookedMs < LOOK_EVERY_MS) return;
        lookedMs = timeline.nowMs();
        for (const row of rows) if (row['device_sign_id'] !== null) check(row);
      },
      async afterCommit(commits) {
        if (!commits.some(({ tables }) => tables.has('sign'))) return;
        for (const row of rows)
          if (row['restarting_until'] !== null) restartingMs.set(String(row['id']), timeline.nowMs());
        const before = new Map(rows.map((row) => [row['id'], row]));
        rows = await world.records.of('sign');
        claimed.saw(rows as Iterable<{ device_sign_id: string | null }>);
        for (const row of rows)
          if (row['restarting_until'] !== null && !before.get(row['id'])?.['restarting_until'])
            toldToRestartMs.set(String(row['device_sign_id']), timeline.nowMs());
        for (const row of rows)
          if (before.get(row['id'])?.['device_sign_id'] !== row['device_sign_id'])
            linkedMs.set(String(row['id']), timeline.nowMs());
      },
    };
  },
};
