import { sql, type Transaction } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { makeUuidV4 } from '@sign-display/contracts/identifiers';
import type { Database } from '../db/schema.ts';
import type { DeviceFacts } from '../presence/presence.ts';
import { writeFacts, writeLastSeen, writeUnheard } from '../presence/sign-facts.ts';
import { renewConfigs } from '../signs/config-renewal.ts';
import { clearClaims, insertOrganization, insertRecord, type TestOrganization } from './claim-world.ts';
import { createGatedDatabase, type GatedDatabase } from './gated-database.ts';
import { createManualClock } from './manual-clock.ts';
import { createTestDatabase, type TestDatabase } from './postgres.ts';
import { createSeededRandom } from './seeded-random.ts';

/**
 * Whoever changes the rows of many signs waits for a row that another changes, and a third waits behind him for the same row, while a fourth holds
 * its key (a foreign key's lock). In one statement that locks rows and then changes them, Postgres comes to the old version of that row once
 * more, and queues there behind the third, who waits for the lock on the new one: neither ever goes on (docs/ARCHITECTURE.md, the order of locks).
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

const facts = (): DeviceFacts[] => [
  { deviceSignId, presence: 'online', contentState: 'idle', mode: 'foreground', problem: null, seenAtMs: 60_000 },
];
const inTransaction =
  (work: (trx: Transaction<Database>) => Promise<unknown>) =>
  (db: TestDatabase['db']): Promise<unknown> =>
    db.transaction().execute(work);
const statements: Record<string, (db: TestDatabase['db']) => Promise<unknown>> = {
  'the configurations of an event': inTransaction((trx) => renewConfigs(trx, { eventId: organization.eventId })),
  'the configurations of an organization': inTransaction((trx) =>
    renewConfigs(trx, { organizationId: organization.id }),
  ),
  'what heartbeats say': inTransaction((trx) => writeFacts(trx, facts(), 60_000, makeUuidV4(random))),
  'when heartbeats came': (db) => writeLastSeen(db, facts()),
  'whom nobody hears': inTransaction((trx) => writeUnheard(trx, 60_000, 60_000)),
};

test.for(Object.entries(statements))('no deadlock: %s', async ([, write]) => {
  const open = () => gated.open().db;
  const holdsKey = await open().startTransaction().execute();
  await sql`select from sign where id = ${signId} for key share`.execute(holdsKey);
  const changes = await open().startTransaction().execute();
  await changes.updateTable('sign').set({ name: 'Moved' }).where('id', '=', signId).execute();

  const written = write(open());
  await gated.settled();
  const third = await open().startTransaction().execute();
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
});
