import { LIMITS } from '@sign-display/contracts/limits';
import type { World } from '../world.ts';

/** What is remembered: longer than anything that is judged by it, the longest wait for a verdict. */
const KEPT_MS = 4 * 60_000;
/** Longer than between two heartbeats, whatever the network does. */
const SILENT_MS = 2 * LIMITS.heartbeatIntervalMs;

interface Beat {
  atMs: number;
  node: number;
}

/** The heartbeats of one device, as nodes took them: virtual milliseconds. */
class Pulse {
  /** The device's signId. */
  readonly of: string;
  readonly #beats: Beat[] = [];
  readonly #connectedAtMs: number[] = [];

  constructor(of: string) {
    this.of = of;
  }

  take(atMs: number, node: number): void {
    this.#beats.push({ atMs, node });
    while (this.#beats.length > 2 && this.#beats[1]!.atMs < atMs - KEPT_MS) this.#beats.shift();
  }

  connected(atMs: number): void {
    this.#connectedAtMs.push(atMs);
    while (this.#connectedAtMs[0]! < atMs - KEPT_MS) this.#connectedAtMs.shift();
  }

  get last(): Beat | undefined {
    return this.#beats.at(-1);
  }

  get lastMs(): number {
    return this.last?.atMs ?? -Infinity;
  }

  /** The newest heartbeat until then; -Infinity where there was none, or none is remembered. */
  lastUntilMs(untilMs: number): number {
    return this.#beats.findLast(({ atMs }) => atMs <= untilMs)?.atMs ?? -Infinity;
  }

  /** The newest heartbeat that was followed by at least `silenceMs` without another, and when that silence was over: `nowMs` where it lasts. */
  beforeSilence(silenceMs: number, nowMs: number): (Beat & { endMs: number }) | null {
    for (let index = this.#beats.length - 1; index >= 0; index -= 1) {
      const endMs = this.#beats[index + 1]?.atMs ?? nowMs;
      if (endMs - this.#beats[index]!.atMs >= silenceMs) return { ...this.#beats[index]!, endMs };
    }
    return null;
  }

  /** Whether that node heard it after `fromMs` and not later than `toMs`. */
  wasHeard(node: number, fromMs: number, toMs: number): boolean {
    return this.#beats.some((beat) => beat.node === node && beat.atMs > fromMs && beat.atMs <= toMs);
  }

  /** When that node heard it for the last time before it was silent or had to connect again; until `nowMs`, earliest first. */
  vanishings(node: number, nowMs: number): number[] {
    return this.#beats
      .filter((beat, index) => {
        const nextMs = this.#beats[index + 1]?.atMs ?? nowMs;
        const hasConnected = this.#connectedAtMs.some((atMs) => atMs > beat.atMs && atMs <= nextMs);
        return beat.node === node && (hasConnected || nextMs - beat.atMs > SILENT_MS);
      })
      .map(({ atMs }) => atMs);
  }
}

/** Those of all devices. */
export interface DeviceHeartbeats {
  /** An empty one where it was never heard. */
  of(deviceSignId: string | null): Pulse;
  all(): readonly Pulse[];
}

export function watchHeartbeats(world: World): DeviceHeartbeats {
  const pulses = new Map<string, Pulse>();
  world.network.onArrival(({ signId, node, to, event }) => {
    if (to !== 'node' || (event !== 'heartbeat' && event !== 'sign:register')) return;
    const pulse = pulses.get(signId) ?? new Pulse(signId);
    pulses.set(signId, pulse);
    if (event === 'heartbeat') pulse.take(world.timeline.nowMs(), node);
    else pulse.connected(world.timeline.nowMs());
  });
  return {
    of: (deviceSignId) => (deviceSignId !== null && pulses.get(deviceSignId)) || new Pulse(''),
    all: () => [...pulses.values()],
  };
}
