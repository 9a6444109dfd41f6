import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createCheck } from '@sign-display/client/answer-check';
import { createClient, type Client } from '@sign-display/client/client';
import { refusalOf } from '@sign-display/client/connection-refusal';
import { connectDashboard, connectKiosk, type KioskSocket } from '@sign-display/client/sockets';
import { BEARER_HEADER } from '@sign-display/contracts/rest/session';
import { ROUTES, routeAddress, type RouteKey } from '@sign-display/contracts/routes';
import { deriveShortCode } from '@sign-display/contracts/short-code';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { startBackend, type BackendProcess } from '../adapters/backend-process.ts';

/** The typed client (contracts/client) against the real service, every answer checked against its row. */

const ID = '0190a1b2-0000-7000-8000-000000000001';
const EMAIL = 'owner@sign-display.local';
const PASSWORD = 'a password of nobody else';

let backend: BackendProcess;
let nobody: Client;
let token: string;
let owner: Client;
beforeAll(async () => {
  backend = await startBackend(process.env, { BOOTSTRAP_EMAIL: EMAIL, BOOTSTRAP_PASSWORD: PASSWORD });
  const options = { origin: backend.url, check: createCheck() };
  nobody = createClient(options);
  const body = { email: EMAIL, password: PASSWORD };
  const { headers } = await nobody.call('POST /api/auth/sign-in/email', { body });
  token = headers.get(BEARER_HEADER)!;
  owner = createClient({ ...options, token });
}, 120_000);
afterAll(async () => {
  await backend.stop();
  await backend.removeFolder();
});

/** An address at which nothing answers. */
async function goneAddress(): Promise<string> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  return `http://127.0.0.1:${port}`;
}

test('the service knows every route of the contract under the URL that the client makes', async () => {
  const call = nobody.call as (key: RouteKey, options: object) => ReturnType<Client['call']>;
  for (const key of Object.keys(ROUTES) as RouteKey[]) {
    const params = Object.fromEntries(
      [...key.matchAll(/:(\w+)/g)].map(([, name]) => [name, name === 'token' ? 'a/b c' : ID]),
    );
    const options = routeAddress(key).method === 'GET' ? { params } : { params, body: {} };
    const { ok, body } = await call(key, options);
    const code = ok ? 'answered' : (body as { code: string }).code;
    // Without a session a route that exists asks for one; an address that nothing serves is `not_found`.
    const expected =
      ROUTES[key].role === 'none' ? /^(answered|validation_failed|not_found|conflict)$/ : /^unauthenticated$/;
    expect([key, code]).toEqual([key, expect.stringMatching(expected)]);
    if (code === 'not_found') expect(key).toMatch(/:token/);
    // A service whose URL is an IP address offers no passkeys.
    if (code === 'conflict') expect(key).toMatch(/passkey/);
  }
});

test('an answer and a refusal come typed, with the version to change a record by', async () => {
  const me = await owner.call('GET /api/me');
  if (!me.ok) return expect.fail(me.body.code);
  const organizationId = me.body.organizations[0]!.id;
  const event = await owner.call('POST /api/organizations/:id/events', {
    params: { id: organizationId },
    body: { name: 'Fair', timeZone: 'Europe/Vienna' },
  });
  if (!event.ok) return expect.fail(event.body.code);
  const made = await owner.call('POST /api/signs', {
    body: { organizationId, eventId: event.body.id, name: 'Entrance', location: 'Hall 1' },
  });
  if (!made.ok) return expect.fail(made.body.code);
  const params = { id: made.body.id };
  const patch = (ifMatch: string, name: string) =>
    owner.call('PATCH /api/signs/:id', { params, body: { name }, ifMatch });
  expect(await patch(made.etag!, 'Exit')).toMatchObject({
    ok: true,
    body: { name: 'Exit', version: made.body.version + 1 },
  });
  const late = await patch(made.etag!, 'Foyer');
  expect(late.status === 412 && late.body.current?.name).toBe('Exit');
  const listed = await owner.list('GET /api/signs', { query: { organizationId, limit: 1 } });
  expect(listed).toMatchObject({ ok: true, items: [{ name: 'Exit' }] });
  const picture = await owner.call('GET /api/signs/:id/screenshot', { params });
  expect(!picture.ok && picture.body.code).toBe('not_found');
  const exported = await owner.call('GET /api/audit/export', { query: { organizationId, format: 'csv' } });
  if (!exported.ok) return expect.fail(exported.body.code);
  expect(exported.headers.get('content-type')).toBe('text/csv; charset=utf-8');
  expect(await exported.body.text()).toContain(params.id);
  expect(await owner.call('DELETE /api/signs/:id', { params })).toMatchObject({ status: 204, body: null });
});

test('a dashboard subscribes, hears of changes, and is told why it is refused', async () => {
  const me = await owner.call('GET /api/me');
  if (!me.ok) return expect.fail(me.body.code);
  const [organization] = me.body.organizations;
  const socket = connectDashboard({ origin: backend.url, token });
  onTestFinished(() => void socket.close());
  const reply = await socket.timeout(10_000).emitWithAck('subscribe', { organizationId: organization!.id });
  if (!reply.ok) return expect.fail(reply.error.code);
  const events = await owner.list('GET /api/organizations/:id/events', { params: { id: organization!.id } });
  const eventId = events.ok ? events.items[0]!.id : '';
  const told = new Promise<string | undefined>((resolve) =>
    socket.on('signs:patch', ({ changes }) => resolve(changes.find(({ name }) => name === 'Foyer')?.location)),
  );
  await owner.call('POST /api/signs', {
    body: { organizationId: organization!.id, eventId, name: 'Foyer', location: 'Hall 2' },
  });
  expect(await told).toBe('Hall 2');
  const stranger = connectDashboard({ origin: backend.url, token: 'not a token' });
  onTestFinished(() => void stranger.close());
  const error = await new Promise<Error>((resolve) => stranger.once('connect_error', resolve));
  expect(refusalOf(error)).toMatchObject({ code: 'unauthenticated', detail: expect.any(String) });
});

test('a kiosk registers, is told its configuration, and is told why it is refused', async () => {
  const signId = randomUUID();
  const [macAddress, bootId] = ['02:00:00:00:00:01', randomUUID()];
  const handshake = { protocol: 1, signId, deviceSecret: 'a'.repeat(64), bootId, macAddress, appVersion: '1' };
  const connect = (origin: string, protocol: number) => {
    const socket = connectKiosk({ origin, handshake: { ...handshake, protocol } });
    onTestFinished(() => void socket.close());
    return socket;
  };
  const refused = async (socket: KioskSocket) =>
    refusalOf(await new Promise<Error>((resolve) => socket.once('connect_error', resolve)));
  const socket = connect(backend.url, 1);
  const configured = new Promise<boolean>((resolve) => socket.on('sign:config', ({ claimed }) => resolve(claimed)));
  const screen = { width: 1_920, height: 1_080, scaleFactor: 1 };
  const names = { platform: 'linux', osRelease: '6', arch: 'x64', hostname: 'sign', timeZone: 'UTC' };
  const reply = await socket.timeout(10_000).emitWithAck('sign:register', {
    signId,
    shortCode: deriveShortCode(signId),
    macAddress,
    bootId,
    state: 'unclaimed',
    currentUrl: null,
    organizationId: null,
    eventId: null,
    configVersion: 0,
    device: { appVersion: '1', screen, ...names },
  });
  expect(reply.ok && reply.registered).toBe(true);
  expect(await configured).toBe(false);
  expect(await refused(connect(backend.url, 99))).toMatchObject({ code: 'protocol_unsupported' });
  expect(await refused(connect(await goneAddress(), 1))).toBeNull();
});
