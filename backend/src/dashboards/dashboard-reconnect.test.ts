import { io, type Socket } from 'socket.io-client';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { DASHBOARD_NAMESPACE } from '@sign-display/contracts/dashboard-events';
import { startListeningApp, type ListeningApp } from '../process/testing/listening-app.ts';
import { startSignsWorld, type SignsWorld } from '../signs/testing/signs-world.ts';
import { createGatedDatabase, type GatedDatabase } from '../testing/gated-database.ts';

/** Walls on real sockets whose node goes down, and who all come to the next one at once. */

const WALLS = 20;
/** One page of a snapshot, so that each one that is made is one statement. */
const SIGNS = 400;
let world: SignsWorld;
let gated: GatedDatabase;
let made = 0;
const nodes: ListeningApp[] = [];

beforeAll(async () => {
  world = await startSignsWorld({ OFFLINE_AFTER_MS: '86400000' });
  gated = await createGatedDatabase(world.service.database);
  await world.insertRecords(SIGNS);
});
afterAll(async () => {
  for (const node of nodes) await node.close();
  await gated.close();
  await world.service.close();
});

async function startNode(): Promise<ListeningApp> {
  const { db } = gated.open(async (statement) => {
    if (statement.includes('hash_record') && statement.includes('string_agg')) made += 1;
  });
  const node = await startListeningApp(db, { env: { OFFLINE_AFTER_MS: '86400000' } });
  nodes.push(node);
  return node;
}

/** Connects, subscribes and reads the snapshot, as a page does that is opened; what it was told, and its socket. */
async function openWall({ url }: ListeningApp) {
  const { token } = world.people.viewer;
  const options = { transports: ['websocket'], forceNew: true, reconnection: false, auth: { token } };
  const socket: Socket = io(url + DASHBOARD_NAMESPACE, options);
  await new Promise<void>((resolve, reject) => socket.once('connect', resolve).once('connect_error', reject));
  const reply: unknown = await socket.emitWithAck('subscribe', { organizationId: world.organizationId });
  const read = await fetch(`${url}/api/signs/snapshot?organizationId=${world.organizationId}`, {
    headers: { authorization: `Bearer ${token}` },
  });
  return { socket, reply, status: read.status, text: await read.text() };
}

it('20 walls that come back at once after a restart are all served, by one snapshot', async () => {
  const first = await startNode();
  const before = await Promise.all(Array.from({ length: WALLS }, () => openWall(first)));
  expect(made).toBe(1);
  made = 0;
  const lost = before.map(({ socket }) => new Promise((resolve) => socket.once('disconnect', resolve)));
  const [next] = await Promise.all([startNode(), first.close()]);
  nodes.splice(nodes.indexOf(first), 1);
  await Promise.all(lost);

  const after = await Promise.all(before.map(() => openWall(next)));
  expect(after.map(({ reply }) => reply)).toEqual(
    Array.from({ length: WALLS }, () => ({ ok: true, cursor: 0, total: SIGNS, warmUps: expect.any(Array) })),
  );
  expect(after.map(({ status }) => status)).toEqual(Array.from({ length: WALLS }, () => 200));
  expect(new Set(after.map(({ text }) => text))).toEqual(new Set([before[0]!.text]));
  expect(made).toBe(1);
  for (const { socket } of after) socket.disconnect();
});
