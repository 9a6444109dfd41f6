import { LIMITS } from '@sign-display/contracts/limits';
import type { World } from '../world.ts';
import type { ClaimedDevices } from './watch-claimed-devices.ts';
import { assertPromise } from './assert-promise.ts';
import type { DeviceHeartbeats } from './watch-heartbeats.ts';
import type { SignRow } from './row-types.ts';

const { warmUpMs, heartbeatIntervalMs } = LIMITS;

/** Kiosks whose heartbeats end within this have vanished together; the promise has 10 s. */
const TOGETHER_MS = 7_000;
/** More than that share of a node's kiosks, by a margin, is the backend's own fault. */
const SHARE = 0.5;
/** Between the last heartbeats of kiosks that a node may take to have vanished within 10 s: one at once, by its connection, and one by its silence. */
const ONE_WINDOW_MS = 10_000 + 2 * heartbeatIntervalMs + 1_000;
/** From when its process begins until its first warm-up does. */
const STARTS_WITHIN_MS = 5_000;

/** A claim is committed on any node; the node that has the device knows of it within this, whatever was lost. */
const KNOWN_WITHIN_MS = 30_000;

/**
 * N2: a node blames itself first, by its claimed devices. Given each verdict that a sign is offline, by which node, and when that had last seen the sign.
 * A device that was claimed or released meanwhile may count or not: what speaks against the service is told without it. One that was told to restart does
 * not count as vanished (promise N9). `hasRestarted`: whether it was under way at any time since then.
 */
export function warmUpsOf(
  world: World,
  pulses: DeviceHeartbeats,
  claimed: ClaimedDevices,
  hasRestarted: (deviceSignId: string, sinceMs: number) => boolean,
): (sign: SignRow, node: number, heardMs: number) => void {
  const { timeline } = world;

  /**
   * Whether the node's verdicts may have waited already when those vanished who were heard last at about `heardMs`: a warm-up is not made longer by what
   * happens in it (hold-back-offline-verdicts.ts), or a fleet that flaps would have no verdicts.
   */
  function mayHaveWaited(node: number, heardMs: number): boolean {
    if (heardMs < world.nodes[node]!.startedMs + STARTS_WITHIN_MS + warmUpMs) return true;
    const beforeMs = heardMs - TOGETHER_MS;
    const sinceMs = heardMs - warmUpMs - ONE_WINDOW_MS - KNOWN_WITHIN_MS;
    const ofClaimed = pulses.all().filter(({ of }) => claimed.ever(of, sinceMs));
    const all = ofClaimed.map((pulse) => {
      const ends = pulse.vanishings(node, timeline.nowMs());
      return { pulse, ends: ends.filter((atMs) => atMs > heardMs - warmUpMs - ONE_WINDOW_MS && atMs < beforeMs) };
    });
    return all
      .flatMap(({ ends }) => ends)
      .some((fromMs) => {
        const isGone = (atMs: number): boolean => atMs >= fromMs && atMs < fromMs + ONE_WINDOW_MS;
        const gone = all.filter(({ ends }) => ends.some(isGone));
        const untilMs = Math.max(...gone.flatMap(({ ends }) => ends.filter(isGone)));
        const others = all.filter(
          (each) =>
            !gone.includes(each) &&
            claimed.throughout(each.pulse.of, sinceMs) &&
            each.pulse.wasHeard(node, untilMs - 2 * heartbeatIntervalMs, untilMs),
        );
        return 3 * gone.length > gone.length + others.length;
      });
  }

  return ({ name }, node, heardMs) => {
    const nowMs = timeline.nowMs();
    const upForMs = nowMs - world.nodes[node]!.startedMs;
    assertPromise(upForMs >= warmUpMs - 500, 'N2', 'a node that had just started called a sign offline', () => ({
      seen: `${name} offline by node ${node}, which is up for ${Math.round(upForMs)} ms`,
      expected: `no verdict within ${warmUpMs} ms of its start`,
    }));

    // The warm-up begins with the one too many of those that vanish together.
    if (nowMs - heardMs > warmUpMs - TOGETHER_MS) return;
    const sinceMs = heardMs - TOGETHER_MS - KNOWN_WITHIN_MS;
    const held = pulses
      .all()
      .filter(({ of, last }) => last?.node === node && last.atMs > heardMs - TOGETHER_MS && claimed.ever(of, sinceMs));
    const vanished = held.filter(
      ({ of, lastMs }) =>
        claimed.throughout(of, sinceMs) &&
        !hasRestarted(of, heardMs - TOGETHER_MS) &&
        Math.abs(lastMs - heardMs) <= TOGETHER_MS &&
        nowMs - lastMs > 2 * heartbeatIntervalMs + 4_000,
    );
    const isOwnFault = vanished.length >= 2 && vanished.length > SHARE * held.length;
    const hasWaited = !isOwnFault || mayHaveWaited(node, heardMs);
    assertPromise(hasWaited, 'N2', 'a third of a node vanished at once, and verdicts did not wait', () => ({
      seen: `${name} offline ${Math.round(nowMs - heardMs)} ms after its last heartbeat, ${vanished.length} of ${held.length} of its node having vanished together`,
      expected: `no verdict within ${warmUpMs} ms of that`,
    }));
  };
}
