import { makeUuidV4 } from '@sign-display/contracts/identifier-generation';
import type { Sign } from '@sign-display/contracts/rest/signs';
import type { Draws } from '../../adapters/seeded-random.ts';
import { ORGANIZATIONS } from '../initial-data.ts';
import type { World } from '../world.ts';
import { planStep, type PlanStep } from './plan-step.ts';
import { OPERATORS, askAgain, isLinked, isLost, pickSign, readSigns, remember, scanFrom } from './operator-helpers.ts';
import { PAGES } from './pages.ts';

/** Records of signs: prepared, linked, replaced, unregistered, removed (Flow B; promise C8). */

const drawWho = (draws: Draws) => draws.pick(OPERATORS.fair);
const drawKiosk = (draws: Draws, kiosks: number) => draws.int(0, kiosks - 1);

/** The device of a record that no machine in the hall is any more: those are replaced first. */
function isStranded(world: World, { device }: Sign): boolean {
  const present = world.signs.map(({ kiosk }) => kiosk.agent()?.stored.identity?.signId);
  return device !== null && !present.includes(device.deviceSignId);
}

async function prepare(world: World, who: (typeof OPERATORS.fair)[number], event: number, draws: Draws) {
  const { id, events } = ORGANIZATIONS.fair;
  const body = {
    organizationId: id,
    eventId: events[event]!.id,
    name: 'Prepared',
    location: 'Anywhere',
    url: draws.pick(PAGES),
  };
  const reply = await askAgain(world, who, { method: 'POST', path: '/api/signs', body }, draws);
  return reply?.status === 201 ? (reply.body as Sign) : null;
}

const prepareRecord = planStep({
  name: 'prepare_record',
  kind: 'action',
  weight: 2,
  draw: (draws) => ({ who: drawWho(draws), event: draws.int(0, 1) }),
  run: async (world, { who, event }, draws) => (await prepare(world, who, event, draws)) !== null,
});

/**
 * A record without a device gets one; `taken`: one that has; `claimed`: the device is another record's. `reply_lost`: and asks again, with the same
 * requestId.
 */
const link = planStep({
  name: 'link',
  kind: 'action',
  weight: 10,
  ways: ['answered', 'reply_lost', 'taken', 'claimed'],
  draw: (draws, { kiosks }) => ({
    kiosk: drawKiosk(draws, kiosks),
    who: drawWho(draws),
    event: draws.int(0, 1),
    how: draws.chance(0.7) ? 'answered' : draws.pick(['reply_lost', 'taken', 'claimed'] as const),
    starts: draws.chance(0.3),
  }),
  async run(world, { kiosk, who, event, how, starts }, draws) {
    const scanned = how === 'claimed' ? remember(world.signs[kiosk]!) : scanFrom(world, kiosk)[0];
    if (!scanned) return false;
    const { signId, shortCode } = scanned;
    const fits = (sign: Sign): boolean => isLinked(sign) === (how === 'taken');
    const record = (await pickSign(world, who, draws, fits)) ?? (await prepare(world, who, event, draws));
    if (!record) return false;
    const device = { signId, shortCode };
    let pendingId: string | undefined;
    if (starts) {
      const start = { method: 'POST', path: '/api/signs/claim/start', body: device } as const;
      const started = await askAgain(world, who, start, draws);
      if (started?.status === 201) ({ pendingId } = started.body as { pendingId: string });
    }
    const body = { ...device, ...(pendingId !== undefined && { pendingId }), requestId: makeUuidV4(draws) };
    const request = { method: 'POST', path: `/api/signs/${record.id}/link`, body } as const;
    const reply = await askAgain(world, who, request, draws, { losesReply: how === 'reply_lost' });
    if (reply?.status === 504) await askAgain(world, who, request, draws);
    return isLost(reply) ? false : how;
  },
});

/** One scan: the record's device goes, the scanned one takes its place; `claimed`: unless it is another record's. */
const replace = planStep({
  name: 'replace',
  kind: 'action',
  weight: 7,
  ways: ['stranded', 'living', 'not_linked', 'claimed'],
  draw: (draws, { kiosks }) => ({
    kiosk: drawKiosk(draws, kiosks),
    who: drawWho(draws),
    losesReply: draws.chance(0.15),
    notLinked: draws.chance(0.08),
    claimed: draws.chance(0.08),
  }),
  async run(world, { kiosk, who, losesReply, notLinked, claimed }, draws) {
    const scanned = claimed ? remember(world.signs[kiosk]!) : scanFrom(world, kiosk)[0];
    if (!scanned) return false;
    const { signId, shortCode } = scanned;
    const signs = (await readSigns(world, who, 'fair')).filter((sign) => isLinked(sign) !== notLinked);
    const stranded = signs.filter((sign) => isStranded(world, sign));
    const [record] = draws.shuffle(stranded.length > 0 ? stranded : signs);
    if (!record) return false;
    const body = { signId, shortCode, requestId: makeUuidV4(draws) };
    const request = { method: 'POST', path: `/api/signs/${record.id}/replace`, body } as const;
    const reply = await askAgain(world, who, request, draws, { losesReply });
    if (reply?.status === 504) await askAgain(world, who, request, draws);
    if (isLost(reply)) return false;
    if (notLinked) return 'not_linked';
    return claimed ? 'claimed' : stranded.length > 0 ? 'stranded' : 'living';
  },
});

/** The device is set free; the record stays. `commanded`: it was to do something just before, when it is back where it is away. */
const unregister = planStep({
  name: 'unregister',
  kind: 'action',
  weight: 9,
  ways: ['answered', 'reply_lost', 'legacy', 'denied', 'commanded'],
  draw: (draws) => ({
    how: draws.chance(0.6) ? 'answered' : draws.pick(['reply_lost', 'legacy', 'denied', 'commanded'] as const),
  }),
  async run(world, { how }, draws) {
    const organization = how === 'legacy' ? 'legacy' : 'fair';
    const isAway = (sign: Sign): boolean => isLinked(sign) && sign.presence === 'offline';
    const away = how === 'commanded' ? await pickSign(world, 'ada', draws, isAway) : null;
    const record = away ?? (await pickSign(world, 'ada', draws, isLinked, organization));
    if (!record) return false;
    if (how === 'commanded') {
      const body = { command: 'refresh', wait: true };
      const command = { method: 'POST', path: `/api/signs/${record.id}/commands`, body } as const;
      if ((await askAgain(world, 'ada', command, draws))?.status !== 202) return false;
    }
    const request = { method: 'POST', path: `/api/signs/${record.id}/unregister` } as const;
    const who = how === 'denied' ? draws.pick(['dan', 'eve', 'fritz'] as const) : 'ada';
    const reply = await askAgain(world, who, request, draws, { losesReply: how === 'reply_lost' });
    return isLost(reply) ? false : how;
  },
});

const remove = planStep({
  name: 'delete',
  kind: 'action',
  weight: 4,
  ways: ['linked', 'unlinked'],
  draw: (draws) => ({ linked: draws.chance(0.7), losesReply: draws.chance(0.2) }),
  async run(world, { linked, losesReply }, draws) {
    const record = await pickSign(world, 'ada', draws, (sign) => isLinked(sign) === linked);
    if (!record) return false;
    const request = { method: 'DELETE', path: `/api/signs/${record.id}` } as const;
    const reply = await askAgain(world, 'ada', request, draws, { losesReply });
    return isLost(reply) ? false : linked ? 'linked' : 'unlinked';
  },
});

export const RECORDS: readonly PlanStep[] = [prepareRecord, link, replace, unregister, remove];
