import type { CloneDecision } from '@sign-display/contracts/rest/clones';
import type { World } from '../world.ts';
import { planStep, type PlanStep } from './plan-step.ts';
import { insist, readSigns } from './operator-helpers.ts';

/** Two machines with one identity (promise N8): a copied disk in another machine with the same network address. */

const DECISIONS = ['nobody', 'keep_first', 'accept_newcomer', 'reset_both'] as const;

/** Whoever is in charge decides about what is open for the sign. Whether it was decided. */
async function decide(world: World, deviceSignId: string, decision: CloneDecision): Promise<boolean> {
  const sign = (await readSigns(world, 'ada', 'fair')).find(({ device }) => device?.deviceSignId === deviceSignId);
  if (!sign) return false;
  const clones = await world.ask('ada', { method: 'GET', path: `/api/signs/${sign.id}/clones` });
  const { items = [] } = (clones?.body ?? {}) as { items?: { id: string; decision: unknown }[] };
  const open = items.find((each) => each.decision === null);
  if (!open) return false;
  const path = `/api/signs/${sign.id}/clones/${open.id}/decision`;
  const reply = await world.ask('ada', { method: 'POST', path, body: { decision } });
  if (decision === 'accept_newcomer') await regret(world, sign.id);
  return reply?.status === 200;
}

/** The newcomer is not to stay: while the record has the device the first machine could not come back. */
async function regret(world: World, signId: string): Promise<void> {
  await world.wait(30_000);
  for (const clone of world.clones) clone.powerOff();
  await insist(world, 'ada', { method: 'POST', path: `/api/signs/${signId}/unregister` });
}

const clonedDisk = planStep({
  name: 'cloned_disk',
  kind: 'fault',
  weight: 3,
  ways: ['beside', 'in_its_place', 'keep_first', 'accept_newcomer', 'reset_both'],
  draw: (draws, { kiosks }) => ({
    kiosk: draws.int(0, kiosks - 1),
    /** The first machine dies before the other one is switched on. */
    inItsPlace: draws.chance(0.35),
    afterMs: draws.int(0, 60_000),
    forMs: draws.int(5_000, 240_000),
    decision: draws.pick(DECISIONS),
    decidesAfterMs: draws.int(5_000, 60_000),
  }),
  async run(world, { kiosk, inItsPlace, afterMs, forMs, decision, decidesAfterMs }) {
    const { timeline } = world;
    const sign = world.signs[kiosk]!;
    if (!sign.isOn) return false;
    const clone = world.cloneSign(kiosk);
    if (!clone) return false;
    if (inItsPlace) sign.powerOff();
    timeline.after(afterMs, `the clone of kiosk ${kiosk} is switched on`, () => {
      if (!world.isCalm) clone.powerOn();
    });
    timeline.after(afterMs + forMs, `the clone of kiosk ${kiosk} is switched off`, () => {
      clone.powerOff();
      if (inItsPlace) sign.powerOn();
    });
    if (inItsPlace) return 'in_its_place';
    const deviceSignId = sign.kiosk.agent()?.stored.identity?.signId;
    if (decision === 'nobody' || deviceSignId === undefined) return 'beside';
    await world.wait(afterMs + Math.min(forMs, decidesAfterMs));
    return (await decide(world, deviceSignId, decision)) ? decision : 'beside';
  },
});

export const CLONES: readonly PlanStep[] = [clonedDisk];
