import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  createPresenceGuard,
  vanishAfterMs,
  type PresenceGuard,
  type Watched,
  type WarmUp,
} from './hold-back-offline-verdicts.ts';

const WARM_UP_MS = 60_000;
const WINDOW_MS = 10_000;

function startGuard(warmUpMs = WARM_UP_MS) {
  const told: (WarmUp | null)[] = [];
  return { told, guard: createPresenceGuard({ warmUpMs }, (warmUp) => void told.push(warmUp)) };
}
/** A guard that watches these many devices. */
function guardOf(count: number) {
  const { guard } = startGuard();
  return { guard, devices: Array.from({ length: count }, () => guard.watch(true)) };
}

type Step = { device: string } & (
  { do: 'heard' | 'vanished' | 'left' | 'forgotten' | 'claimed' | 'released' } | { do: 'wait'; ms: number }
);
const steps: fc.Arbitrary<Step[]> = fc.array(
  fc.oneof(
    fc.record({
      do: fc.constantFrom(
        'heard',
        'heard',
        'vanished',
        'vanished',
        'left',
        'forgotten',
        'claimed',
        'claimed',
        'released',
      ),
      device: fc.integer({ min: 0, max: 11 }).map(String),
    }),
    fc.record({ do: fc.constant('wait' as const), device: fc.constant(''), ms: fc.integer({ min: 0, max: 12_000 }) }),
  ),
  { maxLength: 120, size: 'max' },
) as fc.Arbitrary<Step[]>;

/** Calls `look` after each step, with what is so by the definition, told anew from all that has happened. */
function play(
  given: readonly Step[],
  guard: PresenceGuard,
  look: (at: {
    nowMs: number;
    before: WarmUp | null;
    step: Step;
    /** Claimed devices that are present. */
    present: number;
    /** A claimed device that was present vanished by it. */
    isVanishing: boolean;
    vanished: number;
    of: number;
  }) => void,
): void {
  const present = new Set<string>();
  const goneAtMs = new Map<string, number>();
  const watched = new Map<string, Watched>();
  const claimed = new Set(['0', '1', '2', '3', '4', '5', '6', '7']);
  let nowMs = 0;
  for (const step of given) {
    const before = guard.warmUp;
    const device = watched.get(step.device);
    const isVanishing = step.do === 'vanished' && present.delete(step.device) && claimed.has(step.device);
    switch (step.do) {
      case 'wait':
        nowMs += step.ms;
        guard.end(nowMs);
        break;
      case 'heard':
        present.add(step.device);
        goneAtMs.delete(step.device);
        if (device) guard.heard(device);
        else watched.set(step.device, guard.watch(claimed.has(step.device)));
        break;
      case 'vanished':
        if (isVanishing) goneAtMs.set(step.device, nowMs);
        if (device) guard.vanished(device, nowMs);
        break;
      case 'left':
        // It was told to: it does not vanish after it either.
        present.delete(step.device);
        if (device) guard.left(device);
        break;
      case 'claimed':
        // What has vanished is counted from when it is heard again.
        claimed.add(step.device);
        if (device) guard.claimed(device, true);
        break;
      case 'released':
        claimed.delete(step.device);
        goneAtMs.delete(step.device);
        if (device) guard.claimed(device, false);
        break;
      case 'forgotten':
        present.delete(step.device);
        goneAtMs.delete(step.device);
        watched.delete(step.device);
        if (device) guard.forget(device);
        break;
    }
    const count = Array.from(present).filter((each) => claimed.has(each)).length;
    const vanished = Array.from(goneAtMs.values()).filter((atMs) => nowMs - atMs <= WINDOW_MS).length;
    look({ nowMs, before, step, present: count, isVanishing, vanished, of: count + vanished });
  }
}

const isMass = (vanished: number, of: number): boolean => vanished > 1 && vanished * 3 > of;

describe('N2: a warm-up', () => {
  it('M7: begins with the vanishing that makes it more than one and more than a third of the window’s claimed devices, in any order of events (N2)', () => {
    fc.assert(
      fc.property(steps, (given) => {
        const { guard } = startGuard();
        play(given, guard, ({ nowMs, before, step, isVanishing, vanished, of }) => {
          if (step.do === 'wait') return;
          if (!before && guard.warmUp) expect(guard.warmUp).toMatchObject({ sinceMs: nowMs, vanished, of });
          expect(guard.warmUp !== null).toBe(before !== null || (isVanishing && isMass(vanished, of)));
        });
      }),
      { numRuns: 500 },
    );
  });

  it('knows at each moment how many claimed devices are there, in any order of events', () => {
    fc.assert(
      fc.property(steps, (given) => {
        const { guard } = startGuard();
        play(given, guard, ({ present }) => expect(guard.present).toBe(present));
      }),
      { numRuns: 500 },
    );
  });

  it('lasts as long as it says and no longer, and one follows another only where the window says so', () => {
    fc.assert(
      fc.property(steps, fc.boolean(), (given, isStarted) => {
        const { guard, told } = startGuard();
        if (isStarted) guard.started(0);
        play(given, guard, ({ nowMs, before, step, vanished, of }) => {
          if (before !== null && nowMs < before.untilMs) expect(guard.warmUp).toBe(before);
          if (before !== null && nowMs >= before.untilMs && step.do === 'wait') {
            expect(guard.warmUp).not.toBe(before);
            expect(guard.warmUp !== null).toBe(isMass(vanished, of));
          }
          if (guard.warmUp) expect(guard.warmUp.untilMs - guard.warmUp.sinceMs).toBe(WARM_UP_MS);
          expect(guard.warmUp).toBe(told.at(-1) ?? null);
        });
        // Each is told once.
        told.forEach((warmUp, index) => expect(warmUp).not.toBe(told[index + 1]));
      }),
      { numRuns: 500 },
    );
  });

  it('does not begin at a third exactly, and does with one more', () => {
    for (const third of [1, 2, 10, 333]) {
      const { guard, devices } = guardOf(3 * third);
      for (const device of devices.slice(0, third)) guard.vanished(device, 0);
      expect(guard.warmUp).toBe(null);
      guard.vanished(devices[third]!, WINDOW_MS);
      expect(guard.warmUp).toEqual({
        reason: 'mass_silence',
        sinceMs: WINDOW_MS,
        untilMs: WINDOW_MS + WARM_UP_MS,
        vanished: third + 1,
        of: 3 * third,
      });
    }
  });

  it('does not begin when only one device vanishes, however many others there are', () => {
    for (const count of [1, 2, 3]) {
      const { guard, devices } = guardOf(count);
      guard.vanished(devices[0]!, 0);
      expect(guard.warmUp).toBe(null);
    }
    const { guard, devices } = guardOf(2);
    for (const device of devices) guard.vanished(device, 0);
    expect(guard.warmUp).toMatchObject({ reason: 'mass_silence', vanished: 2, of: 2 });
  });

  it('does not begin where they vanish over more than 10 s, or are back', () => {
    const slow = guardOf(9);
    // Three of nine are a third. When the fourth goes the first has left the window: three of eight are too many.
    slow.devices.slice(0, 3).forEach((device, index) => slow.guard.vanished(device, index * 4_000));
    slow.guard.vanished(slow.devices[0]!, 8_000);
    expect(slow.guard.warmUp).toBe(null);
    slow.guard.vanished(slow.devices[3]!, 10_001);
    expect(slow.guard.warmUp).toMatchObject({ vanished: 3, of: 8 });
    const flapping = guardOf(3);
    for (let time = 0; time < 100; time += 1) {
      const device = flapping.devices[time % 3]!;
      flapping.guard.vanished(device, time);
      expect(flapping.guard.warmUp).toBe(null);
      flapping.guard.heard(device);
    }
  });

  it('of 0 ms there is none', () => {
    const { guard, told } = startGuard(0);
    guard.started(0);
    guard.vanished(guard.watch(true), 0);
    expect([guard.warmUp, told]).toEqual([null, []]);
  });
});

it('N2: what goes silent at one moment has all vanished before the first verdict is due', () => {
  const times = fc.record({ heartbeatIntervalMs: fc.integer({ min: 1, max: 60_000 }), more: fc.integer({ min: 1 }) });
  fc.assert(
    fc.property(times, ({ heartbeatIntervalMs, more }) => {
      const offlineAfterMs = heartbeatIntervalMs + (more % 200_000) + 1;
      const goneAfterMs = vanishAfterMs(offlineAfterMs, heartbeatIntervalMs);
      // More than an interval, or a device would vanish between two heartbeats.
      expect(goneAfterMs).toBeGreaterThan(heartbeatIntervalMs);
      expect(goneAfterMs).toBeLessThan(offlineAfterMs);
      if (offlineAfterMs >= 3 * heartbeatIntervalMs)
        expect(goneAfterMs).toBeLessThanOrEqual(offlineAfterMs - heartbeatIntervalMs);
    }),
  );
});
