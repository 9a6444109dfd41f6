import { pino } from 'pino';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import type { DashboardUpdateMessage } from '@sign-display/contracts/dashboard-events';
import { makeUuidV7 } from '@sign-display/contracts/identifier-generation';
import { insertOutage } from '../outages/testing/insert-outage.ts';
import { systemClock } from '../adapters/system-clock.ts';
import { insertOrganization, type TestOrganization } from '../testing/claim-world.ts';
import { createTestDatabase, type TestDatabase } from '../testing/create-test-database.ts';
import { createSeededRandom } from '../testing/seeded-random.ts';
import { createGatedDatabase } from '../testing/gated-database.ts';
import { createManualClock } from '../testing/manual-clock.ts';
import { createSubscription } from './dashboard-subscription.ts';
import { watchOrganization } from './send-organization-changes.ts';
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
  const read = async () => {
    const { outages, commit } = await watched.read([signRecordId]);
    commit();
    return outages.map(({ until, acknowledged }) => [until, acknowledged]);
  };
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

test('D19: an outage whose tick fails at the read of its sign is sent by the next tick, once', async () => {
  const { id: organizationId, eventId } = organization;
  const manualClock = createManualClock();
  const gated = await createGatedDatabase(database);
  onTestFinished(() => gated.close());
  const failure = Promise.withResolvers<void>();
  let reads = 0;
  const { db } = gated.open(async (statement) => {
    if (statement.includes('from "sign"') && (reads += 1) === 1) await failure.promise;
  });
  const deps = { organizationId, db, clock: manualClock, log: pino({ level: 'silent' }) };
  const watched = watchOrganization({ ...deps, mayTell: () => true, reads() {} });
  const sent: string[] = [];
  const send = (event: string, message: unknown): void => {
    if (event === 'outage:update')
      sent.push(...(message as DashboardUpdateMessage<'outage:update'>).items.map(({ id }) => id));
  };
  const socket = { send, waiting: () => 0, close() {}, cut() {} };
  watched.add(createSubscription({ socket, eventId: null, startMs: 0, observePatch() {} }));
  const signRecordId = makeUuidV7(clock, random);
  const outageId = await insertOutage(database.db, { organizationId, eventId, signRecordId });
  watched.look([signRecordId]);
  manualClock.advance(1_000);
  await gated.settled();
  // The outage was read in parallel with the sign. Now the read of the sign fails.
  failure.reject(new Error('the database is away'));
  for (let tick = 0; tick < 4; tick += 1) {
    await gated.settled();
    watched.look([signRecordId]);
    manualClock.advance(1_000);
  }
  await gated.settled();
  expect(reads).toBeGreaterThan(1);
  expect(sent).toEqual([outageId]);
});

test('A1: the outages of another organization are never read', async () => {
  const { db } = database;
  const signRecordId = makeUuidV7(clock, random);
  await insertOutage(db, { organizationId: organization.id, eventId: organization.eventId, signRecordId });
  const foreign = await insertOrganization(db, { clock, random }, {});
  const { outages } = await watchOutages({ organizationId: foreign.id, db, clock }).read([signRecordId]);
  expect(outages).toEqual([]);
});
