import * as fc from 'fast-check';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeUuidV4 } from '@sign-display/contracts/identifier-generation';
import type { BackendMessage } from '@sign-display/contracts/kiosk-events';
import { createKioskConnections } from '../kiosks/kiosk-connections.ts';
import type { KioskGateway } from '../cluster/kiosk-gateway-types.ts';
import {
  clearClaims,
  composeMemoryNode,
  insertOrganization,
  insertRecord,
  type TestOrganization,
} from '../testing/claim-world.ts';
import { createGatedDatabase, type GatedDatabase, type GatedPool } from '../testing/gated-database.ts';
import { createManualClock } from '../testing/manual-clock.ts';
import { createTestDatabase, type TestDatabase } from '../testing/create-test-database.ts';
import { createRace, type Race } from '../testing/race.ts';
import { createSeededRandom } from '../testing/seeded-random.ts';
import { createVirtualDevice } from '../testing/virtual-device.ts';
import { createKioskRecordSync } from './send-record-to-kiosk.ts';

const random = createSeededRandom('kiosk-truth');
const clock = createManualClock();
/** The clock stands. */
const pace = { clock, everyMs: 0 };
const DEVICE = makeUuidV4(random);
const kioskLimits = { heartbeatIntervalMs: 5_000, loadTimeoutMs: 15_000, reachabilityIntervalMs: 30_000 };
const log = pino({ level: 'silent' });
let database: TestDatabase;
let gated: GatedDatabase;
let race: Race;
let racing: GatedPool;
let organization: TestOrganization;

beforeAll(async () => {
  database = await createTestDatabase();
  gated = await createGatedDatabase(database);
  race = createRace(gated);
  racing = race.openPool();
  organization = await insertOrganization(database.db, { clock, random }, {});
});
afterAll(async () => {
  await gated.close();
  await database.drop();
});

/** A gateway that keeps what it is told to send, and whom it is told to cut off. */
function listen(): { gateway: KioskGateway; versions: number[]; cutOff: string[] } {
  const versions: number[] = [];
  const cutOff: string[] = [];
  const gateway: KioskGateway = {
    ...createKioskConnections({ clock }),
    cutOff: (device) => void cutOff.push(device),
    send(_device, event, payload) {
      if (event === 'sign:config') versions.push((payload as BackendMessage<'sign:config'>).configVersion);
    },
  };
  return { gateway, versions, cutOff };
}

/** The one record, made anew and linked to `DEVICE`; its identifier. */
async function linkRecord(): Promise<string> {
  await clearClaims(database.db);
  const id = await insertRecord(database.db, { clock, random }, organization);
  const fields = { deviceSignId: DEVICE, macAddress: '00:00:00:00:00:01', shortCode: '000000' };
  await database.db.updateTable('sign').set(fields).where('id', '=', id).execute();
  return id;
}

it('C7: whoever changes a record and asks for a telling, the last word is read after the last change', async () => {
  await fc.assert(
    fc.asyncProperty(fc.scheduler(), async (scheduler) => {
      const id = await linkRecord();
      const { gateway, versions } = listen();
      const truth = createKioskRecordSync({ db: racing.db, pace, gateway, kioskLimits, claimUrl: () => null, log });
      const change = (configVersion: number) => async () => {
        await racing.db.updateTable('sign').set({ configVersion }).where('id', '=', id).execute();
        await truth.tell(DEVICE);
      };
      await race.run(scheduler, [change(2), change(3), change(4), change(5), () => truth.tell(DEVICE)], async () => {});
      const { configVersion } = await database.db.selectFrom('sign').selectAll().executeTakeFirstOrThrow();
      expect(versions.at(-1)).toBe(configVersion);
    }),
    { numRuns: 60 },
  );
});

it('C7: whichever reads fail, each cuts the device off and rejects nothing, and the next telling is true', async () => {
  const id = await linkRecord();
  let fails: boolean[] = [];
  let reads = 0;
  const pool = gated.open(async () => {
    reads += 1;
    if (fails[reads - 1]) throw new Error('the database is away');
  });
  // Each number asks as often at once; the next ask when those are done.
  const rounds = fc.array(fc.integer({ min: 1, max: 4 }), { minLength: 1, maxLength: 5 });
  let version = 1;
  await fc.assert(
    fc.asyncProperty(rounds, fc.infiniteStream(fc.boolean()), async (asks, failing) => {
      const { gateway, versions, cutOff } = listen();
      const truth = createKioskRecordSync({ db: pool.db, pace, gateway, kioskLimits, claimUrl: () => null, log });
      reads = 0;
      fails = Array.from({ length: 20 }, () => failing.next().value as boolean);
      for (const count of asks) {
        await Promise.all(Array.from({ length: count }, () => truth.tell(DEVICE)));
      }
      const failed = fails.slice(0, reads).filter(Boolean).length;
      expect(cutOff).toEqual(Array.from({ length: failed }, () => DEVICE));
      expect(versions).toHaveLength(reads - failed);

      fails = [];
      const configVersion = (version += 1);
      await database.db.updateTable('sign').set({ configVersion }).where('id', '=', id).execute();
      await truth.tell(DEVICE);
      expect(versions.at(-1)).toBe(configVersion);
    }),
    { numRuns: 60 },
  );
});

it('C7: a kiosk that could not be told is cut off, and hears the truth when it registers again', async () => {
  const id = await linkRecord();
  let isAway = false;
  const pool = gated.open(async () => {
    if (isAway) throw new Error('the database is away');
  });
  const node = composeMemoryNode({ db: pool.db, clock, random });
  const device = createVirtualDevice(random, DEVICE);
  await device.connect(node);
  expect(device.lastWord()).toBe(id);

  const before = device.kiosk!;
  await database.db
    .updateTable('sign')
    .set({ deviceSignId: null, macAddress: null, shortCode: null })
    .where('id', '=', id)
    .execute();
  isAway = true;
  await node.truth.tell(DEVICE);
  await before.ended;
  isAway = false;
  await device.connect(node);
  expect(device.lastWord()).toBeNull();
});
