import { io, type Socket } from 'socket.io-client';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { DashboardUpdateMessage } from '@sign-display/contracts/dashboard-events';
import { DASHBOARD_NAMESPACE } from '@sign-display/contracts/dashboard-events';
import { makeUuidV4, makeUuidV7 } from '@sign-display/contracts/identifier-generation';
import type { SignNow } from '@sign-display/contracts/rest/sign-now';
import type { Sign } from '@sign-display/contracts/rest/signs';
import { problemOf } from '../../access/testing/test-service.ts';
import { systemClock } from '../../adapters/system-clock.ts';
import { systemRandom } from '../../adapters/system-random.ts';
import { startListeningApp, type ListeningApp, type ListeningKiosk } from '../../process/testing/listening-app.ts';
import { insertLinkedSign } from '../../reports/testing/analytics-fixtures.ts';
import { startSignsWorld, type SignsWorld } from '../../signs/testing/signs-world.ts';
import { createMemoryCarriers } from '../../testing/memory-carrier.ts';

/** GET /api/signs/:id/now over real sockets: two nodes of their own, beside the test service's, on one database. */

const HOST = 'menu.example';
/** Of a machine that others use too. */
const PATIENCE = { timeout: 60_000 };
const PAGE = `https://${HOST}:8443/bar`;
let world: SignsWorld;
let nodes: ListeningApp[];
let dashboard: Socket;
let kiosk: ListeningKiosk;
let sign: Sign;
/** The sign as a dashboard has it from the first node. */
let shown: Partial<Sign> = {};
let tell = (): void => {};

beforeAll(async () => {
  // The test sends the heartbeats that it needs, and no more.
  const env = { OFFLINE_AFTER_MS: '86400000', LINK_HANDSHAKE_ENABLED: 'false' };
  world = await startSignsWorld(env);
  const carriers = createMemoryCarriers(2);
  const start = (carrier: (typeof carriers.of)[number]) =>
    startListeningApp(world.service.database.db, { carrier, env });
  nodes = await Promise.all(carriers.of.map(start));
  // A node that has not joined yet holds no connection, as the others see it.
  const { db } = world.service.database;
  await vi.waitUntil(async () => (await db.selectFrom('node').select('id').execute()).length === 3, PATIENCE);
  kiosk = await nodes[1]!.connectKiosk();
  const auth = { token: world.people.viewer.token };
  const options = { auth, transports: ['websocket'], forceNew: true, reconnection: false };
  dashboard = io(nodes[0]!.url + DASHBOARD_NAMESPACE, options);
  dashboard.on('signs:patch', ({ changes }: DashboardUpdateMessage<'signs:patch'>) => {
    for (const change of changes) if (change.id === sign?.id) shown = { ...shown, ...change };
    tell();
  });
  await new Promise<void>((resolve) => dashboard.once('connect', resolve));
  await dashboard.emitWithAck('subscribe', { organizationId: world.organizationId });
  const { organizationId, eventId } = world;
  const { signId, shortCode } = kiosk;
  const place = { organizationId, eventId, name: 'Bar 3', location: 'Bars, Hall 5' };
  const claim = { ...place, signId, shortCode, url: PAGE };
  const { status, body } = await world.people.operator.call('POST', '/api/signs/claim', claim);
  if (status !== 201) throw new Error(`not claimed: ${status}`);
  ({ sign } = body as { sign: Sign });
});
afterAll(async () => {
  dashboard.disconnect();
  for (const node of nodes) await node.close();
  await world.service.close();
});

/** Resolves when the dashboard shows this of the sign. */
const shows = (what: Partial<Sign>): Promise<void> =>
  new Promise((resolve) => {
    tell = () => {
      const names = Object.keys(what) as (keyof Sign)[];
      if (names.every((name) => JSON.stringify(shown[name]) === JSON.stringify(what[name]))) resolve();
    };
    tell();
  });
const beat = (contentState: string, blank: boolean | null = false): void => {
  const metrics = { cpuLoad: 0, memUsedBytes: 1, memTotalBytes: 2, uptimeSeconds: 3 };
  kiosk.socket.emit('heartbeat', { seq: 1, status: 'showing', mode: 'foreground', metrics, contentState, blank });
};
const ask = async (node: number, id = sign.id): Promise<SignNow> => {
  const headers = { authorization: `Bearer ${world.people.viewer.token}` };
  const reply = await fetch(`${nodes[node]!.url}/api/signs/${id}/now`, { headers });
  expect(reply.status).toBe(200);
  return (await reply.json()) as SignNow;
};
const time = (agoMs = 0): string => new Date(Date.now() - agoMs).toISOString();
const report = (event: string, more: object): void => void kiosk.socket.emit(event, { url: PAGE, at: time(), ...more });
const sendBatch = (...entries: object[]): Promise<unknown> =>
  kiosk.socket.emitWithAck('sign:analytics', { batchId: makeUuidV4(systemRandom), entries });
const request = (status: number, agoMs: number) => ({
  kind: 'content_fetch',
  at: time(agoMs),
  url: PAGE,
  startedAt: time(agoMs),
  durationMs: 5,
  status,
  bytes: 10,
  fromCache: false,
  error: status === 200 ? null : `HTTP ${status}`,
});

describe('a sign that is connected to another node', () => {
  it('D2: is told with that connection and all nodes, by any of them', async () => {
    report('sign:content_displayed', { contentId: null, loadMs: 5, httpStatus: 200 });
    beat('showing');
    await shows({ presence: 'online', contentState: 'showing', blank: false });
    // The page's status is told with the page; its requests come in batches, up to a minute later.
    expect((await ask(1)).content).toMatchObject({ url: PAGE, httpStatus: 200 });
    await sendBatch(request(200, 0), { kind: 'blank_check', at: time(), url: PAGE, blank: false });
    const [here, there] = [await ask(0), await ask(1)];
    expect(here).toEqual(there);
    expect(here).toMatchObject({
      service: { nodes: 3 },
      connection: { address: '127.0.0.1' },
      content: { url: PAGE, source: 'assigned', httpStatus: 200, detail: null, failures: 0, host: HOST, sameHost: 0 },
      screen: { blank: false },
      update: null,
    });
    const rows = await world.service.database.db.selectFrom('device').select('connectedAt').execute();
    expect(here.connection!.since).toBe(rows[0]!.connectedAt!.toISOString());
    const times = [here.service!.since, here.connection!.since, here.content!.since!, here.screen!.since!];
    for (const each of [...times, here.screen!.blankCheckedAt!])
      expect(Math.abs(Date.parse(each) - Date.now())).toBeLessThan(120_000);
  });

  it('D2: whose page fails is told with why, how often in a row, and how many others of its organization fail on that host', async () => {
    const { db } = world.service.database;
    const deps = { clock: systemClock, random: systemRandom };
    const ours = { id: world.organizationId, eventId: world.eventId };
    const theirs = { id: world.foreign.organizationId, eventId: world.foreign.eventId };
    const others = [
      { of: ours, url: `http://${HOST}/else`, facts: { contentState: 'error' } },
      { of: ours, url: `https://${HOST.toUpperCase()}`, facts: { contentState: 'unreachable' } },
      { of: ours, url: `https://${HOST}?blank`, facts: { contentState: 'showing', blank: true } },
      { of: ours, url: `https://${HOST}/well`, facts: { contentState: 'showing', blank: false } },
      { of: ours, url: `https://${HOST}/away`, facts: { contentState: 'error', presence: 'offline' } },
      { of: ours, url: `https://sub.${HOST}/`, facts: { contentState: 'error' } },
      { of: theirs, url: PAGE, facts: { contentState: 'error' } },
    ] as const;
    for (const { of, url, facts } of others) {
      const { id } = await insertLinkedSign(db, deps, of as never, { url });
      await db
        .updateTable('sign')
        .set({ presence: 'online', ...facts })
        .where('id', '=', id)
        .execute();
    }
    const { screen: before } = await ask(0);
    report('sign:content_unreachable', { detail: 'HTTP 503', since: time() });
    beat('unreachable');
    await shows({ contentState: 'unreachable' });
    expect((await ask(0)).content).toMatchObject({ httpStatus: null, detail: 'HTTP 503', failures: 2, sameHost: 3 });
    await sendBatch(...[4, 3, 2].map((nth) => request(503, nth)));
    const { content } = await ask(0);
    expect(content).toMatchObject({ httpStatus: 503, detail: 'HTTP 503', failures: 3, sameHost: 3 });
    expect(Date.parse(content!.since!)).toBeGreaterThan(Date.now() - 120_000);
    // The last good page stays on the screen, since it came.
    expect(before!.since).not.toBeNull();
    expect((await ask(0)).screen!.since).toBe(before!.since);
  });

  it('D2: has the last word of its updater, and a manual page while that is shown', async () => {
    kiosk.socket.emit('sign:update_status', { state: 'ready', version: '2.5.0' });
    const command = { command: 'display_content', args: { url: `https://other.example/`, until: time(-60_000) } };
    const path = `/api/signs/${sign.id}/commands`;
    expect((await world.people.operator.call('POST', path, command)).status).toBe(202);
    beat('loading');
    const manual = { url: 'https://other.example/', source: 'manual', until: command.args.until } as const;
    await shows({ contentState: 'loading', shown: manual });
    await expect.poll(async () => (await ask(0)).update, PATIENCE).toEqual({ state: 'ready', version: '2.5.0' });
    const { content } = await ask(0);
    expect(content).toMatchObject({ url: manual.url, source: 'manual', since: null, failures: 0 });
  });

  it('N1: is told without a connection when that has ended, and without content and screen when it is not heard', async () => {
    kiosk.socket.disconnect();
    await expect.poll(async () => (await ask(0)).connection, PATIENCE).toBe(null);
    expect((await ask(0)).content).not.toBe(null);
    const { db } = world.service.database;
    await db.updateTable('sign').set({ presence: 'offline' }).where('id', '=', sign.id).execute();
    expect(await ask(1)).toMatchObject({ connection: null, content: null, screen: null, service: { nodes: 3 } });
  });
});

it('A1: a sign of another organization is not found, and one without a device has nothing but the service', async () => {
  const { id } = await world.makeRecord();
  const { people } = world;
  expect((await ask(0, id)).service!.nodes).toBe(3);
  expect(await ask(0, id)).toMatchObject({ connection: null, content: null, screen: null, update: null });
  expect(problemOf(await people.stranger.call('GET', `/api/signs/${id}/now`)).code).toBe('not_found');
  const nobody = makeUuidV7(systemClock, systemRandom);
  expect(problemOf(await people.viewer.call('GET', `/api/signs/${nobody}/now`)).code).toBe('not_found');
});
