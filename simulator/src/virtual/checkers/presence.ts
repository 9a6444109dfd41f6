import { LIMITS } from '@sign-display/contracts/limits';
import { EPOCH_MS } from '../timeline.ts';
import type { Checker, Watch } from './checker.ts';
import { watchClaimed } from './watch-claimed-devices.ts';
import { runMs, watchClocks } from './watch-clock-errors.ts';
import { watchDatabase } from './watch-database-outages.ts';
import { assertPromise } from './assert-promise.ts';
import { mirror, type Mirror } from './shared-table-mirror.ts';
import { watchHeartbeats } from './watch-heartbeats.ts';
import type { SignRow } from './row-types.ts';
import { warmUpsOf } from './expected-warm-ups.ts';

const { offlineAfterMs, warmUpMs } = LIMITS;

/** A heartbeat that is on its way when another is late may make a silence look shorter than it was for its node. */
const SILENT_MS = offlineAfterMs - 1_000;
/** Between a verdict and its commit: sweeps, a slow database, one that was away and has what it was to be told kept for it. */
const LATE_MS = 30_000;
/** How late a verdict may be where nothing was wrong with the service: a warm-up, then the sweeps. */
const NOTICED_WITHIN_MS = offlineAfterMs + warmUpMs + 40_000;
/** So long before that it is looked for what makes it later. */
const LOOK_BEFORE_MS = 15_000;
/** `lastSeenAt` is true to the second, and survives a crash to within 10 s; clocks of machines differ by a little. */
const SEEN_SLACK_MS = 2_000;
const SEEN_CRASH_MS = 10_000;

const nodeOf = (owner: string): number => Number(owner.replace('node ', ''));

/** N1, N2: presence does not lie. What a record says of its sign is held against the heartbeats that nodes really took. */
export const presence: Checker = {
  promises: ['N1', 'N2'],
  begin(world): Watch {
    const { timeline, coverage } = world;
    const pulses = watchHeartbeats(world);
    const claimed = watchClaimed(world);
    const hasRestarted = (device: string, sinceMs: number): boolean =>
      (restartedMs.get(device) ?? -Infinity) >= sinceMs;
    const checkWarmUps = warmUpsOf(world, pulses, claimed, hasRestarted);
    const outages = watchDatabase(world, SEEN_CRASH_MS);
    const clocks = watchClocks(world);
    const signs: Mirror<SignRow> = mirror(world, 'sign');
    /** When each record last had a sign that was told to restart: while it has, its silence is none (promise N9). */
    const restartingMs = new Map<string, number>();
    /** The same of each device. */
    const restartedMs = new Map<string, number>();
    const countsMs = (sign: SignRow): number => Math.max(heardMs(sign), restartingMs.get(sign.id) ?? -Infinity);
    /** When each record got the device that it has. */
    const linked = new Map<string, number>();
    /** A claim writes its own moment: its device has just answered, or (legacy) is connected as far as anybody knows. */
    const heardMs = ({ id, device_sign_id }: SignRow): number =>
      Math.max(pulses.of(device_sign_id).lastMs, linked.get(id) ?? -Infinity);

    /** Until when a node knows what was heard of a sign: all of it, if it has heard that itself; else what was written of it. */
    const knownMs = ({ node, atMs }: { node: number; atMs: number }, by: number): number =>
      node === by && world.nodes[by]!.startedMs < atMs ? atMs : outages.writtenMs(node, atMs);

    function checkOffline(sign: SignRow, by: number): void {
      const { name } = sign;
      const nowMs = timeline.nowMs();
      const pulse = pulses.of(sign.device_sign_id);
      const heard = pulse.beforeSilence(SILENT_MS, nowMs);
      const wasSilent = pulse.last === undefined || (heard !== null && heard.endMs >= nowMs - LATE_MS);
      assertPromise(wasSilent, 'N1', 'a sign was called offline that nobody had failed to hear for 15 s', () => ({
        seen: `${name} offline by node ${by}, heard ${Math.round(nowMs - pulse.lastMs)} ms ago`,
        expected: `at least ${offlineAfterMs} ms without a heartbeat`,
      }));
      checkWarmUps(sign, by, heard?.atMs ?? -Infinity);
      coverage.hit('presence offline');
      if (sign.last_seen_at === null) return;

      // By the clock of the node that says so, as it is now.
      const seenMs = runMs(sign.last_seen_at) - (clocks.of(by) || 0);
      const isTrue =
        seenMs <= heardMs(sign) + SEEN_SLACK_MS &&
        (!heard || seenMs >= pulse.lastUntilMs(knownMs(heard, by)) - SEEN_SLACK_MS);
      assertPromise(isTrue, 'N1', 'the time at which a sign was last seen is not true', () => ({
        seen: `${name}: ${Math.round(seenMs)} ms`,
        expected: `${Math.round(pulse.lastMs)} ms, to the second; after a crash, to within 10 s`,
      }));
    }

    /** The sign that is online and was heard least recently, where that is `aheadMs` before it should have been noticed, or more; null: none is. */
    function overdue(aheadMs: number): SignRow | null {
      const untilMs = timeline.nowMs() - NOTICED_WITHIN_MS + aheadMs;
      if (world.disturbedMs() > untilMs) return null;
      let found: SignRow | null = null;
      for (const sign of signs.rows())
        if (sign.presence === 'online' && countsMs(sign) < (found ? countsMs(found) : untilMs)) found = sign;
      return found;
    }

    /**
     * Verdicts on signs that no node holds wait for the warm-ups of all nodes: those after a start, and those that others' silence brings about before
     * they are over. So much is granted once after each disturbance of the service.
     */
    const granted = { forMs: NaN, untilMs: -Infinity };
    async function grantWarmUps(): Promise<void> {
      const nowMs = timeline.nowMs();
      if (granted.forMs === world.disturbedMs() || !overdue(LOOK_BEFORE_MS)) return;
      const seenFrom = new Date(EPOCH_MS + nowMs - offlineAfterMs);
      const alive = await world.records.ask('select * from node where seen_at > $1', [seenFrom]);
      const ends = alive.map((node) =>
        node['warm_up_reason'] === 'mass_silence' ? (node['warm_up_until'] as Date) : null,
      );
      if (ends.length === 0 || ends.includes(null)) return;
      granted.untilMs = Math.min(nowMs + warmUpMs, ...ends.map((end) => runMs(end!))) + LATE_MS;
      granted.forMs = world.disturbedMs();
      coverage.hit('presence warm-up after a warm-up');
    }

    return {
      async afterCommit(commits) {
        await grantWarmUps();
        const changes = await signs.update(commits);
        if (changes.some(({ before, after }) => before?.device_sign_id !== after?.device_sign_id))
          claimed.saw(signs.rows());
        const owner = commits.find(({ tables }) => tables.has('sign'))?.owner;
        for (const { before, after } of changes) {
          if (after === null) continue;
          if (after.restarting_until !== null || before?.restarting_until) {
            const untilMs = after.restarting_until === null ? timeline.nowMs() : Infinity;
            restartingMs.set(after.id, untilMs);
            if (after.device_sign_id !== null) restartedMs.set(after.device_sign_id, untilMs);
          }
          if (before?.device_sign_id !== after.device_sign_id) linked.set(after.id, timeline.nowMs());
          else if (before.presence === after.presence) continue;
          else if (after.presence === 'offline') checkOffline(after, nodeOf(owner!));
          else if (before.presence === 'offline') coverage.hit('presence back online');
        }
      },
      afterStep() {
        outages.look();
        // Without a node nobody can call anything.
        if (!world.nodes.some(({ isUp }) => isUp)) world.disturb();
        if (timeline.nowMs() <= granted.untilMs) return;
        const sign = overdue(0);
        assertPromise(sign === null, 'N1', 'a sign is silent, and nobody calls it offline', () => ({
          seen: `${sign!.name} online, silent for ${Math.round(timeline.nowMs() - heardMs(sign!))} ms`,
          expected: `offline after ${offlineAfterMs} ms, a warm-up later at the latest`,
        }));
      },
      atEnd() {
        for (const { name, device_sign_id: device, presence: said } of signs.rows()) {
          // One that is silent was judged above; one that is heard is online a moment later.
          const isHeard = timeline.nowMs() - pulses.of(device).lastMs < offlineAfterMs;
          assertPromise(
            !isHeard || said === 'online',
            'N1',
            'a sign that is heard is not online in its record',
            () => ({
              seen: `${name}: ${said}`,
              expected: 'online',
            }),
          );
        }
      },
    };
  },
};
