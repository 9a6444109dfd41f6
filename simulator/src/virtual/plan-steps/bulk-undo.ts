import type { NodeReply } from '../node.ts';
import { ORGANIZATIONS } from '../initial-data.ts';
import { drawSettings, patch } from './content.ts';
import { planStep, type PlanStep } from './plan-step.ts';
import { OPERATORS, askAgain, isLost, readSigns } from './operator-helpers.ts';
import { PAGES } from './pages.ts';

/** Somebody gives many signs a page or settings, thinks again, and has it undone: while it is under way, or later, or two people at once. */
const undoBulk = planStep({
  name: 'undo_bulk',
  kind: 'action',
  weight: 3,
  ways: ['undone', 'undone_after_a_change', 'undone_by_two'],
  draw: (draws) => ({
    who: draws.pick(OPERATORS.fair),
    event: draws.int(0, 1),
    what: draws.pick(['page', 'settings'] as const),
    afterMs: draws.pick([0, draws.int(0, 3_000), draws.int(3_000, 120_000)]),
    how: draws.pick(['undone', 'undone_after_a_change', 'undone_by_two'] as const),
  }),
  async run(world, { who, event, what, afterMs, how }, draws) {
    const { id: organizationId, events } = ORGANIZATIONS.fair;
    const eventId = events[event]!.id;
    const url = draws.pick(PAGES);
    const action = what === 'page' ? { url } : { settings: { ...drawSettings(draws), zoom: draws.pick([0.5, 1, 2]) } };
    const body = { organizationId, target: { filter: { eventId } }, action };
    const reply = await askAgain(world, who, { method: 'POST', path: '/api/signs/bulk', body }, draws);
    if (reply?.status !== 202) return false;
    const { bulkId } = reply.body as { bulkId: string };
    await world.wait(afterMs);
    if (how === 'undone_after_a_change') {
      const signs = (await readSigns(world, 'cleo', 'fair')).filter((sign) => sign.eventId === eventId);
      const [sign] = draws.shuffle(signs);
      const other = PAGES.find((each) => each !== url)!;
      const given = what === 'page' ? { url: other } : { settings: { zoom: draws.pick([1.5, 3]) } };
      if (!sign || (await patch(world, 'cleo', sign, given, draws))?.status !== 200) return false;
    }
    const undo = () => askAgain(world, who, { method: 'POST', path: `/api/bulk/${bulkId}/undo` }, draws);
    const replies = await Promise.all(how === 'undone_by_two' ? [undo(), undo()] : [undo()]);
    const isUndone = (each: NodeReply | null): boolean => !isLost(each) && each.status === 202;
    return replies.some(isUndone) ? how : false;
  },
});

export const UNDOING: readonly PlanStep[] = [undoBulk];
