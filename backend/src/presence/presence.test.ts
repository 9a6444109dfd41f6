import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createManualClock } from '../testing/manual-clock.ts';
import type { WarmUp } from './hold-back-offline-verdicts.ts';
import { createPresence } from './presence.ts';

const idle = { mode: 'foreground', contentState: 'idle' } as const;
const OFFLINE_AFTER_MS = 15_000;
const HEARTBEAT_MS = 5_000;
const WARM_UP_MS = 60_000;
const SWEEP_MS = 1_000;

function startNode(isClaimed = (_deviceSignId: string): boolean => true, isRestarting = (_: string): boolean => false) {
  const clock = createManualClock();
  const warmUps: (WarmUp | null)[] = [];
  const times = { offlineAfterMs: OFFLINE_AFTER_MS, heartbeatIntervalMs: HEARTBEAT_MS, warmUpMs: WARM_UP_MS };
  const observeWarmUp = (warmUp: WarmUp | null) => void warmUps.push(warmUp);
  const presence = createPresence({ clock, ...times, isClaimed, isRestarting, observeWarmUp });
  const online = new Map<string, boolean>();
  /** The devices whose verdict is another since the last call. */
  const takeVerdicts = (): string[] => {
    const facts = presence.takeChanged();
    presence.written(facts);
    return facts
      .filter((fact) => online.get(fact.deviceSignId) !== (fact.presence === 'online'))
      .map((fact) => {
        online.set(fact.deviceSignId, fact.presence === 'online');
        return fact.deviceSignId;
      });
  };
  return { clock, presence, warmUps, online, takeVerdicts };
}

/** What a device does from one second to the next, in any order with the others. */
type Move = { second: number; device: string; does: 'beats' | 'stops' | 'is cut' };
const moves: fc.Arbitrary<Move[]> = fc.array(
  fc.record({
    second: fc.integer({ min: 0, max: 299 }),
    device: fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f', 'g'),
    does: fc.constantFrom('beats', 'beats', 'stops', 'is cut'),
  }),
  { maxLength: 80, size: 'max' },
);

describe('N2: whatever devices do and whenever the node starts', () => {
  it('no offline verdict is given inside of a warm-up, and none is missed after it', () => {
    expect.hasAssertions();
    fc.assert(
      fc.property(moves, fc.boolean(), (given, isStarted) => {
        const { clock, presence, online, takeVerdicts } = startNode();
        if (isStarted) presence.start();
        const heardAtMs = new Map<string, number>();
        const beating = new Set<string>();
        const beat = (device: string): void => {
          presence.beat(device, idle);
          heardAtMs.set(device, clock.now());
          beating.add(device);
        };
        for (let second = 0; second < 400; second += 1) {
          const warmUp = presence.warmUp();
          for (const { device, does } of given.filter((move) => move.second === second)) {
            if (does === 'beats') beat(device);
            else beating.delete(device);
            if (does === 'is cut') presence.letGo(device);
          }
          if (second % 5 === 0) for (const device of beating) beat(device);
          takeVerdicts();
          presence.sweep();
          const ended = takeVerdicts();
          const nowMs = clock.now();
          if (warmUp && nowMs < warmUp.untilMs) expect(ended).toEqual([]);
          for (const [device, atMs] of heardAtMs) {
            const silentMs = nowMs - atMs;
            const isWaiting = presence.warmUp() !== null && online.get(device);
            // Within a second where nothing holds it up; a warm-up holds it up once, and none that began after its end.
            if (silentMs < OFFLINE_AFTER_MS) expect(online.get(device)).toBe(true);
            else if (!isWaiting) expect(online.get(device)).toBe(false);
            if (silentMs >= OFFLINE_AFTER_MS + WARM_UP_MS + 2 * SWEEP_MS) expect(online.get(device)).toBe(false);
          }
          // Where one has just begun, whoever was silent already had their verdict.
          const begun = presence.warmUp();
          if (warmUp && begun && begun !== warmUp)
            for (const [device, atMs] of heardAtMs)
              expect(nowMs - atMs >= OFFLINE_AFTER_MS && online.get(device)).toBe(false);
          clock.advance(SWEEP_MS);
        }
      }),
      { numRuns: 60 },
    );
  });
});

describe('N2: a node', () => {
  /** A fleet whose heartbeats are spread over the interval, each second's in turn. */
  function startFleet(
    size: number,
    isClaimed?: (device: string) => boolean,
    isRestarting?: (device: string) => boolean,
  ) {
    const node = startNode(isClaimed, isRestarting);
    const devices = Array.from({ length: size }, (_, index) => `device-${index}`);
    const live = new Set(devices);
    let second = 0;
    const pass = (seconds: number): string[] => {
      const offline: string[] = [];
      for (let passed = 0; passed < seconds; passed += 1) {
        devices.forEach((device, index) => {
          if (live.has(device) && index % 5 === second % 5) node.presence.beat(device, idle);
        });
        second += 1;
        node.takeVerdicts();
        node.presence.sweep();
        offline.push(...node.takeVerdicts());
        node.clock.advance(SWEEP_MS);
      }
      return offline;
    };
    pass(5);
    return { ...node, devices, live, pass };
  }

  it('whose network goes dead says nothing of its devices, and is right about those that stay away', () => {
    const { presence, devices, live, pass, warmUps } = startFleet(100);
    expect(presence.warmUp()).toBe(null);
    live.clear();
    // Not one is offline before it is known that all are silent.
    expect(pass(20)).toEqual([]);
    expect(warmUps).toHaveLength(1);
    expect(warmUps[0]).toMatchObject({ reason: 'mass_silence' });
    for (const device of devices.slice(2)) live.add(device);
    expect(pass(60)).toEqual(devices.slice(0, 2));
    expect([presence.warmUp(), warmUps.length]).toEqual([null, 2]);
  });

  it('that loses a third of its devices at once gives their verdicts in time', () => {
    const { presence, devices, live, pass } = startFleet(99);
    for (const device of devices.slice(0, 33)) live.delete(device);
    const offline = pass(15);
    expect(presence.warmUp()).toBe(null);
    expect(offline.toSorted()).toEqual(devices.slice(0, 33).toSorted());
  });

  it('that loses 34 of 99 connections waits at once, whoever ends them but itself', () => {
    const { presence, devices, live, pass, clock } = startFleet(99);
    for (const device of devices.slice(0, 34)) live.delete(device);
    for (const device of devices.slice(0, 33)) presence.letGo(device);
    expect(presence.warmUp()).toBe(null);
    presence.letGo(devices[33]!);
    const sinceMs = clock.now();
    expect(presence.warmUp()).toMatchObject({ reason: 'mass_silence', sinceMs, untilMs: sinceMs + WARM_UP_MS });
    expect(pass(60)).toEqual([]);
    expect(pass(1)).toHaveLength(34);
    expect(presence.counts()).toEqual({ online: 65, offline: 0 });
  });

  it('that has waited as long as it said waits no longer: its verdicts and the end are of the same sweep', () => {
    const { clock, presence, warmUps, takeVerdicts } = startNode();
    presence.start();
    for (const device of ['a', 'b', 'c']) presence.beat(device, idle);
    takeVerdicts();
    clock.advance(WARM_UP_MS - 1);
    for (const device of ['a', 'b']) presence.beat(device, idle);
    presence.sweep();
    expect([takeVerdicts(), warmUps.length]).toEqual([[], 1]);
    clock.advance(1);
    presence.sweep();
    expect([takeVerdicts(), presence.warmUp(), warmUps.at(-1)]).toEqual([['c'], null, null]);
  });

  it('that waits again at the end of a warm-up tells of it when the verdicts of the first are written', () => {
    const { clock, presence, warmUps } = startNode();
    presence.start();
    for (const device of ['a', 'b', 'c', 'd']) presence.beat(device, idle);
    presence.written(presence.takeChanged());
    clock.advance(WARM_UP_MS - 1);
    for (const device of ['b', 'c', 'd']) presence.beat(device, idle);
    for (const device of ['b', 'c']) presence.letGo(device);
    clock.advance(1);
    presence.sweep();
    const endMs = clock.now();
    for (const isWritten of [false, true]) {
      clock.advance(250);
      const facts = presence.takeChanged();
      expect(facts).toMatchObject([{ deviceSignId: 'a', presence: 'offline' }]);
      expect([warmUps.length, presence.warmUp()]).toEqual([1, warmUps[0]]);
      if (isWritten) presence.written(facts);
      else presence.putBackChanged(facts);
    }
    expect(warmUps.slice(1)).toEqual([
      { reason: 'mass_silence', sinceMs: clock.now(), untilMs: endMs + WARM_UP_MS, vanished: 3, of: 4 },
    ]);
    expect(presence.warmUp()).toBe(warmUps[1]);
  });

  it('that has told most of its devices to restart gives the verdicts on others in time, and on them when that is over (N9)', () => {
    const restarting = new Set<string>();
    const { presence, devices, live, pass } = startFleet(12, undefined, (device) => restarting.has(device));
    const hall = devices.slice(0, 8);
    for (const device of hall) restarting.add(device);
    for (const device of devices.slice(0, 9)) live.delete(device);
    // Some end their connections, some are only silent.
    for (const device of hall.slice(0, 4)) presence.letGo(device);
    expect(pass(17)).toEqual([devices[8]]);
    expect(presence.warmUp()).toBe(null);
    pass(60);
    // None came back: they have been away all the time, and do not vanish now.
    restarting.clear();
    expect(pass(1).toSorted()).toEqual(hall);
    expect(presence.warmUp()).toBe(null);
  });

  it('counts a device that has restarted from when it is heard again (N9)', () => {
    const restarting = new Set(['device-0', 'device-1']);
    const { presence, devices } = startFleet(4, undefined, (device) => restarting.has(device));
    for (const device of devices.slice(0, 2)) presence.letGo(device);
    restarting.clear();
    for (const device of devices.slice(0, 2)) presence.beat(device, idle);
    presence.letGo(devices[0]!);
    expect(presence.warmUp()).toBe(null);
    presence.letGo(devices[1]!);
    expect(presence.warmUp()).toMatchObject({ reason: 'mass_silence', vanished: 2, of: 4 });
  });

  it('that drains ends its connections itself: none vanishes, and there are no verdicts any more', () => {
    const { presence, devices, live, pass } = startFleet(10);
    live.delete(devices[0]!);
    pass(13);
    presence.drain();
    live.clear();
    for (const device of devices) presence.letGo(device);
    expect(presence.warmUp()).toBe(null);
    expect(pass(100)).toEqual([]);
  });

  it('that forgets the devices of removed records does not take them for vanished', () => {
    const { presence, devices, pass } = startFleet(10);
    for (const device of devices.slice(0, 8)) presence.forget(device);
    pass(30);
    expect(presence.warmUp()).toBe(null);
  });

  it('M7: that forgets a device of a removed record counts it no more (N2)', () => {
    const { presence, devices } = startFleet(4);
    presence.forget(devices[0]!);
    presence.letGo(devices[0]!);
    presence.letGo(devices[1]!);
    expect(presence.warmUp()).toBe(null);
    presence.letGo(devices[2]!);
    expect(presence.warmUp()).toMatchObject({ reason: 'mass_silence', vanished: 2, of: 3 });
  });

  it('M7: gives the verdict on a claimed device at once where any number of unclaimed ones vanish with it (N2)', () => {
    const { presence, devices, live, pass } = startFleet(9, (device) =>
      ['device-0', 'device-1', 'device-2'].includes(device),
    );
    for (const device of devices.slice(2)) live.delete(device);
    expect(pass(17).toSorted()).toEqual(devices.slice(2));
    expect(presence.warmUp()).toBe(null);
  });

  it('M7: counts a device from when it gets a record until it loses it (N2)', () => {
    const claimed = new Set<string>();
    const { presence, devices } = startFleet(4, (device) => claimed.has(device));
    for (const device of devices) claimed.add(device);
    for (const device of devices) presence.claimChanged(device);
    claimed.delete(devices[0]!);
    presence.claimChanged(devices[0]!);
    presence.letGo(devices[0]!);
    presence.letGo(devices[1]!);
    expect(presence.warmUp()).toBe(null);
    presence.letGo(devices[2]!);
    expect(presence.warmUp()).toMatchObject({ reason: 'mass_silence', vanished: 2, of: 3 });
  });

  it('that has forgotten a device counts it once where it comes back', () => {
    const { presence, devices } = startFleet(3);
    presence.forget(devices[0]!);
    presence.letGo(devices[0]!);
    presence.beat(devices[0]!, idle);
    presence.letGo(devices[1]!);
    expect(presence.warmUp()).toBe(null);
  });

  it('that has forgotten most of its devices gives no verdict when all fall silent at once', () => {
    const { presence, devices, live, pass } = startFleet(7);
    for (const device of devices.slice(0, 5)) presence.forget(device);
    live.clear();
    expect(pass(30)).toEqual([]);
    expect(presence.warmUp()).toMatchObject({ reason: 'mass_silence' });
  });

  it('N1: takes its only device offline after 15 s of silence, without a warm-up', () => {
    const { presence, devices, live, pass } = startFleet(1);
    live.clear();
    expect(pass(17)).toEqual(devices);
    expect(presence.warmUp()).toBe(null);
  });
});
