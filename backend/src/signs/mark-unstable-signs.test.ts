import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createDashboardFeed } from '../cluster/dashboard-feed.ts';
import { createRooms } from '../cluster/node-messaging.ts';
import { insertOrganization } from '../testing/claim-world.ts';
import { createManualClock } from '../testing/manual-clock.ts';
import { createMemoryCarriers } from '../testing/memory-carrier.ts';
import { createTestDatabase, type TestDatabase } from '../testing/create-test-database.ts';
import { createSeededRandom } from '../testing/seeded-random.ts';
import { insertBenchSigns } from './testing/insert-bench-signs.ts';
import { mostWrittenAtOnce } from './testing/largest-write-transaction.ts';
import { createUnstableSigns } from './mark-unstable-signs.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

test('N5: signs whose time has come are all stable after a sweep, and no transaction holds more than 500 of them', async () => {
  const { db } = database;
  const clock = createManualClock();
  const { id, eventId } = await insertOrganization(db, { clock, random: createSeededRandom('unstable') }, {});
  await insertBenchSigns(db, { organizationId: id, eventId }, 1_101);
  await sql`update sign set unstable_until = ${new Date(clock.now())}`.execute(db);
  const feed = createDashboardFeed(createRooms(createMemoryCarriers(1).of[0]!));
  await createUnstableSigns({ db, clock, feed }).sweep(() => true);
  const { rows } = await sql`select from sign where unstable_until is not null`.execute(db);
  expect([rows.length, await mostWrittenAtOnce(db)]).toEqual([0, 500]);
});
