import type { Sign } from '@sign-display/contracts/rest/signs';
import { ConnectRefused } from '../connection/connection.ts';
import { identityOf, type Owner } from '../kiosks/identity-and-messages.ts';
import { startKiosk } from '../kiosks/kiosk.ts';
import type { Plan } from '../plan/plan.ts';
import type { Reply, World } from '../ports.ts';
import { claimBody, claimed, isShed, outcomeOf, postClaim, tokenOf, type Crew } from './send-claim.ts';

/** Before and after a run: sessions, an event of the run's own, its claimed signs; and all of it gone again. */

/** A page that every organization may show and that nobody loads. */
const PAGE = 'https://example.com/load-test';
const SESSIONS = 4;
/** Signs that are claimed or deleted at the same time. */
const AT_ONCE = 40;
/** Records that the other roles know of: more would only make what k6 hands to each virtual user longer. */
const KNOWN_SIGNS = 500;
/** A node that has no time says to come again in a second or three. */
const SHED_PAUSE_MS = 2_000;
const SHED_TRIES = 10;
/** A limit is of a minute, so whoever has waited for it once is let in. */
const REMOVAL_TRIES = 3;

const pause = ({ clock }: World, ms: number): Promise<void> => new Promise((resolve) => void clock.after(ms, resolve));

function expectStatus(what: string, reply: Reply, status: number): void {
  if (reply.status !== status) throw new Error(`${what} returned ${reply.status} ${reply.text().slice(0, 300)}`);
}

async function eachAtOnce<Item>(items: readonly Item[], task: (item: Item) => Promise<void>): Promise<void> {
  let next = 0;
  const work = async (): Promise<void> => {
    while (next < items.length) {
      next += 1;
      await task(items[next - 1]!);
    }
  };
  await Promise.all(Array.from({ length: Math.min(AT_ONCE, items.length) }, work));
}

async function signIn(world: World, email: string, password: string): Promise<string> {
  const reply = await world.ask('POST /api/auth/sign-in/email', {
    path: '/api/auth/sign-in/email',
    body: { email, password },
  });
  expectStatus(`signing in as ${email}`, reply, 200);
  const token = reply.header('set-auth-token');
  if (token === undefined) throw new Error('the service created no session at sign-in');
  return token;
}

/** The first organization in which the person may make events and delete signs. */
async function findOrganization(world: World, token: string): Promise<string> {
  const reply = await world.ask('GET /api/me', { path: '/api/me', token });
  expectStatus('asking who is signed in', reply, 200);
  const { organizations } = reply.json() as { organizations: { id: string; role: string }[] };
  const ours = organizations.find(({ role }) => role === 'owner' || role === 'admin');
  if (ours === undefined)
    throw new Error('the account is not an admin of any organization, so it cannot create an event for the test');
  return ours.id;
}

/** Claims the sign `index` of the fleet, as an operator in front of it would, and lets it go again. Throws where that fails. */
async function claimSign(world: World, plan: Plan, owner: Owner, token: string, index: number): Promise<string> {
  const { url, seed } = plan.settings;
  const identity = identityOf(seed, index);
  const confirmed = { tell: (): void => {} };
  const isConfirmed = new Promise<void>((resolve) => (confirmed.tell = resolve));
  const kiosk = await startKiosk(
    world,
    { url, identity, owner: null, tags: { part: 'setup' } },
    { claimed: () => confirmed.tell() },
  );
  try {
    const reply = await postClaim(world, token, claimBody(world, owner, identity));
    if (isShed(reply)) throw new ConnectRefused('unavailable', 'the service had no time for a claim');
    const sign = claimed(reply);
    if (sign === null)
      throw new Error(
        `sign ${index + 1} of the fleet could not be claimed: ${outcomeOf(reply)} ${reply.text().slice(0, 300)}`,
      );
    await isConfirmed;
    return sign.id;
  } finally {
    kiosk.connection.close();
  }
}

/** As `claimSign`, and again where the service had no time: what comes before the run is no part of it. */
async function claimInTime(...args: Parameters<typeof claimSign>): Promise<string> {
  const [world] = args;
  for (let tries = 1; ; tries += 1) {
    try {
      return await claimSign(...args);
    } catch (error) {
      if (!isShed(error) || tries === SHED_TRIES) throw error;
      await pause(world, SHED_PAUSE_MS);
    }
  }
}

/** Signs in, makes an event, and claims the fleet. Throws with what went wrong. */
export async function gatherCrew(world: World, plan: Plan): Promise<Crew> {
  const { email, password, seed } = plan.settings;
  const tokens: string[] = [];
  while (tokens.length < SESSIONS) tokens.push(await signIn(world, email, password));
  const organizationId = await findOrganization(world, tokens[0]!);
  const event = await world.ask('POST /api/organizations/:id/events', {
    path: `/api/organizations/${organizationId}/events`,
    token: tokens[0]!,
    body: { name: `Load test ${seed}`, timeZone: 'Europe/Vienna' },
  });
  expectStatus('making an event', event, 201);
  const owner: Owner = { organizationId, eventId: (event.json() as { id: string }).id, url: PAGE };
  const signIds: string[] = [];
  const all = Array.from({ length: plan.claimedSigns }, (_, index) => index);
  await eachAtOnce(all, async (index) => {
    const id = await claimInTime(world, plan, owner, tokenOf({ tokens }, index), index);
    if (index < KNOWN_SIGNS) signIds[index] = id;
  });
  return { tokens, owner, signIds };
}

/** Asks again when the service says so: what it turned away would stay behind. */
async function askInTime(world: World, ...request: Parameters<World['ask']>): Promise<Reply> {
  for (let tries = 1; ; tries += 1) {
    const reply = await world.ask(...request);
    const retryAfterMs: unknown = reply.status === 429 || isShed(reply) ? Object(reply.json()).retryAfterMs : null;
    if (typeof retryAfterMs !== 'number' || tries === REMOVAL_TRIES) return reply;
    await pause(world, retryAfterMs);
  }
}

/** Deletes the event's signs, the event, and ends the sessions. What stays behind is counted. */
export async function dismissCrew(world: World, { tokens, owner }: Crew): Promise<void> {
  const { organizationId, eventId } = owner;
  const token = tokens[0]!;
  let left = 0;
  // Those that were refused stay on the first page; whoever reads it twice without progress has no more to hope for.
  for (;;) {
    const path = `/api/signs?organizationId=${organizationId}&eventId=${eventId}&limit=200`;
    const page = await askInTime(world, 'GET /api/signs', { path, token });
    const items = page.status === 200 ? (page.json() as { items: Pick<Sign, 'id'>[] }).items : [];
    let deleted = 0;
    await eachAtOnce(items, async ({ id }) => {
      const reply = await askInTime(world, 'DELETE /api/signs/:id', { path: `/api/signs/${id}`, token });
      if (reply.status === 204 || reply.status === 404) deleted += 1;
      else world.warn(`sign ${id} could not be deleted: ${outcomeOf(reply)}`);
    });
    left = page.status === 200 ? items.length - deleted : left + 1;
    if (items.length === 0 || deleted === 0) break;
  }
  const event = await askInTime(world, 'DELETE /api/events/:id', { path: `/api/events/${eventId}`, token });
  if (event.status !== 204) left += 1;
  world.record('left_behind', left);
  for (const one of tokens)
    await askInTime(world, 'POST /api/auth/sign-out', { path: '/api/auth/sign-out', token: one, body: {} });
}
