import { afterAll, beforeAll, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { DASHBOARD_NAMESPACE, type DashboardUpdateMessage } from '@sign-display/contracts/dashboard-events';
import type { CommandState } from '@sign-display/contracts/rest/commands';
import { startListeningApp, type ListeningApp } from '../process/testing/listening-app.ts';
import { connectKiosk, startSignsWorld, type SignsWorld } from '../signs/testing/signs-world.ts';
import { createMemoryCarriers } from '../testing/memory-carrier.ts';

/** A bulk request for many signs, and a phone that reads its frames slowly, over a real socket. */

const SIGNS = 1_000;
/** Long rows: of short ones a machine's own buffers take thousands for a client that reads nothing. */
const PAGE = `https://example.com/${'x'.repeat(2_000)}`;
const READS_AT_ONCE = 100_000;

let world: SignsWorld;
let node: ListeningApp;

beforeAll(async () => {
  const carriers = createMemoryCarriers(2);
  // The kiosks send no heartbeats, and an order for a sign that is offline waits: nobody is taken offline here, however slow the machine is.
  const env = { WARM_UP_MS: '900000' };
  world = await startSignsWorld(env, carriers.of[0]);
  node = await startListeningApp(world.service.database.db, { env, carrier: carriers.of[1]! });
}, 120_000);
afterAll(async () => {
  await node.close();
  await world.service.close();
}, 120_000);

interface Phone {
  socket: WebSocket;
  rows: DashboardUpdateMessage<'command:update'>[];
  progress: DashboardUpdateMessage<'bulk:progress'>[];
  /** Bytes of frames. */
  bytes: number;
  isCut: boolean;
  /** Resolves after the next frames for which `fits` is true. */
  until(fits: () => boolean): Promise<void>;
}

/** Socket.IO's own frames, as a phone's network has them. */
async function openPhone(): Promise<Phone> {
  const socket = new WebSocket(`${node.url.replace('http', 'ws')}/socket.io/?EIO=4&transport=websocket`);
  let waiting: { fits(): boolean; resolve(): void } | null = null;
  let subscribed: () => void = () => {};
  const isSubscribed = new Promise<void>((resolve) => (subscribed = resolve));
  const phone: Phone = {
    socket,
    rows: [],
    progress: [],
    bytes: 0,
    isCut: false,
    until: (fits) =>
      fits() ? Promise.resolve() : new Promise((resolve) => (waiting = { fits, resolve: () => resolve() })),
  };
  const look = (): void => {
    if (!waiting?.fits()) return;
    waiting.resolve();
    waiting = null;
  };
  const subscription = JSON.stringify(['subscribe', { organizationId: world.organizationId }]);
  socket.on('message', (data: Buffer) => {
    const frame = data.toString();
    phone.bytes += data.byteLength;
    if (frame === '2') socket.send('3');
    else if (frame.startsWith('0'))
      socket.send(`40${DASHBOARD_NAMESPACE},${JSON.stringify({ token: world.people.operator.token })}`);
    else if (frame.startsWith(`40${DASHBOARD_NAMESPACE},`)) socket.send(`42${DASHBOARD_NAMESPACE},0${subscription}`);
    else if (frame.startsWith(`43${DASHBOARD_NAMESPACE},0`)) subscribed();
    else if (frame.startsWith(`42${DASHBOARD_NAMESPACE},`)) {
      const [event, message] = JSON.parse(frame.slice(`42${DASHBOARD_NAMESPACE},`.length)) as [string, never];
      if (event === 'command:update') phone.rows.push(message);
      if (event === 'bulk:progress') phone.progress.push(message);
    }
    look();
  });
  socket.on('close', () => {
    phone.isCut = true;
    look();
  });
  await isSubscribed;
  return phone;
}

/** Signs whose kiosks are at the other node, and do at once what they are told. */
async function makeSigns(): Promise<void> {
  const { db } = world.service.database;
  const ids = await world.insertRecords(SIGNS);
  for (let from = 0; from < SIGNS; from += 100)
    await Promise.all(
      ids.slice(from, from + 100).map(async (id) => {
        const kiosk = await connectKiosk(world);
        const { signId: deviceSignId, shortCode } = kiosk;
        const device = { deviceSignId, shortCode, macAddress: '00:1a:2b:3c:4d:5e', presence: 'online' as const };
        await db.updateTable('sign').set(device).where('id', '=', id).execute();
        kiosk.onMessage((event, payload) => {
          const { commandId } = payload as { commandId?: string };
          if (event === 'sign:display_content' && commandId) kiosk.send('sign:command_ack', { commandId });
        });
      }),
    );
}

const isDone = ({ progress }: Phone): boolean => progress.at(-1)?.counts.acked === SIGNS;
const lastStates = ({ rows }: Phone): Map<string, CommandState> =>
  new Map(rows.map(({ commandId, state }) => [commandId, state]));
const hasAll = (phone: Phone): boolean => {
  const states = lastStates(phone);
  return states.size === SIGNS && Array.from(states.values()).every((state) => state === 'acked');
};

it('M1: a phone that reads slowly is not cut off by a bulk of a thousand signs, and comes to the state that each is in', async () => {
  await makeSigns();
  const [phone, wall] = [await openPhone(), await openPhone()];
  phone.socket.pause();
  const { organizationId } = world;
  const action = { command: 'display_content', args: { url: PAGE } };
  const body = { organizationId, target: { filter: {} }, action };
  expect((await world.people.operator.call('POST', '/api/signs/bulk', body)).status).toBe(202);
  await wall.until(() => wall.isCut || wall.rows.length >= SIGNS / 4);
  // From now on it takes a little each time, and is always behind.
  let isReading = true;
  const read = (): void => {
    if (!isReading || phone.isCut) return;
    const before = phone.bytes;
    phone.socket.resume();
    void phone
      .until(() => phone.isCut || phone.bytes - before > READS_AT_ONCE || (isDone(phone) && hasAll(phone)))
      .then(() => {
        if (!isDone(phone) || !hasAll(phone)) phone.socket.pause();
        setTimeout(read, 200);
      });
  };
  read();
  await wall.until(() => wall.isCut || (isDone(wall) && hasAll(wall)));
  expect(wall.isCut).toBe(false);
  isReading = false;
  phone.socket.resume();
  await phone.until(() => phone.isCut || (isDone(phone) && hasAll(phone)));
  expect(phone.isCut).toBe(false);
  for (const each of [phone, wall]) {
    expect(each.progress.at(-1)).toMatchObject({ total: SIGNS, counts: { acked: SIGNS, queued: 0, sent: 0 } });
    // Of each only what was the newest: never again a state that it had left.
    for (const [, rows] of Map.groupBy(each.rows, ({ commandId }) => commandId)) {
      const order = rows.map(({ state }) => ['queued', 'sent', 'acked'].indexOf(state));
      expect(order).toEqual(order.toSorted());
    }
  }
  for (const { socket } of [phone, wall]) socket.terminate();
}, 300_000);
