import { LIMITS } from '@sign-display/contracts/limits';
import type { Row } from '../records.ts';
import { EPOCH_MS } from '../timeline.ts';
import { BrokenPromise, type Checker } from './checker.ts';

/**
 * N1, N2: presence does not lie. What a record says of its sign is held against the heartbeats that nodes really took.
 */

const { offlineAfterMs, warmUpMs, heartbeatIntervalMs } = LIMITS;

/** Between a verdict and its commit: sweeps, a slow database, one that was away and has what it was to be told kept for it. */
const LATE_MS = 30_000;
/** How late a verdict may be where nothing was wrong with the service: a warm-up, then the sweeps. */
const NOTICED_WITHIN_MS = offlineAfterMs + warmUpMs + 40_000;
/** `lastSeenAt` is true to the second, and survives a crash to within 10 s; clocks of machines differ by a little. */
const SEEN_SLACK_MS = 2_000;
const SEEN_CRASH_MS = 10_000;
/** Kiosks whose heartbeats end within this have vanished together; the promise has 10 s. */
const TOGETHER_MS = 7_000;
/** More than that share of a node's kiosks, by a margin, is the backend's own fault. */
const SHARE = 0.5;
const KEPT_MS = 4 * 60_000;

/** The heartbeats of one device, as nodes took them: virtual milliseconds. */
class Pulse {
  readonly beats: { atMs: number; node: number }[] = [];

  take(atMs: number, node: number): void {
    this.beats.push({ atMs, node });
    while (this.beats.length > 2 && this.beats[1]!.atMs < atMs - KEPT_MS) this.beats.shift();
  }

  get lastMs(): number {
    return this.beats.at(-1)?.atMs ?? -Infinity;
  }

  /** The longest that nothing was heard, of what lasted after `sinceMs`. */
  longestSilence(sinceMs: number, nowMs: number): number {
    let longest = nowMs - this.lastMs;
    for (let index = this.beats.length - 1; index > 0 && this.beats[index]!.atMs >= sinceMs; index -= 1)
      longest = Math.max(longest, this.beats[index]!.atMs - this.beats[index - 1]!.atMs);
    return longest;
  }
}

const text = (value: unknown): string => String(value);
const wallMs = (value: unknown): number => (value as Date).getTime() - EPOCH_MS;

export const presence: Checker = {
  promises: ['N1', 'N2'],
  begin(world) {
    const { timeline, coverage } = world;
    const pulses = new Map<string, Pulse>();
    /** What each record said of presence when it was looked at last. */
    let before = new Map<string, Row>();
    /** When each record got the device that it has. */
    const linked = new Map<string, number>();

    world.network.onArrival(({ signId, node, to, event }) => {
      if (to !== 'node' || event !== 'heartbeat') return;
      const pulse = pulses.get(signId) ?? new Pulse();
      pulses.set(signId, pulse);
      pulse.take(timeline.nowMs(), node);
    });

    function checkOffline(row: Row, owner: string): void {
      const nowMs = timeline.nowMs();
      const pulse = pulses.get(text(row['device_sign_id'])) ?? new Pulse();
      const silenceMs = pulse.longestSilence(nowMs - LATE_MS, nowMs);
      if (silenceMs < offlineAfterMs - 1_000)
        throw new BrokenPromise('N1', 'a sign was called offline that nobody had failed to hear for 15 s', {
          seen: `${text(row['name'])} offline, silent for ${Math.round(silenceMs)} ms at the most, by ${owner}`,
          expected: `at least ${offlineAfterMs} ms without a heartbeat`,
        });
      const index = Number(owner.replace('node ', ''));
      const upForMs = nowMs - world.nodes[index]!.startedMs;
      if (upForMs < warmUpMs - 500)
        throw new BrokenPromise('N2', 'a node that had just started called a sign offline', {
          seen: `${text(row['name'])} offline by ${owner}, which is up for ${Math.round(upForMs)} ms`,
          expected: `no verdict within ${warmUpMs} ms of its start`,
        });
      checkShare(row, pulse, index, nowMs);
      coverage.hit('presence offline');
    }

    /** More than a third of a node's kiosks vanished together: no verdict before a warm-up is over. */
    function checkShare(row: Row, own: Pulse, node: number, nowMs: number): void {
      if (nowMs - own.lastMs > warmUpMs) return;
      const of = [...pulses.values()].filter(
        ({ beats, lastMs }) => beats.at(-1)?.node === node && lastMs > own.lastMs - TOGETHER_MS,
      );
      const vanished = of.filter(
        ({ lastMs }) =>
          Math.abs(lastMs - own.lastMs) <= TOGETHER_MS && nowMs - lastMs > 2 * heartbeatIntervalMs + 4_000,
      );
      if (vanished.length < 2 || vanished.length / of.length <= SHARE) return;
      // A warm-up is not made longer by what happens in it (presence-guard.ts), or a fleet that flaps would have no verdicts.
      const mayHaveWaited = (index: number): boolean =>
        nowMs - world.nodes[index]!.startedMs < 2 * warmUpMs ||
        [...pulses.values()].some(({ beats }) =>
          beats.some(({ atMs }, at) => {
            const nextMs = beats[at + 1]?.atMs ?? Infinity;
            return (
              atMs < own.lastMs - TOGETHER_MS &&
              nextMs > own.lastMs - 2 * warmUpMs &&
              nextMs - atMs > 2 * heartbeatIntervalMs
            );
          }),
        );
      if (mayHaveWaited(node)) return;
      throw new BrokenPromise('N2', 'a third of a node vanished at once, and verdicts did not wait', {
        seen: `${text(row['name'])} offline ${Math.round(nowMs - own.lastMs)} ms after its last heartbeat, ${vanished.length} of ${of.length} of its node having vanished together`,
        expected: `no verdict within ${warmUpMs} ms of that`,
      });
    }

    function checkSeen(row: Row): void {
      if (row['last_seen_at'] === null) return;
      const { lastMs } = pulses.get(text(row['device_sign_id'])) ?? new Pulse();
      const seenMs = wallMs(row['last_seen_at']);
      const wasDisturbed = timeline.nowMs() - world.disturbedMs() < 2 * KEPT_MS;
      // A claim writes its own moment: its device has just answered, or (legacy) is connected as far as anybody knows.
      const linkedMs = linked.get(text(row['id'])) ?? -Infinity;
      const mostMs = Math.max(lastMs, linkedMs) + SEEN_SLACK_MS;
      const leastMs = lastMs - (wasDisturbed ? SEEN_CRASH_MS : 0) - SEEN_SLACK_MS;
      if (seenMs <= mostMs && (seenMs >= leastMs || wasDisturbed)) return;
      throw new BrokenPromise('N1', 'the time at which a sign was last heard is not true', {
        seen: `${text(row['name'])}: ${Math.round(seenMs)} ms`,
        expected: `${Math.round(lastMs)} ms, to the second`,
      });
    }

    return {
      async afterCommit(commits) {
        if (!commits.some(({ tables }) => tables.has('sign'))) return;
        const rows = await world.records.of('sign');
        const now = new Map(rows.map((row) => [text(row['id']), row]));
        const owner = commits.find(({ tables }) => tables.has('sign'))!.owner;
        for (const [id, row] of now) {
          const was = before.get(id);
          if (was?.['device_sign_id'] !== row['device_sign_id']) linked.set(id, timeline.nowMs());
          if (!was || was['presence'] === row['presence'] || was['device_sign_id'] !== row['device_sign_id']) continue;
          if (row['presence'] === 'offline') {
            checkOffline(row, owner);
            checkSeen(row);
          } else if (row['presence'] === 'online' && was['presence'] === 'offline')
            coverage.hit('presence back online');
        }
        before = now;
      },
      afterStep() {
        const nowMs = timeline.nowMs();
        // Without a node nobody can call anything.
        if (!world.nodes.some(({ isUp }) => isUp)) world.disturb();
        if (nowMs - world.disturbedMs() < NOTICED_WITHIN_MS) return;
        for (const row of before.values()) {
          if (row['presence'] !== 'online') continue;
          const { lastMs: beatMs } = pulses.get(text(row['device_sign_id'])) ?? new Pulse();
          // One that is claimed before its first heartbeat has until then what its claim says.
          const lastMs = Math.max(beatMs, linked.get(text(row['id'])) ?? -Infinity);
          if (nowMs - lastMs <= NOTICED_WITHIN_MS) continue;
          throw new BrokenPromise('N1', 'a sign is silent, and nobody calls it offline', {
            seen: `${text(row['name'])} online, silent for ${Math.round(nowMs - lastMs)} ms`,
            expected: `offline after ${offlineAfterMs} ms, a warm-up later at the latest`,
          });
        }
      },
      async atEnd() {
        for (const row of await world.records.of('sign')) {
          if (row['device_sign_id'] === null) continue;
          const { lastMs } = pulses.get(text(row['device_sign_id'])) ?? new Pulse();
          const isHeard = timeline.nowMs() - lastMs < offlineAfterMs;
          if (isHeard === (row['presence'] === 'online')) continue;
          // One that is silent was judged above; one that is heard is online a moment later.
          if (!isHeard) continue;
          throw new BrokenPromise('N1', 'a sign that is heard is not online in its record', {
            seen: `${text(row['name'])}: ${text(row['presence'])}`,
            expected: 'online',
          });
        }
      },
    };
  },
};
