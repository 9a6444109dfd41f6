import type { Sign } from '@sign-display/contracts/rest/signs';
import type { SignSettings } from '@sign-display/contracts/common-schemas';
import type { Draws } from '../../adapters/seeded-random.ts';
import type { NodeReply } from '../node.ts';
import { ORGANIZATIONS, type PersonName } from '../initial-data.ts';
import type { World } from '../world.ts';
import { planStep, type Effect, type PlanStep } from './plan-step.ts';
import {
  OPERATORS,
  askAgain,
  changeVersion,
  isLinked,
  isLost,
  pickSign,
  readSigns,
  timeIn,
  type Request,
} from './operator-helpers.ts';
import { PAGES } from './pages.ts';

/** What signs show, and how they are set: pages, schedules, names, settings (promises M1, M2 and M4). */

type Patch = Partial<Pick<Sign, 'name' | 'location' | 'url' | 'settings'>>;

/** Changes a record as its page does: with the version that was seen; where somebody else was quicker, with the present one. */
export async function patch(
  world: World,
  who: PersonName,
  seen: Sign,
  body: Patch,
  draws: Draws,
): Promise<NodeReply | null> {
  const ask = ({ id, version }: Sign) =>
    askAgain(
      world,
      who,
      { method: 'PATCH', path: `/api/signs/${id}`, body, headers: { 'if-match': `"${version}"` } },
      draws,
    );
  const reply = await ask(seen);
  if (reply?.status !== 412) return reply;
  const { current } = reply.body as { current?: Sign };
  return current ? await ask(current) : reply;
}

export const drawSettings = (draws: Draws): SignSettings =>
  draws.pick<SignSettings>([
    { zoom: draws.pick([0.5, 1, 2]) },
    { rotation: draws.pick([0, 90, 180, 270] as const) },
    { muted: draws.chance(0.5) },
    { reloadEverySeconds: draws.pick([0, 60, 600]) },
    { reachabilityIntervalMs: draws.pick([10_000, 30_000]) },
    { screenshotEverySeconds: draws.pick([0, 120, 300]) },
    { idleMessage: draws.pick(['Back soon', 'Welcome']) },
    { logLevel: draws.pick(['debug', 'info', 'warn', 'error'] as const) },
  ]);

const drawPatch = (draws: Draws, what: string): Patch => {
  if (what === 'page') return { url: draws.pick(PAGES) };
  if (what === 'no_page') return { url: null };
  if (what === 'bad_page') return { url: 'javascript:alert(1)' };
  if (what === 'name') return { name: `Sign ${draws.int(1, 99)}` };
  if (what === 'location') return { location: `Hall ${draws.int(1, 99)}` };
  return { settings: drawSettings(draws) };
};

const CHANGES = ['page', 'no_page', 'bad_page', 'name', 'location', 'settings'] as const;

const change = planStep({
  name: 'change_sign',
  kind: 'action',
  weight: 14,
  ways: CHANGES,
  draw: (draws) => ({
    who: draws.pick(OPERATORS.fair),
    what: draws.chance(0.4) ? 'page' : draws.chance(0.4) ? 'settings' : draws.pick(CHANGES),
  }),
  async run(world, { who, what }, draws) {
    const sign = await pickSign(world, who, draws);
    if (!sign) return false;
    return isLost(await patch(world, who, sign, drawPatch(draws, what), draws)) ? false : what;
  },
});

/** Two people have the same page open (promise M4). */
const changeAtOnce = planStep({
  name: 'change_sign_at_once',
  kind: 'action',
  weight: 3,
  draw: () => ({}),
  async run(world, _params, draws) {
    const sign = await pickSign(world, 'ben', draws);
    if (!sign) return false;
    const [one, other] = [drawPatch(draws, draws.pick(CHANGES)), drawPatch(draws, 'settings')];
    await Promise.all([patch(world, 'ben', sign, one, draws), patch(world, 'cleo', sign, other, draws)]);
    return true;
  },
});

/** Somebody at the sign itself sets it. */
const changeAtSign = planStep({
  name: 'change_at_sign',
  kind: 'action',
  weight: 2,
  draw: (draws, { kiosks }) => ({ kiosk: draws.int(0, kiosks - 1) }),
  run(world, { kiosk }, draws) {
    const sign = world.signs[kiosk]!;
    if (!sign.kiosk.agent()?.stored.claim) return false;
    sign.kiosk.changeSettings(drawSettings(draws));
    return true;
  },
});

const BULK = ['page', 'settings', 'refresh', 'display_content'] as const;

const bulk = planStep({
  name: 'bulk',
  kind: 'action',
  weight: 4,
  ways: BULK,
  draw: (draws) => ({ what: draws.pick(BULK), event: draws.int(0, 1), byList: draws.chance(0.4) }),
  async run(world, { what, event, byList }, draws) {
    const { id, events } = ORGANIZATIONS.fair;
    const signs = byList ? (await readSigns(world, 'ben', 'fair')).filter(isLinked) : [];
    if (byList && signs.length === 0) return false;
    const target = byList
      ? {
          signIds: draws
            .shuffle(signs)
            .slice(0, 4)
            .map((sign) => sign.id),
        }
      : { filter: { eventId: events[event]!.id } };
    const url = draws.pick(PAGES);
    const action =
      what === 'page'
        ? { url }
        : what === 'settings'
          ? { settings: drawSettings(draws) }
          : what === 'refresh'
            ? { command: 'refresh' }
            : { command: 'display_content', args: { url, until: timeIn(world, draws.int(5_000, 120_000)) } };
    const body = { organizationId: id, target, action };
    const reply = await askAgain(world, 'ben', { method: 'POST', path: '/api/signs/bulk', body }, draws);
    return isLost(reply) ? false : what;
  },
});

/** One organization sends many bulk requests at once, and another one changes one sign. */
const flood = planStep({
  name: 'bulk_flood',
  kind: 'action',
  // Of plans that are written by hand: it would move what every seed draws.
  weight: 0,
  draw: () => ({ requests: 40 }),
  async run(world, { requests }, draws) {
    const { fair, opera } = ORGANIZATIONS;
    const ask = (who: PersonName, path: string, body: object) =>
      askAgain(world, who, { method: 'POST', path, body }, draws);
    const make = (who: PersonName, { id, events }: typeof fair | typeof opera) =>
      ask(who, '/api/signs', { organizationId: id, eventId: events[0]!.id, name: 'Bar', location: 'Hall' });
    await Promise.all([make('ben', fair), make('fritz', opera)]);
    const change = (who: PersonName, { id }: { id: string }, nth: number) => {
      const action = { settings: { idleMessage: `Number ${nth}` } };
      return ask(who, '/api/signs/bulk', { organizationId: id, target: { filter: {} }, action });
    };
    const sent = Array.from({ length: requests }, (_, nth) => change('ben', fair, nth));
    // All have their identifiers by then, and most wait.
    await Promise.race(sent);
    const replies = await Promise.all([...sent, change('fritz', opera, 0)]);
    return replies.every((reply) => reply?.status === 202);
  },
});

/** Another page for a while, or until it is told otherwise (an override); `replaced`: by another before its end. */
const override = planStep({
  name: 'override',
  kind: 'action',
  weight: 6,
  ways: ['until', 'endless', 'replaced', 'over_already'],
  draw: (draws) => ({
    who: draws.pick(OPERATORS.fair),
    how: draws.chance(0.5) ? 'until' : draws.pick(['endless', 'replaced', 'over_already'] as const),
    forMs: draws.int(2_000, 240_000),
  }),
  async run(world, { who, how, forMs }, draws) {
    const sign = await pickSign(world, who, draws, isLinked);
    if (!sign) return false;
    const show = (until: string | null) =>
      askAgain(
        world,
        who,
        {
          method: 'POST',
          path: `/api/signs/${sign.id}/commands`,
          body: { command: 'display_content', args: { url: draws.pick(PAGES), ...(until !== null && { until }) } },
        },
        draws,
      );
    const reply = await show(how === 'endless' ? null : timeIn(world, how === 'over_already' ? -1_000 : forMs));
    if (how === 'replaced') {
      await world.wait(forMs / 2);
      await show(timeIn(world, forMs));
    }
    return isLost(reply) ? false : how;
  },
});

/** Schedules begin and end within minutes, so that a run sees both; on the wall clock of the event's zone or of another. */
function drawSchedule(world: World, draws: Draws) {
  const startsInMs = draws.int(-60_000, 300_000);
  const daily = draws.chance(0.3);
  return {
    url: draws.pick(PAGES),
    startsAt: timeIn(world, startsInMs - (daily ? 86_400_000 : 0)),
    endsAt: timeIn(world, startsInMs - (daily ? 86_400_000 : 0) + draws.int(5_000, 400_000)),
    ...(daily && { recurrence: draws.pick(['FREQ=DAILY', 'FREQ=HOURLY', 'FREQ=DAILY;INTERVAL=1;COUNT=3'] as const) }),
    timeZone: draws.pick(['Europe/Vienna', 'America/New_York', 'UTC', 'Asia/Kathmandu'] as const),
    priority: draws.int(-1, 2),
    enabled: draws.chance(0.9),
  };
}

async function reschedule(world: World, path: string, how: string, draws: Draws): Promise<Effect> {
  const ask = (request: Request) => askAgain(world, 'cleo', request, draws);
  if (how === 'delete') {
    const gone = await changeVersion(ask, { method: 'DELETE', path });
    return isLost(gone) ? false : how;
  }
  const kept: unknown[] = [];
  if (how === 'change') {
    const before = await ask({ method: 'GET', path });
    if (before?.status !== 200) return false;
    kept.push(
      ...(before.body as { schedules: object[] }).schedules.map((each) => ({ ...each, url: draws.pick(PAGES) })),
    );
    if (kept.length === 0) return false;
  }
  const drawn = Array.from({ length: how === 'change' ? draws.int(0, 1) : draws.int(1, 3) }, () =>
    drawSchedule(world, draws),
  );
  const reply = await changeVersion(ask, { method: 'PUT', path, body: { schedules: [...kept, ...drawn] } });
  return isLost(reply) ? false : how;
}

const drawHow = (draws: Draws) => draws.pick(['set', 'set', 'change', 'delete'] as const);

const scheduleSign = planStep({
  name: 'schedule_sign',
  kind: 'action',
  weight: 5,
  ways: ['set', 'change', 'delete'],
  draw: (draws) => ({ how: drawHow(draws) }),
  async run(world, { how }, draws) {
    const sign = await pickSign(world, 'cleo', draws);
    return sign ? await reschedule(world, `/api/signs/${sign.id}/schedules`, how, draws) : false;
  },
});

const scheduleEvent = planStep({
  name: 'schedule_event',
  kind: 'action',
  weight: 4,
  ways: ['set', 'change', 'delete'],
  draw: (draws) => ({ how: drawHow(draws), event: draws.int(0, 1) }),
  run: (world, { how, event }, draws) =>
    reschedule(world, `/api/events/${ORGANIZATIONS.fair.events[event]!.id}/schedules`, how, draws),
});

export const CONTENT: readonly PlanStep[] = [
  change,
  changeAtOnce,
  changeAtSign,
  bulk,
  flood,
  override,
  scheduleSign,
  scheduleEvent,
];
