import { expect, onTestFinished, test } from 'vitest';
import { makeUuidV4, makeUuidV7 } from '@sign-display/contracts/identifier-generation';
import { insertOrganization, insertRecord } from '../testing/claim-world.ts';
import { createManualClock } from '../testing/manual-clock.ts';
import { createTestDatabase } from '../testing/create-test-database.ts';
import { createSeededRandom } from '../testing/seeded-random.ts';
import { insertOutages } from './outages-repository.ts';

test('an outage has the address of its device’s last connection, unless an older node recorded the boot without the machine', async () => {
  const database = await createTestDatabase();
  onTestFinished(database.drop);
  const { db } = database;
  const ports = { clock: createManualClock(), random: createSeededRandom('outage address') };
  const organization = await insertOrganization(db, ports, {});
  const at = new Date(ports.clock.now());

  /** A sign whose device was recorded with the machine of `bootId` at `address`, and is now connected by `connectionBootId`, if by any. */
  async function insertSign(address: string, bootId: string, connectionBootId: string | null): Promise<string> {
    const signRecordId = await insertRecord(db, ports, organization);
    const signId = makeUuidV4(ports.random);
    const machine = { macAddress: '00:00:00:00:00:01', appVersion: '1.0.0', bootId };
    const device = { signId, secretHash: 'hash', shortCode: 'ABCD-EFGH', ...machine, firstSeenAt: at };
    const connection =
      connectionBootId === null
        ? {}
        : { nodeId: makeUuidV4(ports.random), connectionId: signId, connectionBootId, connectedAt: at };
    const connectionMachine = JSON.stringify({ ...machine, address, connectedAt: at.toISOString() });
    await db
      .insertInto('device')
      .values({ ...device, ...connection, connectionMachine })
      .execute();
    const { macAddress } = machine;
    const owned = { deviceSignId: signId, macAddress, shortCode: device.shortCode };
    await db.updateTable('sign').set(owned).where('id', '=', signRecordId).execute();
    return signRecordId;
  }

  const [bootId, otherBootId] = [makeUuidV4(ports.random), makeUuidV4(ports.random)];
  const expected = new Map([
    [await insertSign('10.0.0.1', bootId, null), '10.0.0.1'],
    [await insertSign('10.0.0.2', bootId, bootId), '10.0.0.2'],
    [await insertSign('10.0.0.3', bootId, otherBootId), null],
  ]);
  const { id: organizationId, eventId } = organization;
  const facts = { organizationId, eventId, signName: 'Lobby', location: 'Hall 1', host: null };
  const outages = Array.from(expected.keys(), (signRecordId) => {
    const id = makeUuidV7(ports.clock, ports.random);
    return { ...facts, id, signRecordId, kind: 'offline' as const, since: at, openedAt: at };
  });
  await db.transaction().execute((trx) => insertOutages(trx, outages));
  const rows = await db.selectFrom('outage').select(['signRecordId', 'address']).execute();
  expect(new Map(rows.map(({ signRecordId, address }) => [signRecordId, address]))).toEqual(expected);
});
