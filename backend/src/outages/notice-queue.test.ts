import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { makeUuidV7 } from '@sign-display/contracts/identifier-generation';
import { createPollingQuery } from '../cluster/polling-query.ts';
import { insertOrganization, insertRecord, type TestOrganization } from '../testing/claim-world.ts';
import { createManualClock } from '../testing/manual-clock.ts';
import { createTestDatabase, type TestDatabase } from '../testing/create-test-database.ts';
import { createSeededRandom } from '../testing/seeded-random.ts';
import { createUnplannedNotices, recordNotices, takeNotices, type NewNotice } from './notice-queue.ts';

const random = createSeededRandom('notices');
const clock = createManualClock();
const AT = new Date('2026-11-20T19:00:00Z');
let database: TestDatabase;
let watched: TestOrganization;
let unwatched: TestOrganization;

beforeAll(async () => {
  database = await createTestDatabase();
  watched = await insertOrganization(database.db, { clock, random }, {});
  unwatched = await insertOrganization(database.db, { clock, random }, {});
  const user = { id: 'ada', name: 'Ada', email: 'ada@example.org', emailVerified: true, createdAt: AT, updatedAt: AT };
  await database.db
    .insertInto('user')
    .values({ ...user, image: null })
    .execute();
  const subscription = { userId: user.id, kinds: [], channels: [], createdAt: AT, updatedAt: AT };
  await database.db
    .insertInto('subscription')
    .values({ ...subscription, eventId: watched.eventId, snoozedSigns: '[]' })
    .execute();
});
beforeEach(async () => {
  await database.db.deleteFrom('notice').execute();
  await database.db.deleteFrom('takenNotice').execute();
  await sql`delete from graphile_worker._private_jobs`.execute(database.db);
});
afterAll(() => database.drop());

async function noticeOf(organization: TestOrganization): Promise<NewNotice> {
  const signRecordId = await insertRecord(database.db, { clock, random }, organization);
  const { id, eventId } = organization;
  const outageId = makeUuidV7(clock, random);
  return { organizationId: id, eventId, signRecordId, signName: 'Foyer', kind: 'sign_offline', outageId, at: AT };
}
const kept = () => database.db.selectFrom('notice').select(['signRecordId', 'at']).orderBy('seq').execute();
const jobs = async () => (await sql`select key from graphile_worker.jobs order by key`.execute(database.db)).rows;

test('N7: what subscribers may hear of is written with a job, and neither where the change is not committed', async () => {
  const notices = [await noticeOf(watched), await noticeOf(unwatched), await noticeOf(watched)];
  const failing = database.db.transaction().execute(async (trx) => {
    await recordNotices(trx, notices);
    throw new Error('the change failed');
  });
  await expect(failing).rejects.toThrow('the change failed');
  expect([await kept(), await jobs()]).toEqual([[], []]);

  await database.db.transaction().execute((trx) => recordNotices(trx, notices));
  await database.db.transaction().execute((trx) => recordNotices(trx, notices.slice(0, 1)));
  const seen = [notices[0]!, notices[2]!, notices[0]!].map(({ signRecordId, at }) => ({ signRecordId, at }));
  expect(await kept()).toEqual(seen);
  expect(await jobs()).toEqual([{ key: `plan:${watched.eventId}` }]);
});

test('N7: things of a moment are written without a job, which the next look adds, once', async () => {
  const unplanned = createUnplannedNotices(database.db);
  const question = createPollingQuery(database.db, sql<{ isDue: boolean }>`select ${unplanned.due} as "isDue"`);
  const isDue = async () => (await question(AT.getTime()))[0]!.isDue;
  const [one, other] = [await noticeOf(watched), await noticeOf(watched)];
  await recordNotices(database.db, [{ ...one, kind: 'claim_completed', outageId: null }]);
  await recordNotices(database.db, [{ ...other, kind: 'claim_completed', outageId: null }]);
  expect([await kept(), await jobs(), await isDue()]).toMatchObject([[{}, {}], [], true]);
  const planned = { key: `plan:${watched.eventId}` };
  await unplanned.sweep(() => true);
  expect([await jobs(), await isDue()]).toEqual([[planned], false]);

  // One that has begun may have looked before it was there: it is found when that one is over, and no worker waits for it.
  await sql`update graphile_worker._private_jobs set locked_at = now(), locked_by = 'worker'`.execute(database.db);
  await unplanned.sweep(() => true);
  expect([(await jobs()).length, await isDue()]).toEqual([1, false]);
  await sql`delete from graphile_worker._private_jobs`.execute(database.db);
  expect(await isDue()).toBe(true);
});

const taken = (eventId: string) =>
  database.db
    .selectFrom('takenNotice')
    .select(['signRecordId', 'kind', 'outageId', 'at', 'takenAt'])
    .where('eventId', '=', eventId)
    .orderBy('id')
    .execute();

test('D18: notices of an event without subscribers are stored as taken when the newest happened, and no planner sees them', async () => {
  const [one, other] = [await noticeOf(unwatched), await noticeOf(unwatched)];
  const at = new Date(AT.getTime() + 1_000);
  await recordNotices(database.db, [other, { ...one, at }]);
  expect([await kept(), await jobs()]).toEqual([[], []]);
  expect(await taken(unwatched.eventId)).toEqual(
    [other, { ...one, at }].map(({ signRecordId, kind, outageId, at: happenedAt }) => {
      return { signRecordId, kind, outageId, at: happenedAt, takenAt: at };
    }),
  );
});

test('D18: notices that the planner takes are returned in their order and stored in it', async () => {
  const notices = [await noticeOf(watched), await noticeOf(watched), await noticeOf(watched)];
  for (const notice of notices) await recordNotices(database.db, [notice]);
  const takenAt = new Date(AT.getTime() + 5_000);
  const returned = await takeNotices(database.db, watched.eventId, takenAt.getTime());
  const order = notices.map(({ outageId }) => outageId);
  expect(returned.map(({ outageId }) => outageId)).toEqual(order);
  expect(await taken(watched.eventId)).toMatchObject(order.map((outageId) => ({ outageId, at: AT, takenAt })));
  expect(await kept()).toEqual([]);
});
