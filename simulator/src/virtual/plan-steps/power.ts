import { planStep, type PlanStep } from './plan-step.ts';

/** Machines without power, that restart, and that are not what they were. */

const powerCut = planStep({
  name: 'power_cut',
  kind: 'fault',
  weight: 5,
  draw: (draws, { kiosks }) => ({ kiosk: draws.int(0, kiosks - 1), forMs: draws.int(100, 180_000) }),
  run(world, { kiosk, forMs }) {
    const sign = world.signs[kiosk]!;
    if (!sign.isOn) return false;
    sign.powerOff();
    world.timeline.after(forMs, `kiosk ${kiosk} has power again`, sign.powerOn);
    return true;
  },
});

/** Between two steps of a write, wherever that is (promise K3). */
const powerCutAtWrite = planStep({
  name: 'power_cut_at_write',
  kind: 'fault',
  weight: 5,
  draw: (draws, { kiosks }) => ({
    kiosk: draws.int(0, kiosks - 1),
    step: draws.int(1, 12),
    forMs: draws.int(100, 60_000),
  }),
  run(world, { kiosk, step, forMs }) {
    const sign = world.signs[kiosk]!;
    return new Promise((resolve) => {
      sign.disk.cutAtStep(step, () => {
        sign.powerOff();
        world.timeline.after(forMs, `kiosk ${kiosk} has power again`, sign.powerOn);
        resolve(true);
      });
    });
  },
});

/** A third of all signs and more: the service is to blame itself first (promise N2). */
const hallDark = planStep({
  name: 'hall_dark',
  kind: 'fault',
  weight: 2,
  ways: ['some', 'all'],
  draw(draws, { kiosks }) {
    const least = Math.floor(kiosks / 3) + 1;
    const dark = draws.shuffle(Array.from({ length: kiosks }, (_, kiosk) => kiosk));
    return {
      kiosks: dark.slice(0, draws.chance(0.4) ? kiosks : draws.int(Math.min(least, kiosks), kiosks)),
      withinMs: draws.pick([0, 3_000, 9_000]),
      forMs: draws.int(3_000, 240_000),
      backWithinMs: draws.pick([0, 20_000]),
    };
  },
  run(world, { kiosks, withinMs, forMs, backWithinMs }, draws) {
    for (const kiosk of kiosks) {
      const sign = world.signs[kiosk]!;
      world.timeline.after(withinMs * draws.float(), `kiosk ${kiosk} in the dark`, () => {
        if (!world.isCalm) sign.powerOff();
      });
      const backMs = withinMs + forMs + backWithinMs * draws.float();
      world.timeline.after(backMs, `kiosk ${kiosk} has power again`, sign.powerOn);
    }
    return kiosks.length === world.signs.length ? 'all' : 'some';
  },
});

const reboot = planStep({
  name: 'reboot',
  kind: 'fault',
  weight: 4,
  draw: (draws, { kiosks }) => ({ kiosk: draws.int(0, kiosks - 1) }),
  run(world, { kiosk }) {
    const sign = world.signs[kiosk]!;
    if (!sign.isOn) return false;
    sign.kiosk.reboot({ polite: true });
    return true;
  },
});

/** The disk goes into another machine, or the board is changed: another sign from then on (promise K1). */
const macSwap = planStep({
  name: 'mac_swap',
  kind: 'fault',
  weight: 2,
  ways: ['shut_down', 'power_cut'],
  draw: (draws, { kiosks }) => ({ kiosk: draws.int(0, kiosks - 1), polite: draws.chance(0.5) }),
  run(world, { kiosk, polite }) {
    const sign = world.signs[kiosk]!;
    if (!sign.isOn) return false;
    if (!polite) sign.silenceConnection();
    sign.kiosk.reboot({ polite, newMac: true });
    return polite ? 'shut_down' : 'power_cut';
  },
});

/** The network card loses its permanent MAC address. Each boot then gets a random one, and the kiosk stays the same sign (promise K1, row G11). */
const macLost = planStep({
  name: 'mac_lost',
  kind: 'fault',
  // Of plans that are written by hand: there each boot that follows is known.
  weight: 0,
  draw: (draws, { kiosks }) => ({ kiosk: draws.int(0, kiosks - 1) }),
  run(world, { kiosk }) {
    const sign = world.signs[kiosk]!;
    if (!sign.isOn) return false;
    sign.kiosk.reboot({ polite: true, drawsMac: true });
    return true;
  },
});

export const POWER: readonly PlanStep[] = [powerCut, powerCutAtWrite, hallDark, reboot, macSwap, macLost];
