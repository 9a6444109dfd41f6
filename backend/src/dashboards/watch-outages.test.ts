import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeUuidV7 } from '@sign-display/contracts/identifier-generation';
import { insertOutage } from '../outages/testing/insert-outage.ts';
import { systemClock } from '../adapters/system-clock.ts';
import { insertOrganization, type TestOrganization } from '../testing/claim-world.ts';
import { createTestDatabase, type TestDatabase } from '../testing/create-test-database.ts';
import { createSeededRandom } from '../testing/seeded-random.ts';
import { watchOutages } from './watch-outages.ts';

const random = createSeededRandom('watched outages');
const clock = systemClock;
let database: TestDatabase;
let organization: TestOrganization;
beforeAll(async () => {
  database = await createTestDatabase();
  organization = await insertOrganization(database.db, { clock, random }, {});
});
afterAll(() => database.drop());

test('D19: each state of an outage is sent once, even if its sign changes in other ways', async () => {
  const { db } = database;
  const { id: organizationId, eventId } = organization;
  const watched = watchOutages({ organizationId, db, clock });
  const signRecordId = makeUuidV7(clock, random);
  const read = async () => (await watched.read([signRecordId])).map(({ until, acknowledged }) => [until, acknowledged]);
  const set = (values: object) =>
    db.updateTable('outage').set(values).where('signRecordId', '=', signRecordId).execute();
  expect(await read()).toEqual([]);
  await insertOutage(db, { organizationId, eventId, signRecordId });
  expect(await read()).toEqual([[null, null]]);
  expect(await read()).toEqual([]);
  await set({ acknowledgedAt: new Date(clock.now()), acknowledgedBy: 'ada', acknowledgedName: 'Ada' });
  expect(await read()).toMatchObject([[null, { by: { name: 'Ada' } }]]);
  await set({ acknowledgedAt: null, acknowledgedBy: null, acknowledgedName: null });
  expect(await read()).toEqual([[null, null]]);
  const closedAt = new Date(clock.now());
  await set({ closedAt, closedBy: 'recovered' });
  expect(await read()).toEqual([[closedAt.toISOString(), null]]);
  expect(await read()).toEqual([]);
});

test('A1: the outages of another organization are never read', async () => {
  const { db } = database;
  const signRecordId = makeUuidV7(clock, random);
  await insertOutage(db, { organizationId: organization.id, eventId: organization.eventId, signRecordId });
  const foreign = await insertOrganization(db, { clock, random }, {});
  expect(await watchOutages({ organizationId: foreign.id, db, clock }).read([signRecordId])).toEqual([]);
});
