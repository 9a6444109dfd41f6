import { afterAll, beforeAll, expect, test } from 'vitest';
import type { KioskMessage } from '@sign-display/contracts/kiosk-events';
import { startTestService } from '../access/testing/test-service.ts';
import { insertOrganization, insertRecord } from '../testing/claim-world.ts';
import { createGatedDatabase, type GatedDatabase } from '../testing/gated-database.ts';
import { createManualClock } from '../testing/manual-clock.ts';
import type { MemoryKiosk } from '../testing/memory-kiosks.ts';
import { createTestDatabase, type TestDatabase } from '../testing/create-test-database.ts';
import { createSeededRandom } from '../testing/seeded-random.ts';
import { makeHandshake, makeRegister } from '../testing/virtual-device.ts';

/** What a node asks of the database while nothing happens: a look every 2 s, and its signs' last heartbeats every 5 s. */

const random = createSeededRandom('quiet-node');
const MINUTE_MS = 60_000;
const MINUTES = 10;
const BEAT_MS = 5_000;
const STEP_MS = 500;
const MOST_AN_HOUR = 2_600;
const SIGNS = 6;
let database: TestDatabase;
let gated: GatedDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
  gated = await createGatedDatabase(database);
});
afterAll(async () => {
  await gated.close();
  await database.drop();
});

const heartbeat = (seq: number): KioskMessage<'heartbeat'> => ({
  seq,
  status: 'showing',
  mode: 'foreground',
  metrics: { cpuLoad: 0, memUsedBytes: 1, memTotalBytes: 2, uptimeSeconds: 3 },
  contentState: 'showing',
});

test('an idle node with six signs sends some 2,600 statements an hour', async () => {
  const clock = createManualClock();
  const sent = new Map<string, number>();
  const note = (text: string): void => void sent.set(text, (sent.get(text) ?? 0) + 1);
  const { db } = gated.open(async (statement) => {
    note(statement);
    if (statement === 'commit') note('begin');
  });
  const node = await startTestService({ clock, database: { ...database, db } });
  const organization = await insertOrganization(database.db, { clock, random }, {});
  const kiosks: MemoryKiosk[] = [];
  for (let count = 0; count < SIGNS; count += 1) {
    const handshake = makeHandshake(random);
    const id = await insertRecord(database.db, { clock, random }, organization, 'https://example.com/');
    const { signId, shortCode } = makeRegister(handshake);
    const fields = { deviceSignId: signId, macAddress: handshake.macAddress, shortCode };
    await database.db.updateTable('sign').set(fields).where('id', '=', id).execute();
    const connected = await node.kiosks.connect(handshake);
    if ('refusal' in connected) throw new Error(connected.refusal.code);
    await connected.kiosk.request('sign:register', makeRegister(handshake));
    await connected.kiosk.next('sign:config');
    kiosks.push(connected.kiosk);
  }
  let beats = 0;
  /** Time passes with a heartbeat of each sign every 5 s. */
  async function pass(ms: number): Promise<void> {
    for (let passed = 0; passed < ms; passed += STEP_MS) {
      if (passed % BEAT_MS === 0) for (const kiosk of kiosks) kiosk.send('heartbeat', heartbeat((beats += 1)));
      clock.advance(STEP_MS);
      await gated.settled();
    }
  }
  // Until it takes all that was at its start for granted.
  await pass(2 * MINUTE_MS);
  // And not over the hour, in which it prunes.
  sent.clear();
  await pass(MINUTES * MINUTE_MS);
  const count = [...sent.values()].reduce((sum, each) => sum + each, 0);
  const texts = [...sent].toSorted(([, one], [, other]) => other - one);
  const listed = texts.map(([text, each]) => `${each} × ${text.replaceAll(/\s+/g, ' ')}`);
  expect(count * (60 / MINUTES) <= MOST_AN_HOUR ? [] : listed).toEqual([]);
  await node.close();
}, 120_000);
