import * as fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { SIGN_STATUSES } from '@sign-display/contracts/rest/signs';
import { createManualClock } from '../testing/manual-clock.ts';
import { insertOrganization, type TestOrganization } from '../testing/claim-world.ts';
import { createTestDatabase, type TestDatabase } from '../testing/postgres.ts';
import { createSeededRandom } from '../testing/seeded-random.ts';
import { statusExpression, statusOf } from './sign-status.ts';
import { anySignRow } from './testing/any-sign-row.ts';

let database: TestDatabase;
let organization: TestOrganization;

beforeAll(async () => {
  database = await createTestDatabase();
  const deps = { clock: createManualClock(), random: createSeededRandom('sign-status') };
  organization = await insertOrganization(database.db, deps, {});
});
afterAll(() => database.drop());

it('the status is the same word in SQL, for any record', async () => {
  const { db } = database;
  const seen = new Set<string>();
  await fc.assert(
    fc.asyncProperty(fc.array(anySignRow, { minLength: 1, maxLength: 30 }), async (rows) => {
      const place = { organizationId: organization.id, eventId: organization.eventId, settings: '{}', screen: null };
      await db.deleteFrom('sign').execute();
      await db
        .insertInto('sign')
        .values(rows.map((row) => ({ ...row, ...place })))
        .execute();
      const found = await db.selectFrom('sign').selectAll().select(statusExpression().as('status')).execute();
      for (const row of found) {
        expect([row, row.status]).toEqual([row, statusOf(row)]);
        seen.add(row.status);
      }
    }),
    { numRuns: 50 },
  );
  expect([...seen].toSorted()).toEqual([...SIGN_STATUSES].toSorted());
});

it('a filter by it is answered from an index', async () => {
  const { db } = database;
  await db.transaction().execute(async (trx) => {
    await sql`set local enable_seqscan = off`.execute(trx);
    const { rows } = await sql`
      explain select id from sign where organization_id = ${organization.id} and ${statusExpression()} = 'background' order by id
    `.execute(trx);
    expect(JSON.stringify(rows)).toMatch(/sign_status.*Index Cond: .*background/);
  });
});
