import fc from 'fast-check';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { openDatabase } from '../../db/open-database.ts';
import { insertOrganization } from '../../testing/claim-world.ts';
import { createGatedDatabase } from '../../testing/gated-database.ts';
import { createManualClock } from '../../testing/manual-clock.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/create-test-database.ts';
import { createSeededRandom } from '../../testing/seeded-random.ts';
import { createAnalytics } from '../analytics/analytics-service.ts';
import { fetchEntry, insertLinkedSign } from '../testing/analytics-fixtures.ts';
import { ensurePartitions, listPartitionDays } from './day-partitions.ts';
import { addDays, dayOf, dayOfPartition, daysFrom, filedAtMs, partitionName } from './partition-day-and-name.ts';
import { maintainPartitions, startPartitionMaintenance } from './partition-maintenance.ts';

const random = createSeededRandom('partitions');
const DAY_MS = 86_400_000;
const log = pino({ level: 'silent' });
const retention = { content_fetch: 3, analytics_entry: 3, sign_metric: 3, analyticsBatch: 3 };
let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

const anyTime = fc.integer({ min: Date.UTC(1000, 0, 1), max: Date.UTC(2999, 11, 31) });

describe('a row is filed', () => {
  test('under a day within the retention, and where its sign says if that is one', () => {
    fc.assert(
      fc.property(anyTime, anyTime, fc.integer({ min: 2, max: 3_650 }), (saidMs, nowMs, days) => {
        const filedMs = filedAtMs(saidMs, nowMs, days);
        // Never where the keeper drops at the same moment, never past the partitions that are there.
        expect(dayOf(filedMs) >= addDays(dayOf(nowMs), -days)).toBe(true);
        expect(dayOf(filedMs) <= addDays(dayOf(nowMs), 1)).toBe(true);
        expect([saidMs, nowMs]).toContain(filedMs);
      }),
    );
    const now = Date.UTC(2026, 10, 21, 12);
    expect(filedAtMs(now - 2 * DAY_MS, now, 90)).toBe(now - 2 * DAY_MS);
    expect(filedAtMs(now + 1_000, now, 90)).toBe(now + 1_000);
  });

  test('in a partition whose name tells its day', () => {
    fc.assert(
      fc.property(anyTime, (atMs) => {
        expect(dayOfPartition('content_fetch', partitionName('content_fetch', dayOf(atMs)))).toBe(dayOf(atMs));
        expect(dayOfPartition('sign_metric', partitionName('content_fetch', dayOf(atMs)))).toBe(null);
      }),
    );
  });
});

describe('the keeper', () => {
  test('makes a week ahead and drops what is older than the retention, any number of nodes at once', async () => {
    const { db } = database;
    const now = Date.UTC(2026, 10, 21, 23);
    const today = dayOf(now);
    await ensurePartitions(db, 'content_fetch', daysFrom(addDays(today, -6), 3));
    await Promise.all(Array.from({ length: 4 }, () => maintainPartitions(db, retention, now)));
    const expected = daysFrom(today, 8);
    expect(await listPartitionDays(db, 'content_fetch')).toEqual(expected);
    expect(await listPartitionDays(db, 'sign_metric')).toEqual(expected);
    await maintainPartitions(db, retention, now + 5 * DAY_MS);
    expect(await listPartitionDays(db, 'content_fetch')).toEqual(daysFrom(addDays(today, 2), 11));
  });

  test('leaves a day that somebody reads to the next time, and never stands in the way of an insert for long', async () => {
    const { db } = database;
    const now = Date.UTC(2027, 0, 10);
    await ensurePartitions(db, 'content_fetch', ['2027-01-01']);
    await maintainPartitions(db, retention, now - 8 * DAY_MS);
    const reader = openDatabase({ ...database, log });
    onTestFinished(() => reader.close());
    await reader.db.transaction().execute(async (trx) => {
      await trx.selectFrom('contentFetch').selectAll().execute();
      // To make partitions waits for nobody, reader or not.
      await ensurePartitions(db, 'content_fetch', ['2027-02-01']);
      await maintainPartitions(db, retention, now);
      expect(await listPartitionDays(db, 'content_fetch')).toContain('2027-01-01');
    });
    await maintainPartitions(db, retention, now);
    expect(await listPartitionDays(db, 'content_fetch')).not.toContain('2027-01-01');
  });

  test('forgets batches past their retention, and runs again after a round that failed', async () => {
    const clock = createManualClock(Date.UTC(2027, 4, 1));
    const { db } = database;
    const organization = await insertOrganization(db, { clock, random }, {});
    const { deviceSignId } = await insertLinkedSign(db, { clock, random }, organization);
    const analytics = createAnalytics({
      db,
      clock,
      random,
      retention: { contentFetch: 90, analyticsEntry: 30 },
      deviceBytesPerDay: Number.MAX_SAFE_INTEGER,
      observe: () => {},
    });
    const batchId = '11111111-1111-4111-8111-111111111111';
    await analytics.take(deviceSignId, { batchId, entries: [fetchEntry(clock.now())] });
    const known = () => db.selectFrom('analyticsBatch').selectAll().execute();
    let isAway = true;
    const gated = await createGatedDatabase(database);
    onTestFinished(() => gated.close());
    const failing = gated.open(async () => {
      if (isAway) throw new Error('away');
    }).db;
    const keeper = startPartitionMaintenance({ db: failing, clock, log, retention });
    const pass = async (ms: number): Promise<void> => {
      for (const byMs of [ms, 3_600_000]) {
        clock.advance(byMs);
        await keeper.settled();
      }
    };
    await pass(2 * DAY_MS);
    expect((await known()).length).toBe(1);
    isAway = false;
    await pass(2 * DAY_MS);
    await keeper.stop();
    expect(await known()).toEqual([]);
  });
});
