import * as fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { SIGN_STATUSES } from '@sign-display/contracts/rest/signs';
import { createManualClock } from '../testing/manual-clock.ts';
import { insertOrganization, type TestOrganization } from '../testing/claim-world.ts';
import { createTestDatabase, type TestDatabase } from '../testing/create-test-database.ts';
import { createSeededRandom } from '../testing/seeded-random.ts';
import { statusExpression, statusOf } from './sign-status.ts';
import type { SignRow } from './sign-view.ts';
import { anySignRow } from './testing/any-sign-row.ts';

let database: TestDatabase;
let organization: TestOrganization;

beforeAll(async () => {
  database = await createTestDatabase();
  const deps = { clock: createManualClock(), random: createSeededRandom('sign-status') };
  organization = await insertOrganization(database.db, deps, {});
});
afterAll(() => database.drop());

async function insertOnly(rows: readonly SignRow[]): Promise<void> {
  const place = { organizationId: organization.id, eventId: organization.eventId, settings: '{}' };
  await database.db.deleteFrom('sign').execute();
  await database.db
    .insertInto('sign')
    .values(rows.map((row) => ({ ...row, ...place, screen: null, acknowledged: null })))
    .execute();
}

it('the status is the same word in SQL, for any record', async () => {
  const { db } = database;
  const seen = new Set<string>();
  await fc.assert(
    fc.asyncProperty(fc.array(anySignRow, { minLength: 1, maxLength: 30 }), async (rows) => {
      await insertOnly(rows);
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

it('is never `showing` unless an online kiosk in the foreground says that its page is up', () => {
  fc.assert(
    fc.property(anySignRow, (row) => {
      const isShowing =
        row.deviceSignId !== null &&
        row.presence === 'online' &&
        row.mode !== 'background' &&
        row.contentState === 'showing';
      expect(statusOf(row) === 'showing').toBe(isShowing);
    }),
  );
});

it('no writer of a page moves the time since when it is so', async () => {
  const SINCE = new Date(Date.UTC(2026, 10, 21, 1));
  const ownOf = ({ url, contentId, shownUrl, shownContentId, shownSource }: SignRow) => ({
    url,
    contentId,
    shownUrl,
    shownContentId,
    shownSource,
    name: 'Other',
    version: 2,
    updatedAt: new Date(Date.UTC(2026, 10, 21, 2)),
  });
  await fc.assert(
    fc.asyncProperty(anySignRow, anySignRow, async (before, other) => {
      await insertOnly([{ ...before, statusSince: SINCE }]);
      await database.db.updateTable('sign').set(ownOf(other)).execute();
      const after = await database.db.selectFrom('sign').selectAll().executeTakeFirstOrThrow();
      expect([after.statusSince, statusOf(after)]).toEqual([SINCE, statusOf(before)]);
    }),
    { numRuns: 50 },
  );
});
