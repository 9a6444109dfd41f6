import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import { makeUuidV4 } from '@sign-display/contracts/identifier-generation';
import type { Trx } from '../db/database-types.ts';
import { writeFacts, writeLastSeen, writeSilentSigns, type DeviceFacts } from '../signs/heartbeat-facts-repository.ts';
import { renewConfigs } from '../signs/increment-config-versions.ts';
import { unlinkDevice } from '../signs/signs-repository.ts';
import { clearClaims, insertOrganization, insertRecord, type TestOrganization } from './claim-world.ts';
import { createGatedDatabase, type GatedDatabase } from './gated-database.ts';
import { createManualClock } from './manual-clock.ts';
import { createTestDatabase, type TestDatabase } from './create-test-database.ts';
import { createSeededRandom } from './seeded-random.ts';

/**
 * Whoever changes the rows of many signs waits for a row that another changes, and a third waits behind him for the same row, while a fourth holds
 * its key (a foreign key's lock). In one statement that locks rows and then changes them, Postgres comes to the old version of that row once
 * more, and queues there behind the third, who waits for the lock on the new one: neither ever goes on (docs/locks.md).
 */

const random = createSeededRandom('moved-rows');
const clock = createManualClock();
let database: TestDatabase;
let gated: GatedDatabase;
let organization: TestOrganization;
let signId: string;
const deviceSignId = makeUuidV4(random);

beforeAll(async () => {
  database = await createTestDatabase();
  gated = await createGatedDatabase(database);
  organization = await insertOrganization(database.db, { clock, random }, {});
});
afterAll(async () => {
  await gated.close();
  await database.drop();
});
beforeEach(async () => {
  await clearClaims(database.db);
  signId = await insertRecord(database.db, { clock, random }, organization);
  const device = { deviceSignId, macAddress: '00:00:00:00:00:01', shortCode: '000000', presence: 'online' as const };
  await database.db
    .updateTable('sign')
    .set({ ...device, lastSeenAt: new Date(0) })
    .execute();
});

const AT = { nodeId: makeUuidV4(random), nowMs: 60_000 };
const facts = (): DeviceFacts[] => [
  {
    deviceSignId,
    presence: 'online',
    contentState: 'idle',
    mode: 'foreground',
    blank: null,
    tellsBlank: false,
    problem: null,
    seenAtMs: 60_000,
    writtenSeenAtMs: 0,
    claimedAtMs: null,
    isHeld: true,
  },
];
const inTransaction =
  (work: (trx: Trx) => Promise<unknown>) =>
  (db: TestDatabase['db']): Promise<unknown> =>
    db.transaction().execute(work);
interface Writing {
  write(db: TestDatabase['db']): Promise<unknown>;
  /** The version of the configuration, the presence and the time of the last heartbeat after it. */
  seen: [configVersion: number, presence: string, lastSeenAtMs: number];
}
const statements: Record<string, Writing> = {
  'the configurations of an event': {
    write: inTransaction((trx) => renewConfigs(trx, { eventId: organization.eventId })),
    seen: [2, 'online', 0],
  },
  'the configurations of an organization': {
    write: inTransaction((trx) => renewConfigs(trx, { organizationId: organization.id })),
    seen: [2, 'online', 0],
  },
  'what heartbeats say': {
    write: inTransaction((trx) => writeFacts(trx, facts(), AT)),
    seen: [1, 'online', 60_000],
  },
  'when heartbeats came': { write: (db) => writeLastSeen(db, facts()), seen: [1, 'online', 60_000] },
  'whom nobody hears': {
    write: inTransaction((trx) => writeSilentSigns(trx, [{ id: signId, lastSeenAt: new Date(0) }], 60_000)),
    seen: [1, 'offline', 0],
  },
};

/** A transaction that a test which fails leaves open would have all that come after it wait. */
async function begin() {
  const trx = await gated.open().db.startTransaction().execute();
  onTestFinished(() => (trx.isCommitted ? undefined : trx.rollback().execute()));
  return trx;
}

test.for(Object.entries(statements))('no deadlock, and it is written: %s', async ([, { write, seen }]) => {
  const holdsKey = await begin();
  await sql`select from sign where id = ${signId} for key share`.execute(holdsKey);
  const changes = await begin();
  await changes.updateTable('sign').set({ name: 'Moved' }).where('id', '=', signId).execute();

  const written = write(gated.open().db);
  await gated.settled();
  const third = await begin();
  const lock = async () => {
    const rows = await third.selectFrom('sign').select('name').where('id', '=', signId).forNoKeyUpdate().execute();
    await third.commit().execute();
    return rows;
  };
  const locked = lock();
  await gated.settled();
  expect(gated.running).toBe(2);

  await changes.commit().execute();
  const [rows] = await Promise.all([locked, written]);
  expect(rows).toEqual([{ name: 'Moved' }]);
  await holdsKey.commit().execute();
  const after = await database.db.selectFrom('sign').selectAll().executeTakeFirstOrThrow();
  expect([after.configVersion, after.presence, after.lastSeenAt?.getTime()]).toEqual(seen);
});

const link = (id: string, device: string) =>
  database.db
    .updateTable('sign')
    .set({ deviceSignId: device, macAddress: '00:00:00:00:00:01', shortCode: '000000' })
    .where('id', '=', id)
    .execute();
/** Where `between` happens after the rows of the facts are locked and before they are changed. */
const writeWith = (told: DeviceFacts[], between: () => Promise<void>) =>
  gated
    .open(async (statement) => (statement.includes('with told') ? await between() : undefined))
    .db.transaction()
    .execute((trx) => writeFacts(trx, told, AT));

test('nothing is written of a record that got the device after the lock, and loses it', async () => {
  const [other] = facts().map((fact) => ({ ...fact, deviceSignId: makeUuidV4(random) }));
  const id = await insertRecord(database.db, { clock, random }, organization);
  const unlinks = await begin();
  await writeWith([...facts(), other!], async () => {
    await link(id, other!.deviceSignId);
    await unlinkDevice(unlinks, id, 60_000);
  });
  await unlinks.commit().execute();
  const row = await database.db.selectFrom('sign').selectAll().where('id', '=', id).executeTakeFirst();
  expect(row).toMatchObject({ deviceSignId: null, presence: null });
});
