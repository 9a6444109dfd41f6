import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createGatedDatabase, type GatedDatabase } from '../testing/gated-database.ts';
import { createTestDatabase, type TestDatabase } from '../testing/create-test-database.ts';
import { addJob, type JobOptions } from './add-job.ts';

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
  ['deliver_mail', { notificationId: 'one' }],
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
