import { makeSecret } from '@sign-display/contracts/identifier-generation';
import { planStep, type PlanStep } from './plan-step.ts';

/** Who has read the QR of a sign knows its signId, and nothing of its secret (contract, section 1). */

const imposter = planStep({
  name: 'imposter',
  kind: 'fault',
  // Of plans that are written by hand: it would move what every seed draws.
  weight: 0,
  draw: (draws, { kiosks }) => ({ kiosk: draws.int(0, kiosks - 1), forMs: draws.int(5_000, 120_000) }),
  run(world, { kiosk, forMs }, draws) {
    const machine = world.cloneSign(kiosk, makeSecret(draws));
    if (!machine) return false;
    machine.powerOn();
    world.timeline.after(forMs, `the imposter of kiosk ${kiosk} is switched off`, machine.powerOff);
    return true;
  },
});

export const IMPOSTERS: readonly PlanStep[] = [imposter];
