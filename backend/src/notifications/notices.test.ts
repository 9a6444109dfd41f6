import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { insertOrganization, insertRecord, type TestOrganization } from '../testing/claim-world.ts';
import { createManualClock } from '../testing/manual-clock.ts';
import { createTestDatabase, type TestDatabase } from '../testing/postgres.ts';
import { createSeededRandom } from '../testing/seeded-random.ts';
import { recordNotices, type NewNotice } from './notices.ts';

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
  await sql`delete from graphile_worker._private_jobs`.execute(database.db);
});
afterAll(() => database.drop());

async function noticeOf(organization: TestOrganization): Promise<NewNotice> {
  const signRecordId = await insertRecord(database.db, { clock, random }, organization);
  const { id, eventId } = organization;
  return { organizationId: id, eventId, signRecordId, signName: 'Foyer', kind: 'sign_offline', at: AT };
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

test('of an event that nobody has subscribed to nothing is kept', async () => {
  await recordNotices(database.db, [await noticeOf(unwatched)]);
  expect([await kept(), await jobs()]).toEqual([[], []]);
});
