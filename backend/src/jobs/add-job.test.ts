import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { makeUuidV7 } from '@sign-display/contracts/identifiers';
import { systemRandom } from '../adapters/system-random.ts';
import { addDeliveries } from '../notifications/notifications-repository.ts';
import { createGatedDatabase, type GatedDatabase } from '../testing/gated-database.ts';
import { createManualClock } from '../testing/manual-clock.ts';
import { createTestDatabase, type TestDatabase } from '../testing/postgres.ts';
import { addJob, type JobOptions } from './add-job.ts';
import { createDueJobs } from './due-jobs.ts';

let database: TestDatabase;
let gated: GatedDatabase;
beforeEach(async () => {
  database = await createTestDatabase();
  gated = await createGatedDatabase(database);
});
afterEach(async () => {
  await gated.close();
  await database.drop();
});

const AT_ONCE: JobOptions = { atMs: null, key: 'plan', mode: 'sooner' };

test.each([
  ['plan_notices', { eventId: 'one' }],
  ['deliver_notification', { notificationId: 'one' }],
] as const)('N7: %s that is added while a worker takes the one before is another job', async (name, payload) => {
  const { db } = gated.open();
  await addJob(database.db, name, payload, AT_ONCE);
  const adding = await database.db.transaction().execute(async (taking) => {
    // As the worker does: one statement, whose commit takes a moment.
    await sql`update graphile_worker._private_jobs set locked_at = now(), locked_by = 'worker', attempts = 1`.execute(
      taking,
    );
    const added = addJob(db, name, payload, AT_ONCE);
    await gated.settled();
    return { added };
  });
  await adding.added;
  const { rows } = await sql`
    select key, locked_by as "lockedBy" from graphile_worker.jobs order by id`.execute(database.db);
  expect(rows).toEqual([
    { key: null, lockedBy: 'worker' },
    { key: 'plan', lockedBy: null },
  ]);
});

test('N7: events are planned before the messages that wait for a mail server are tried', async () => {
  const clock = createManualClock();
  const done: string[] = [];
  const tasks = {
    plan_notices: async ({ eventId }: { eventId: string }) => void done.push(eventId),
    deliver_notification: async ({ notificationId }: { notificationId: string }) => void done.push(notificationId),
  };
  const [first, second] = [makeUuidV7(clock, systemRandom), makeUuidV7(clock, systemRandom)];
  await addDeliveries(database.db, [first]);
  await addJob(database.db, 'deliver_notification', { notificationId: second }, { ...AT_ONCE, key: second });
  await addJob(database.db, 'plan_notices', { eventId: 'event' }, AT_ONCE);
  await createDueJobs({ db: database.db, clock, nodeId: 'node', tasks }).runDue();
  expect(done).toEqual(['event', first, second]);
});
