import * as fc from 'fast-check';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeUuidV4 } from '@sign-display/contracts/identifiers';
import type { BackendMessage } from '@sign-display/contracts/kiosk-events';
import { createKioskConnections } from '../realtime/kiosk-connections.ts';
import type { KioskGateway } from '../realtime/kiosk-gateway.ts';
import { clearClaims, insertOrganization, insertRecord, type TestOrganization } from '../testing/claim-world.ts';
import { createGatedDatabase, type GatedDatabase, type GatedPool } from '../testing/gated-database.ts';
import { createManualClock } from '../testing/manual-clock.ts';
import { createTestDatabase, type TestDatabase } from '../testing/postgres.ts';
import { createRace, type Race } from '../testing/race.ts';
import { createSeededRandom } from '../testing/seeded-random.ts';
import { createKioskTruth } from './kiosk-truth.ts';

const random = createSeededRandom('kiosk-truth');
const clock = createManualClock();
const DEVICE = makeUuidV4(random);
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

/** A gateway that keeps what it is told to send. */
function listen(): { gateway: KioskGateway; versions: number[] } {
  const versions: number[] = [];
  const gateway: KioskGateway = {
    ...createKioskConnections({ clock }),
    send(_device, event, payload) {
      if (event === 'sign:config') versions.push((payload as BackendMessage<'sign:config'>).configVersion);
    },
  };
  return { gateway, versions };
}

it('C7: whoever changes a record and asks for a telling, the last word is read after the last change', async () => {
  await fc.assert(
    fc.asyncProperty(fc.scheduler(), async (scheduler) => {
      await clearClaims(database.db);
      const id = await insertRecord(database.db, { clock, random }, organization);
      const fields = { deviceSignId: DEVICE, macAddress: '00:00:00:00:00:01', shortCode: '000000' };
      await database.db.updateTable('sign').set(fields).where('id', '=', id).execute();
      const { gateway, versions } = listen();
      const kioskLimits = { heartbeatIntervalMs: 5_000, loadTimeoutMs: 15_000, reachabilityIntervalMs: 30_000 };
      const truth = createKioskTruth({ db: racing.db, gateway, kioskLimits, log: pino({ level: 'silent' }) });
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
