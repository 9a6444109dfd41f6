import type { Outage } from '@sign-display/contracts/rest/outages';
import { ORGANIZATIONS } from '../initial-data.ts';
import type { World } from '../world.ts';
import { planStep, type PlanStep } from './plan-step.ts';
import { OPERATORS, askAgain } from './operator-helpers.ts';

/** What people do about outages (promise N10). */

const PATH = '/api/outages/acknowledge';
/** Somebody who watches the wall looks this often, and goes home after so many looks. */
const LOOKS_EVERY_MS = 5_000;
const LOOKS = 60;

async function readOpen(world: World, who: (typeof OPERATORS.fair)[number], event: number): Promise<Outage[]> {
  const path = `/api/events/${ORGANIZATIONS.fair.events[event]!.id}/outages?state=open&limit=200`;
  const reply = await world.ask(who, { method: 'GET', path });
  return reply?.status === 200 ? (reply.body as { items: Outage[] }).items : [];
}

/** Watches until something is wrong, and says that they are at it: before anybody is told, or later, or when it is over. */
const acknowledge = planStep({
  name: 'acknowledge',
  kind: 'action',
  weight: 6,
  ways: ['known', 'known_and_taken_back', 'over'],
  draw: (draws) => ({
    who: draws.pick(OPERATORS.fair),
    event: draws.int(0, 1),
    afterMs: draws.pick([0, draws.int(0, 20_000), draws.int(20_000, 90_000)]),
    note: draws.chance(0.5) ? 'On my way.' : null,
    takenBackAfterMs: draws.chance(0.3) ? draws.int(1_000, 60_000) : null,
  }),
  async run(world, { who, event, afterMs, note, takenBackAfterMs }, draws) {
    for (let look = 0; look < LOOKS; look += 1) {
      const open = await readOpen(world, who, event);
      if (open.length === 0) {
        await world.wait(LOOKS_EVERY_MS);
        continue;
      }
      await world.wait(afterMs);
      const ids = open.map(({ id }) => id);
      const reply = await askAgain(world, who, { method: 'POST', path: PATH, body: { ids, note } }, draws);
      if (reply?.status === 409) return 'over';
      if (reply?.status !== 200) return false;
      if (takenBackAfterMs === null) return 'known';
      await world.wait(takenBackAfterMs);
      const back = await askAgain(world, who, { method: 'DELETE', path: PATH, body: { ids } }, draws);
      return back?.status === 200 ? 'known_and_taken_back' : 'known';
    }
    return false;
  },
});

export const OUTAGE_ACTIONS: readonly PlanStep[] = [acknowledge];
