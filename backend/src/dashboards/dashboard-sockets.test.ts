import { io, type Socket } from 'socket.io-client';
import { Check } from 'typebox/value';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  BackendToDashboard,
  DASHBOARD_NAMESPACE,
  type DashboardUpdateMessage,
} from '@sign-display/contracts/dashboard-events';
import { PASSWORD, type Person } from '../access/testing/test-service.ts';
import { startListeningApp, type ListeningApp } from '../process/testing/listening-app.ts';
import { startSignsWorld, type SignsWorld } from '../signs/testing/signs-world.ts';
import { createMemoryCarriers } from '../testing/memory-carrier.ts';
import { floodUntilCut } from '../sockets/testing/flood.ts';

/** Dashboards on real sockets, beside two nodes that share a database. */

type Patch = DashboardUpdateMessage<'signs:patch'>;
const NOWHERE = '00000000-0000-4000-8000-000000000000';
let world: SignsWorld;
let nodes: ListeningApp[];
const sockets: Socket[] = [];

beforeAll(async () => {
  world = await startSignsWorld({ SIGN_IN_LIMIT_PER_MINUTE: '1000' });
  const carriers = createMemoryCarriers(2);
  nodes = await Promise.all(carriers.of.map((carrier) => startListeningApp(world.service.database.db, { carrier })));
});
afterAll(async () => {
  for (const node of nodes) await node.close();
  await world.service.close();
});
let viewer: Person;
let people = 0;
beforeEach(async () => {
  viewer = await world.service.makePerson(`watcher-${(people += 1)}`);
  await world.service.setRole(world.organizationId, viewer.id, 'viewer');
});
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.disconnect();
});

function dial(options: { auth?: object; extraHeaders?: Record<string, string> }, node = 0): Socket {
  const fixed = { transports: ['websocket'], forceNew: true, reconnection: false };
  const socket = io(nodes[node]!.url + DASHBOARD_NAMESPACE, { ...fixed, ...options });
  sockets.push(socket);
  return socket;
}
const on = <Payload>(socket: Socket, event: string): Promise<Payload> =>
  new Promise((resolve) => socket.once(event, resolve));
const refusalOf = async (socket: Socket): Promise<unknown> =>
  (await on<Error & { data: { code: string } }>(socket, 'connect_error')).data.code;

async function join(person: Person = viewer, node = 0): Promise<Socket> {
  const socket = dial({ auth: { token: person.token } }, node);
  await on(socket, 'connect');
  return socket;
}
async function watch(person: Person = viewer, node = 0, more: object = {}): Promise<Socket> {
  const socket = await join(person, node);
  const reply: unknown = await socket.emitWithAck('subscribe', { organizationId: world.organizationId, ...more });
  expect(reply).toMatchObject({ ok: true, cursor: 0 });
  return socket;
}
/** Over a node's own HTTP. */
async function call(person: Person, node: number, method: string, path: string, body?: object): Promise<Response> {
  const headers = { authorization: `Bearer ${person.token}`, 'content-type': 'application/json', 'if-match': '"1"' };
  const url = nodes[node]!.url + path;
  return await fetch(url, { method, headers, ...(body && { body: JSON.stringify(body) }) });
}

describe('the handshake', () => {
  it('takes a bearer token, or a browser’s cookie from our own pages', async () => {
    await join();
    const reply = await world.service.signIn(viewer.email, PASSWORD);
    const cookie = String([reply.headers['set-cookie']].flat()[0]).split(';')[0]!;
    await on(dial({ extraHeaders: { cookie } }), 'connect');
    await on(dial({ extraHeaders: { cookie, origin: nodes[0]!.url } }), 'connect');
    expect(await refusalOf(dial({ extraHeaders: { cookie, origin: 'https://evil.example' } }))).toBe('unauthenticated');
  });

  it('X9: refuses a person who still has the printed first password, until they replace it', async () => {
    const { db } = world.service.database;
    const require = (passwordChangeRequired: boolean) =>
      db.updateTable('user').set({ passwordChangeRequired }).where('id', '=', viewer.id).execute();
    await require(true);
    expect(await refusalOf(dial({ auth: { token: viewer.token } }))).toBe('password_change_required');
    await require(false);
    await join();
  });

  it('A5: refuses whoever shows nothing that we have signed', async () => {
    for (const token of [undefined, 'x.y', 7, '\0'.repeat(900), 'x'.repeat(5_000)])
      expect(await refusalOf(dial({ auth: { token } }))).toBe('unauthenticated');
  });
});

describe('subscribing', () => {
  it('answers how many signs there are, of the organization or of one event', async () => {
    const { eventId } = await world.makeRecord();
    const socket = await join();
    const { db } = world.service.database;
    const { length } = await db
      .selectFrom('sign')
      .select('id')
      .where('organizationId', '=', world.organizationId)
      .execute();
    const ask = (message: object): Promise<unknown> => socket.emitWithAck('subscribe', message);
    expect(await ask({ organizationId: world.organizationId })).toMatchObject({ ok: true, cursor: 0, total: length });
    expect(await ask({ organizationId: world.organizationId, eventId })).toMatchObject({ ok: true, cursor: 0 });
    const empty = { organizationId: world.organizationId, eventId: world.otherEventId };
    expect(await ask(empty)).toMatchObject({ ok: true, cursor: 0, total: 0 });
  });

  it('A1: to what is another’s, or nowhere, is not_found', async () => {
    const socket = await join();
    const { organizationId } = world;
    for (const message of [
      { organizationId: world.foreign.organizationId },
      { organizationId: NOWHERE },
      { organizationId, eventId: world.foreign.eventId },
      { organizationId, eventId: NOWHERE },
    ])
      expect(await socket.emitWithAck('subscribe', message)).toMatchObject({ ok: false, error: { code: 'not_found' } });
  });

  it('U11: the service answers a ping with or without a subscription, and refuses a malformed ping', async () => {
    const socket = await join();
    expect(await socket.emitWithAck('ping', {})).toEqual({ ok: true });
    expect(await socket.emitWithAck('subscribe', { organizationId: world.organizationId })).toMatchObject({ ok: true });
    expect(await socket.emitWithAck('ping', {})).toEqual({ ok: true });
    expect(await socket.emitWithAck('ping', 7)).toMatchObject({ error: { code: 'invalid_message' } });
  });

  it('A5: with what is none is told so, and nothing else happens', async () => {
    const socket = await join();
    const { organizationId } = world;
    for (const args of [[], [null], ['x'], [{ organizationId: 7 }], [{ organizationId: '\0' }], [1, 2]])
      expect(await socket.emitWithAck('subscribe', ...args)).toMatchObject({ error: { code: 'invalid_message' } });
    expect(await socket.emitWithAck('nothing', {})).toMatchObject({ error: { code: 'invalid_message' } });
    socket.emit('subscribe');
    socket.emit('subscribe', 'without a wish for an answer');
    expect(await socket.emitWithAck('subscribe', { organizationId })).toMatchObject({ ok: true });
  });

  it.each([
    ['70 kB', 'x'.repeat(70_000)],
    ['an attachment', Buffer.from('x')],
  ])('H1: with %s ends the socket', async (_what, more) => {
    const socket = await join();
    const ended = on(socket, 'disconnect');
    socket.emit('subscribe', { organizationId: world.organizationId, more });
    expect(await ended).toMatch(/^transport (?:close|error)$/);
  });

  it('too often ends in rate_limited and the end of the socket', async () => {
    const socket = await join();
    const ended = on(socket, 'disconnect');
    const told = socket.emitWithAck('nothing');
    await floodUntilCut(socket, 'nothing', {});
    expect(await told).toMatchObject({ error: { code: 'invalid_message' } });
    expect(await ended).toBe('transport close');
  });
});

describe('what changes', () => {
  it('on any node comes as patches in the contract’s form, counted one by one', async () => {
    const here = await watch(viewer, 0);
    const there = await watch(viewer, 1, { eventId: world.eventId });
    for (const cursor of [1, 2]) {
      const patches = [here, there].map((socket) => on<Patch>(socket, 'signs:patch'));
      const sign = await world.makeRecord();
      const told = await call(world.people.admin, 1, 'PATCH', `/api/signs/${sign.id}`, { name: 'Renamed' });
      expect(told.status).toBe(200);
      for (const patch of await Promise.all(patches)) {
        expect(Check(BackendToDashboard['signs:patch'], patch)).toBe(true);
        const change: unknown = expect.objectContaining({ id: sign.id, name: 'Renamed', status: 'unlinked' });
        expect(patch).toEqual({ cursor, changes: [change], removed: [] });
      }
    }
  });

  it('A1: never reaches who watches another organization', async () => {
    const stranger = await join(world.people.stranger);
    const { organizationId } = world.foreign;
    expect(await stranger.emitWithAck('subscribe', { organizationId })).toMatchObject({ ok: true });
    const heard: unknown[] = [];
    // That a node still warms up is told to everybody, of whichever organization.
    stranger.onAny((event: string, message: unknown) => event !== 'presence:warm_up' && heard.push([event, message]));
    const own = await watch();
    const patched = on(own, 'signs:patch');
    const sign = await world.makeRecord();
    await call(world.people.admin, 0, 'PATCH', `/api/signs/${sign.id}`, { name: 'Ours' });
    await patched;
    // An answer comes after whatever was sent before it.
    await stranger.emitWithAck('subscribe', { organizationId });
    expect(heard).toEqual([]);
  });
});

/** That it is within a second is in dashboard-convergence.test.ts, where time is the test's. */
describe('A3: a socket ends', () => {
  const cases: [string, (socket: Socket) => Promise<unknown>][] = [
    ['a sign-out', () => call(viewer, 1, 'POST', '/api/auth/sign-out', {})],
    [
      'a revoked session',
      () => world.service.database.db.deleteFrom('session').where('userId', '=', viewer.id).execute(),
    ],
    [
      'an expired session',
      () =>
        world.service.database.db
          .updateTable('session')
          .set({ expiresAt: new Date(Date.now() + 100) })
          .where('userId', '=', viewer.id)
          .execute(),
    ],
    [
      'a removed member',
      () => call(world.people.admin, 1, 'DELETE', `/api/organizations/${world.organizationId}/members/${viewer.id}`),
    ],
    [
      'sessions that an admin ended (A9)',
      () =>
        call(
          world.people.admin,
          1,
          'DELETE',
          `/api/organizations/${world.organizationId}/members/${viewer.id}/sessions`,
        ),
    ],
    ['a changed role', () => world.service.setRole(world.organizationId, viewer.id, 'operator')],
  ];
  it.each(cases)('of %s', async (_title, end) => {
    for (const open of [watch, join]) {
      const person = await world.service.makePerson(`leaver-${(people += 1)}`);
      await world.service.setRole(world.organizationId, person.id, 'viewer');
      viewer = person;
      const socket = await open(person);
      const ended = on(socket, 'disconnect');
      await end(socket);
      await ended;
      expect(socket.connected).toBe(false);
    }
  });

  it('and others stay', async () => {
    const other = await watch(world.people.admin);
    const ended = on(await watch(), 'disconnect');
    await world.service.setRole(world.organizationId, viewer.id, 'operator');
    await ended;
    expect(other.connected).toBe(true);
  });
});

it('a node that drains ends its dashboards’ sockets', async () => {
  const node = await startListeningApp(world.service.database.db);
  nodes.push(node);
  const socket = await watch(viewer, nodes.length - 1);
  const ended = on(socket, 'disconnect');
  await node.close();
  expect(await ended).toBe('transport close');
  nodes.pop();
});
