import * as fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { KioskMessage } from '@sign-display/contracts/kiosk-events';
import {
  clearClaims,
  composeMemoryNode,
  HEARTBEAT_INTERVAL_MS,
  insertOrganization,
  insertRecord,
  type TestOrganization,
} from '../testing/claim-world.ts';
import { createGatedDatabase, type GatedDatabase } from '../testing/gated-database.ts';
import { createManualClock } from '../testing/manual-clock.ts';
import { createTestDatabase, type TestDatabase } from '../testing/create-test-database.ts';
import { createSeededRandom } from '../testing/seeded-random.ts';
import { createVirtualDevice, type VirtualDevice } from '../testing/virtual-device.ts';

type Status = KioskMessage<'heartbeat'>['status'];

const random = createSeededRandom('kiosk-correction');
const clock = createManualClock();
let database: TestDatabase;
let gated: GatedDatabase;
let organization: TestOrganization;
let reads = 0;

beforeAll(async () => {
  database = await createTestDatabase();
  gated = await createGatedDatabase(database);
  organization = await insertOrganization(database.db, { clock, random }, {});
});
afterAll(async () => {
  await gated.close();
  await database.drop();
});
beforeEach(() => clearClaims(database.db));

const metrics = { cpuLoad: 0, memUsedBytes: 1, memTotalBytes: 2, uptimeSeconds: 3 };
const beat = ({ kiosk }: VirtualDevice, status: Status) =>
  kiosk!.send('heartbeat', { seq: 1, status, mode: 'foreground', metrics, contentState: 'idle' });
const configsOf = ({ kiosk }: VirtualDevice) => kiosk!.received.filter(({ event }) => event === 'sign:config');

/** A kiosk that has registered, whose record has it or which is nobody's. */
async function connectDevice(isClaimed: boolean) {
  const pool = gated.open(async () => void (reads += 1));
  const node = composeMemoryNode({ db: pool.db, clock, random });
  const device = createVirtualDevice(random);
  if (isClaimed) {
    const id = await insertRecord(database.db, { clock, random }, organization);
    const fields = { deviceSignId: device.signId, macAddress: '00:00:00:00:00:01', shortCode: '000000' };
    await database.db.updateTable('sign').set(fields).where('id', '=', id).execute();
  }
  await device.connect(node);
  return { node, device };
}

it('C7: a kiosk that is mistaken in whose it is is told at once, and again after three heartbeats', async () => {
  const statuses = fc.array(fc.constantFrom<Status>('unclaimed', 'idle', 'showing', 'error'), { maxLength: 12 });
  await fc.assert(
    fc.asyncProperty(fc.boolean(), statuses, async (isClaimed, said) => {
      const { node, device } = await connectDevice(isClaimed);
      let expected = 1;
      let quietBeats = 0;
      for (const status of said) {
        const isMistaken = isClaimed !== (status !== 'unclaimed');
        beat(device, status);
        if (isMistaken && quietBeats <= 0) {
          expect(await device.kiosk!.next('sign:config')).toMatchObject({ claimed: isClaimed });
          expected += 1;
          quietBeats = 3;
        }
        quietBeats -= 1;
        clock.advance(HEARTBEAT_INTERVAL_MS);
      }
      await node.truth.tell(device.signId);
      expect(configsOf(device)).toHaveLength(expected + 1);
      device.disconnect();
    }),
    { numRuns: 40 },
  );
});

it.each([true, false])(
  'of a kiosk that is right no heartbeat touches the database (claimed: %s)',
  async (isClaimed) => {
    const { node, device } = await connectDevice(isClaimed);
    await node.truth.tell(device.signId);
    reads = 0;
    for (let count = 0; count < 20; count += 1) {
      beat(device, isClaimed ? 'showing' : 'unclaimed');
      clock.advance(HEARTBEAT_INTERVAL_MS);
      await new Promise(setImmediate);
    }
    expect(reads).toBe(0);
    expect(configsOf(device)).toHaveLength(2);
  },
);
