import { io, type Socket } from 'socket.io-client';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { DASHBOARD_NAMESPACE } from '@sign-display/contracts/dashboard-events';
import { makeUuidV7 } from '@sign-display/contracts/identifier-generation';
import type { BackendMessage } from '@sign-display/contracts/kiosk-events';
import { openSession, patchOrganization, type Person } from '../access/testing/test-service.ts';
import { systemClock } from '../adapters/system-clock.ts';
import { systemRandom } from '../adapters/system-random.ts';
import { createDashboardFeed, type DashboardFeed } from '../cluster/dashboard-feed.ts';
import { createRooms } from '../cluster/node-messaging.ts';
import { insertMessage } from '../notifications/delivery/notifications-repository.ts';
import { startListeningApp, type ListeningApp } from '../process/testing/listening-app.ts';
import { startSignsWorld, type SignsWorld } from '../signs/testing/signs-world.ts';
import { createMemoryCarriers } from '../testing/memory-carrier.ts';

/**
 * A6 on real sockets: two nodes that share a database, and an organization that begins to require a second factor. That sockets end within a second is
 * in dashboard-convergence.test.ts, where time is the test's.
 */

const NO_SIGNS = { signs: [], signCount: 0, outageIds: [], readAt: null, channels: [] };
let world: SignsWorld;
let nodes: ListeningApp[];
/** The feed of another node. */
let feed: DashboardFeed;
let owner: Person;
/** A member without a second factor, who also owns another organization. */
let member: Person;
let otherId: string;
let people = 0;
const sockets: Socket[] = [];

const on = <Payload>(socket: Socket, event: string): Promise<Payload> =>
  new Promise((resolve) => socket.once(event, resolve));

beforeAll(async () => {
  const carriers = createMemoryCarriers(3);
  world = await startSignsWorld();
  nodes = await Promise.all(
    carriers.of.slice(0, 2).map((carrier) => startListeningApp(world.service.database.db, { carrier })),
  );
  feed = createDashboardFeed(createRooms(carriers.of[2]));
});
afterAll(async () => {
  for (const node of nodes) await node.close();
  await world.service.close();
});
beforeEach(async () => {
  people += 1;
  owner = await world.service.makePerson(`owner-${people}`, { mfa: true });
  member = await world.service.makePerson(`member-${people}`);
  await world.service.setRole(world.organizationId, owner.id, 'owner');
  await world.service.setRole(world.organizationId, member.id, 'operator');
  const made = await member.call('POST', '/api/organizations', { name: 'Own' });
  otherId = (made.body as { id: string }).id;
  await require(false);
});
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.disconnect();
});

async function require(mfaRequired: boolean): Promise<void> {
  const { status } = await patchOrganization(owner, world.organizationId, { mfaRequired });
  expect(status).toBe(200);
}

async function join(person: Person, node = 0): Promise<Socket> {
  const fixed = { transports: ['websocket'], forceNew: true, reconnection: false };
  const socket = io(nodes[node]!.url + DASHBOARD_NAMESPACE, { ...fixed, auth: { token: person.token } });
  sockets.push(socket);
  await on(socket, 'connect');
  return socket;
}
async function watch(person: Person, organizationId: string, node = 0): Promise<Socket> {
  const socket = await join(person, node);
  expect(await socket.emitWithAck('subscribe', { organizationId })).toMatchObject({ ok: true });
  return socket;
}

it('A6: when an organization requires a second factor, sockets that watch it without one end on every node; others stay', async () => {
  const watching = [await watch(member, world.organizationId, 0), await watch(member, world.organizationId, 1)];
  const staying = [await watch(owner, world.organizationId, 0), await watch(member, otherId, 0), await join(member, 1)];
  const ended = watching.map((socket) => on(socket, 'disconnect'));
  await require(true);
  await Promise.all(ended);
  expect(staying.map(({ connected }) => connected)).toEqual([true, true, true]);
  // Their access is checked by the same read that ended the others, and their subscriptions still serve.
  expect(await staying[2]!.emitWithAck('subscribe', { organizationId: otherId })).toMatchObject({ ok: true });
});

it('A6: a subscription without a second factor gets mfa_required, and the socket can still watch other organizations', async () => {
  await require(true);
  const socket = await join(member);
  const { organizationId, eventId } = world;
  for (const more of [{}, { eventId }, { eventId: otherId }]) {
    const reply: unknown = await socket.emitWithAck('subscribe', { organizationId, ...more });
    const error = { code: 'mfa_required', detail: expect.stringMatching(/without a second factor/) as string };
    expect(reply).toMatchObject({ ok: false, error });
  }
  expect(await socket.emitWithAck('subscribe', { organizationId: otherId })).toMatchObject({ ok: true });
  await watch(owner, organizationId);
});

it('A6: a socket whose session gains a second factor can subscribe without a new connection', async () => {
  await require(true);
  const socket = await join(member);
  const subscription = { organizationId: world.organizationId };
  expect(await socket.emitWithAck('subscribe', subscription)).toMatchObject({ error: { code: 'mfa_required' } });
  const { db } = world.service.database;
  await db.updateTable('session').set({ mfa: true }).where('userId', '=', member.id).execute();
  expect(await socket.emitWithAck('subscribe', subscription)).toMatchObject({ ok: true });
});

/** A second session of the member. */
async function withFactor(): Promise<Person> {
  const { db } = world.service.database;
  return { ...member, token: await openSession(db, systemClock, member.id, { mfa: true }) };
}

async function post(person: Person, node: number, path: string, body: object): Promise<unknown> {
  const headers = { authorization: `Bearer ${person.token}`, 'content-type': 'application/json' };
  const reply = await fetch(nodes[node]!.url + path, { method: 'POST', headers, body: JSON.stringify(body) });
  return await reply.json();
}

/** Claims a kiosk of node 0, which reports that it shows the page. */
async function claim(person: Person): Promise<unknown> {
  const kiosk = await nodes[0]!.connectKiosk();
  kiosk.socket.once('sign:apply_link', ({ requestId, claimToken }: BackendMessage<'sign:apply_link'>) => {
    const ack = { requestId, claimToken, result: 'success', loadMs: 5, replayed: false };
    kiosk.socket.emit('sign:link_ack', ack, () => {});
  });
  const { organizationId, eventId } = world;
  const device = { signId: kiosk.signId, shortCode: kiosk.shortCode };
  const page = { name: 'Foyer', location: 'Hall 2', url: 'https://example.com/' };
  return await post(person, 1, '/api/signs/claim', { organizationId, eventId, ...page, ...device });
}

/** Sends a message about the organization into the member's inbox, or one about the account alone. */
async function notify(isOfOrganization: boolean): Promise<string> {
  const { db } = world.service.database;
  const [id, at] = [makeUuidV7(systemClock, systemRandom), new Date(systemClock.now())];
  const words = { title: 'Lobby is offline', text: 'Since now.' };
  if (isOfOrganization) {
    const { organizationId, eventId } = world;
    const told = { organizationId, eventId, eventName: 'Ball', kind: 'sign_offline' as const, entries: [] };
    await insertMessage(db, { ...told, ...words, id, at }, [{ id, userId: member.id, channel: 'inbox' }]);
    const event = { id: eventId, name: 'Ball' };
    const view = { id, at: at.toISOString(), kind: told.kind, organizationId, event, ...words };
    feed.toUser({ userId: member.id, organizationId }, 'notification', { ...view, ...NO_SIGNS });
  } else {
    const message = { id, userId: member.id, at, kind: 'push_ending' as const, ...words, readAt: null };
    await db.insertInto('accountMessage').values(message).execute();
    const view = { id, at: at.toISOString(), kind: message.kind, organizationId: null, event: null, ...words };
    feed.toUser({ userId: member.id, organizationId: null }, 'notification', { ...view, ...NO_SIGNS });
  }
  return id;
}

it('A6: on every node, only sockets with a second factor receive the organization’s notifications and claim updates', async () => {
  await require(true);
  const strong = await withFactor();
  const walls = await Promise.all([strong, strong, member, member].map((person, index) => join(person, index % 2)));
  const heard = walls.map((socket) => {
    const events: string[] = [];
    socket.onAny((event: string, { id }: { id?: string }) => events.push(event === 'notification' ? id! : event));
    return events;
  });
  expect(await claim(strong)).toMatchObject({ sign: { name: 'Foyer' } });
  const ofOrganization = await notify(true);
  // It comes to each socket after whatever was sent before it.
  const ofAccount = await notify(false);
  await expect.poll(() => heard.every((events) => events.includes(ofAccount)), { timeout: 30_000 }).toBe(true);
  expect(heard.slice(2)).toEqual([[ofAccount], [ofAccount]]);
  for (const events of heard.slice(0, 2)) {
    expect(events).toContain('claim:update');
    expect(events.slice(-2)).toEqual([ofOrganization, ofAccount]);
  }
});

it('A6, D17: a socket without a second factor gets no read marks of the organization, and a count without its messages', async () => {
  await require(true);
  const strong = await withFactor();
  const [weakWall, strongWall] = [await join(member, 0), await join(strong, 1)];
  const ofOrganization = await notify(true);
  const ofAccount = await notify(false);
  const marks = (socket: Socket) => on<{ ids: string[] | null; unreadCount: number }>(socket, 'notifications:read');
  const read = async (person: Person, body: object) => {
    const headers = { authorization: `Bearer ${person.token}`, 'content-type': 'application/json' };
    const request = { method: 'POST', headers, body: JSON.stringify(body) };
    expect((await fetch(`${nodes[0]!.url}/api/notifications/read`, request)).status).toBe(204);
  };
  // The session without a factor marks all that it can see: for the other session one message stays unread.
  const both = Promise.all([marks(weakWall), marks(strongWall)]);
  await read(member, { all: true });
  expect(await both).toEqual([
    { ids: null, unreadCount: 0 },
    { ids: [ofAccount], unreadCount: 1 },
  ]);
  const seen: unknown[] = [];
  weakWall.on('notifications:read', (message) => seen.push(message));
  const last = marks(strongWall);
  await read(strong, { ids: [ofOrganization] });
  expect(await last).toEqual({ ids: [ofOrganization], unreadCount: 0 });
  // The message about the account comes after whatever was sent before it.
  const next = on(weakWall, 'notification');
  await notify(false);
  await next;
  expect(seen).toEqual([]);
});
