import { planStep, type PlanStep } from './plan-step.ts';

/** What happens inside a kiosk's machine. */

/** Seconds, minutes, a day, a year: a battery that is empty, a wrong time server. */
const CLOCK_ERRORS_MS = [2_000, 45_000, 600_000, 86_400_000, 31_536_000_000] as const;

const kioskClock = planStep({
  name: 'kiosk_clock',
  kind: 'fault',
  weight: 3,
  ways: ['ahead', 'behind'],
  draw: (draws, { kiosks }) => ({
    kiosk: draws.int(0, kiosks - 1),
    errorMs: draws.pick([-1, 1] as const) * draws.pick(CLOCK_ERRORS_MS),
    forMs: draws.int(1_000, 300_000),
  }),
  run(world, { kiosk, errorMs, forMs }) {
    const { setClockError } = world.signs[kiosk]!;
    setClockError(errorMs);
    world.timeline.after(forMs, `kiosk ${kiosk}: its clock is set`, () => setClockError(0));
    return errorMs > 0 ? 'ahead' : 'behind';
  },
});

const diskFull = planStep({
  name: 'disk_full',
  kind: 'fault',
  weight: 3,
  draw: (draws, { kiosks }) => ({ kiosk: draws.int(0, kiosks - 1), forMs: draws.int(1_000, 120_000) }),
  run(world, { kiosk, forMs }) {
    const { disk } = world.signs[kiosk]!;
    disk.setFull(true);
    world.timeline.after(forMs, `kiosk ${kiosk} has room on its disk`, () => disk.setFull(false));
    return true;
  },
});

export const MACHINES: readonly PlanStep[] = [kioskClock, diskFull];
