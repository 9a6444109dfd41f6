import type { Draws } from '../adapters/seeded-random.ts';
import type { ScreenContent } from '../evidence/evidence-types.ts';
import type { ArmedFault, Fate } from '../faults/decide-link-faults.ts';
import type { Camera } from '../machine/draw-screenshot.ts';
import { createVirtualKiosk, type VirtualKiosk } from '../machine/virtual-kiosk.ts';
import { createDisk, type Disk } from './disk.ts';
import type { Network } from './network/network.ts';
import type { VirtualPages } from './pages.ts';
import type { MachineClock, Timeline } from './timeline.ts';
import type { Trace } from './trace.ts';

/** One sign: the real agent on its machine with disk, cable and clock, and the functions that disturb them. */
export interface VirtualSign {
  readonly index: number;
  readonly kiosk: VirtualKiosk;
  readonly disk: Disk;
  readonly clock: MachineClock;
  /** Its machine has power. */
  readonly isOn: boolean;
  /** Sets how much its machine's wall clock is wrong from now on, added to the skew that every sign has. */
  setClockError(errorMs: number): void;
  powerOff(): void;
  powerOn(): void;
  /** Calls `hear` at its next restart by command, as its machine goes down. */
  atNextRestart(hear: () => void): void;
  /** Somebody at the sign types its code to give up its identity; false: the code is wrong. */
  release(typedCode: string): boolean;
  /** The signIds that were given up. `cut`: the power went before it had a new identity, so it may have come back with the old one. */
  readonly released: ReadonlyMap<string, 'whole' | 'cut'>;
  setCable(plugged: boolean): void;
  /**
   * Arms `fault` for its messages and calls `struck` for each message that meets it. Ends the fault that was armed before and delivers what that held.
   * Returns a function that ends this fault, if no other has replaced it.
   */
  armLink(fault: ArmedFault, struck?: (fate: Fate) => void): () => void;
  /** Breaks its connection; both ends are told. */
  cutConnection(): void;
  /** Silences its connection; nobody is told. */
  silenceConnection(): void;
}

/** Wall clocks of signs differ by up to this, as those of machines that sync with a time server now and then. */
const SKEW_MS = 400;

/** Of a maker: a machine with a made-up address is never taken for another one (promise K1). */
const macOf = (index: number, which: number): string =>
  `00:5d:00:00:0${which}:${(index + 16).toString(16).padStart(2, '0')}`;

/** The parts of the world that a sign uses. */
export interface SignWorld {
  readonly seed: string;
  readonly timeline: Timeline;
  readonly trace: Trace;
  readonly network: Network;
  readonly pages: VirtualPages;
  readonly camera: Camera;
  /** A stream of chance for `path`; draws from other streams don't change it. */
  chance(...path: (string | number)[]): Draws;
  screenChanged(kiosk: number, screen: ScreenContent): void;
}

/** The disk and network address that a clone is made from. */
interface Copy {
  macAddress: string;
  /** What is on its disk. */
  document: unknown;
}

/** `copy`: makes a clone, another machine that passes for a sign of the fleet. Its screen does not count. */
export function createVirtualSign(world: SignWorld, index: number, copy: Copy | null = null): VirtualSign {
  const name = `kiosk ${index}`;
  const clock = world.timeline.clock(name);
  clock.jumpWall(Math.round((world.chance('skew', index).float() - 0.5) * SKEW_MS));
  const disk = createDisk(world.timeline, world.chance('disk', index), name, copy?.document);
  let clockErrorMs = 0;
  let struck: (fate: Fate) => void = () => {};
  let armings = 0;
  let goesDown: () => void = () => {};
  let isOn = false;
  const released = new Map<string, 'whole' | 'cut'>();
  const kiosk = createVirtualKiosk(
    {
      index,
      sign: { name: `Sign ${index}`, location: `Hall ${index}` },
      macAddresses: [copy?.macAddress ?? macOf(index, 0), macOf(index, 1)],
      bootsOffline: false,
      steps: [],
    },
    {
      identitySeed: world.seed,
      clock,
      transport: world.network.transport(index, clock),
      pages: world.pages.client(index, clock),
      camera: world.camera,
      appVersion: '1.0.0',
      disk,
      onHeartbeatAck() {},
      observer: {
        screen(screen) {
          world.trace.note(name, `shows ${JSON.stringify(screen)}`);
          if (!copy) world.screenChanged(index, screen);
        },
        restarted() {
          const hear = goesDown;
          goesDown = () => {};
          hear();
        },
        fate(fate) {
          world.trace.note(name, fate);
          struck(fate);
        },
      },
    },
  );
  const lines = () => world.network.linesOf(index);

  return {
    index,
    kiosk,
    disk,
    clock,
    get isOn() {
      return isOn;
    },
    setClockError(errorMs) {
      clock.jumpWall(errorMs - clockErrorMs);
      clockErrorMs = errorMs;
    },
    powerOff() {
      if (!isOn) return;
      const signId = kiosk.agent()?.stored.identity?.signId ?? [...released.keys()].at(-1);
      if (signId !== undefined && released.has(signId)) released.set(signId, 'cut');
      isOn = false;
      world.trace.note(name, 'loses its power');
      disk.cutPower();
      kiosk.powerOff();
      for (const line of lines()) line.silence();
    },
    powerOn() {
      if (isOn) return;
      isOn = true;
      world.trace.note(name, 'has power');
      kiosk.powerOn();
    },
    atNextRestart: (hear) => void (goesDown = hear),
    released,
    release(typedCode) {
      const signId = kiosk.agent()?.stored.identity?.signId;
      const isTaken = kiosk.release(typedCode);
      if (isTaken && signId !== undefined) released.set(signId, 'whole');
      world.trace.note(name, `is released at the machine: ${isTaken}`);
      return isTaken;
    },
    setCable(plugged) {
      if (plugged === kiosk.plugged()) return;
      world.trace.note(name, plugged ? 'is plugged in' : 'is unplugged');
      world.pages.setReachable(index, plugged);
      kiosk.setCable(plugged);
      if (!plugged) for (const line of lines()) line.silence();
    },
    armLink(fault, onStruck = () => {}) {
      kiosk.network.release();
      kiosk.network.arm(fault);
      struck = onStruck;
      const ours = (armings += 1);
      return () => {
        if (armings === ours) kiosk.network.release();
      };
    },
    cutConnection() {
      for (const line of lines()) if (line.isOpen()) line.cut();
    },
    silenceConnection() {
      for (const line of lines()) if (line.isOpen()) line.silence();
    },
  };
}
