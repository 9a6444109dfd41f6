import type { Draws } from '../../adapters/seeded-random.ts';
import { ORGANIZATIONS, PEOPLE } from '../initial-data.ts';
import type { World } from '../world.ts';
import { planStep, type Effect, type PlanStep } from './plan-step.ts';
import { askAgain, changeVersion, insist, isLost } from './operator-helpers.ts';

/** Events, organizations and their members change; what would end a run for most of it is taken back. */

const EVENT_CHANGES = ['name', 'grace', 'time_zone'] as const;

const changeEvent = planStep({
  name: 'change_event',
  kind: 'action',
  weight: 3,
  ways: EVENT_CHANGES,
  draw: (draws) => ({
    what: draws.pick(EVENT_CHANGES),
    event: draws.int(0, 1),
    graceSeconds: draws.pick([0, 10, 60, null]),
    timeZone: draws.pick(['Europe/Vienna', 'America/New_York', 'Asia/Tokyo'] as const),
  }),
  async run(world, { what, event, graceSeconds, timeZone }, draws) {
    const body =
      what === 'name'
        ? { name: `Fair ${draws.int(1, 99)}` }
        : what === 'grace'
          ? { offlineGraceSeconds: graceSeconds }
          : { timeZone };
    const path = `/api/events/${ORGANIZATIONS.fair.events[event]!.id}`;
    return isLost(await askAgain(world, 'ben', { method: 'PATCH', path, body }, draws)) ? false : what;
  },
});

const ORGANIZATION_CHANGES = ['url_policy', 'handshake'] as const;

/** Which pages are allowed, in the fair; whether claims wait for the sign, in the opera. */
const changeOrganization = planStep({
  name: 'change_organization',
  kind: 'action',
  weight: 2,
  ways: ORGANIZATION_CHANGES,
  draw: (draws) => ({ what: draws.pick(ORGANIZATION_CHANGES), forMs: draws.int(5_000, 120_000) }),
  async run(world, { what, forMs }, draws) {
    const isPolicy = what === 'url_policy';
    const path = `/api/organizations/${ORGANIZATIONS[isPolicy ? 'fair' : 'opera'].id}`;
    const who = isPolicy ? 'ada' : 'fritz';
    const body = isPolicy ? { allowedUrlHosts: ['*.elsewhere.virtual'] } : { linkHandshakeEnabled: false };
    const change = { method: 'PATCH', path, body } as const;
    const reply = await changeVersion((request) => askAgain(world, who, request, draws), change);
    await world.wait(forMs);
    const before = isPolicy ? { allowedUrlHosts: [] } : { linkHandshakeEnabled: true };
    await changeVersion((request) => insist(world, who, request), { ...change, body: before });
    return isLost(reply) ? false : what;
  },
});

const members = `/api/organizations/${ORGANIZATIONS.fair.id}/members`;

async function changeRole(world: World, forMs: number, draws: Draws): Promise<Effect> {
  const who = draws.pick(['ben', 'cleo'] as const);
  const path = `${members}/${PEOPLE[who].id}`;
  const reply = await askAgain(world, 'ada', { method: 'PATCH', path, body: { role: 'viewer' } }, draws);
  await world.wait(forMs);
  await insist(world, 'ada', { method: 'PATCH', path, body: { role: who === 'ben' ? 'admin' : 'operator' } });
  return isLost(reply) ? false : 'role';
}

/** How long an invited person waits for the mail before giving up. */
const MAIL_WITHIN_MS = 300_000;
const LOOKS_EVERY_MS = 5_000;
const LINK = /\/invite\/([\w-]+)/;

async function removeMember(world: World, forMs: number, draws: Draws): Promise<Effect> {
  const { id, email } = PEOPLE.dan;
  const reply = await askAgain(world, 'ada', { method: 'DELETE', path: `${members}/${id}` }, draws);
  if (isLost(reply)) return false;
  await world.wait(forMs);
  const seen = world.post.delivered.length;
  const invited = await insist(world, 'ada', { method: 'POST', path: members, body: { email, role: 'operator' } });
  // The next removal finds nobody to remove, and invites them when the hour is over.
  if (invited.status === 429) return 'invited_too_often';
  for (let waitedMs = 0; waitedMs < MAIL_WITHIN_MS; waitedMs += LOOKS_EVERY_MS) {
    await world.wait(LOOKS_EVERY_MS);
    const mails = world.post.delivered.slice(seen).filter((each) => each.by === 'mail' && each.mail.to === email);
    const token = mails.flatMap((each) => LINK.exec(JSON.stringify(each))?.[1] ?? []).at(-1);
    if (token === undefined) continue;
    await insist(world, 'dan', { method: 'POST', path: `/api/invitations/${token}/accept`, body: {} });
    return 'removed';
  }
  return 'not_invited_again';
}

/** A role that is taken away for a while, and a member who goes and is invited again (promise A3). */
const changeMember = planStep({
  name: 'change_member',
  kind: 'action',
  weight: 2,
  ways: ['role', 'removed'],
  draw: (draws) => ({ removes: draws.chance(0.4), forMs: draws.int(2_000, 120_000) }),
  run: (world, { removes, forMs }, draws) => (removes ? removeMember : changeRole)(world, forMs, draws),
});

export const ORGANIZATION_ACTIONS: readonly PlanStep[] = [changeEvent, changeOrganization, changeMember];
