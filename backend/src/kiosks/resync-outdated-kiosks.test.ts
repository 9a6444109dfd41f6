import { afterAll, beforeAll, expect, it } from 'vitest';
import { RENEW_LEASE_EVERY_MS } from '../cluster/held-lease-duration.ts';
import {
  composeMemoryNode,
  insertOrganization,
  insertRecord,
  type TestNode,
  type TestOrganization,
} from '../testing/claim-world.ts';
import { createGatedDatabase, type GatedDatabase } from '../testing/gated-database.ts';
import { createManualClock } from '../testing/manual-clock.ts';
import { createTestDatabase, type TestDatabase } from '../testing/create-test-database.ts';
import { createSeededRandom } from '../testing/seeded-random.ts';
import { createVirtualDevice, type VirtualDevice } from '../testing/virtual-device.ts';

/** A record that changes on another node, whose word of it is lost without anybody's noticing. */

const random = createSeededRandom('untold-kiosks');
const clock = createManualClock();
const THREE_HEARTBEATS_MS = 15_000;
let database: TestDatabase;
let gated: GatedDatabase;
let organization: TestOrganization;
let node: TestNode;

beforeAll(async () => {
  database = await createTestDatabase();
  gated = await createGatedDatabase(database);
  organization = await insertOrganization(database.db, { clock, random }, {});
  node = composeMemoryNode({ db: gated.open().db, clock, random });
  await node.membership.join();
});
afterAll(async () => {
  await gated.close();
  await database.drop();
});

async function pass(ms: number): Promise<void> {
  for (let left = ms; left > 0; left -= RENEW_LEASE_EVERY_MS / 2) {
    clock.advance(Math.min(left, RENEW_LEASE_EVERY_MS / 2));
    await gated.settled();
  }
}
const configsOf = ({ kiosk }: VirtualDevice) => kiosk!.received.filter(({ event }) => event === 'sign:config');
const fieldsOf = ({ signId, shortCode }: VirtualDevice) => ({
  deviceSignId: signId,
  macAddress: '00:1a:2b:3c:4d:5e',
  shortCode,
});

it('C7: a kiosk that nobody told of a change hears of it after three heartbeats, and is left in peace otherwise', async () => {
  const device = createVirtualDevice(random);
  const id = await insertRecord(database.db, { clock, random }, organization, 'https://example.com/');
  const ofRecord = database.db.updateTable('sign').where('id', '=', id);
  await device.connect(node);
  await pass(4 * THREE_HEARTBEATS_MS);
  expect([device.lastWord(), configsOf(device).length]).toEqual([null, 1]);

  await ofRecord.set(fieldsOf(device)).execute();
  await pass(2 * THREE_HEARTBEATS_MS);
  expect([device.lastWord(), configsOf(device).length]).toEqual([id, 2]);

  await ofRecord.set({ url: 'https://example.com/other', configVersion: 7 }).execute();
  await pass(2 * THREE_HEARTBEATS_MS);
  expect(configsOf(device).at(-1)!.payload).toMatchObject({ configVersion: 7 });

  await ofRecord.set({ deviceSignId: null, macAddress: null, shortCode: null }).execute();
  await pass(2 * THREE_HEARTBEATS_MS);
  expect(device.lastWord()).toBeNull();
  const told = configsOf(device).length;
  await pass(4 * THREE_HEARTBEATS_MS);
  expect(configsOf(device)).toHaveLength(told);
});
