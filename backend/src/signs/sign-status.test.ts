import * as fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SIGN_STATUSES } from '@sign-display/contracts/rest/signs';
import { createManualClock } from '../testing/manual-clock.ts';
import { insertOrganization, type TestOrganization } from '../testing/claim-world.ts';
import { createTestDatabase, type TestDatabase } from '../testing/postgres.ts';
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
  const place = { organizationId: organization.id, eventId: organization.eventId, settings: '{}', screen: null };
  await database.db.deleteFrom('sign').execute();
  await database.db
    .insertInto('sign')
    .values(rows.map((row) => ({ ...row, ...place })))
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

const alive = { presence: 'online', contentState: null, mode: null } as const;
const device = {
  deviceSignId: '3f2b8c1e-7d4a-4e9b-9c55-0a1b2c3d4e5f',
  macAddress: '00:1a:2b:3c:4d:5e',
  shortCode: '4QB50C',
};
const contentId = '0199a1b2-0000-7000-8000-000000000000';
const withoutPage = anySignRow.map((row) => ({
  ...row,
  ...alive,
  ...device,
  url: null,
  contentId: null,
  shownUrl: null,
  shownContentId: null,
  shownSource: null,
}));
const withPage = withoutPage.map((row) => ({
  ...row,
  url: 'https://example.com/',
  contentId,
  shownUrl: 'https://example.com/now',
  shownContentId: contentId,
  shownSource: 'schedule' as const,
}));

describe('since when it is so', () => {
  const SINCE = new Date(Date.UTC(2026, 10, 21, 1));
  const LATER = new Date(Date.UTC(2026, 10, 21, 2));
  const ASSIGNED = ['url', 'contentId'] as const;
  const SHOWN = ['shownUrl', 'shownContentId', 'shownSource'] as const;
  const FACTS = ['presence', 'contentState', 'mode', 'lastSeenAt'] as const;
  const pick = <Name extends keyof SignRow>(row: SignRow, names: readonly Name[]) =>
    Object.fromEntries(names.map((name) => [name, row[name]])) as Pick<SignRow, Name>;
  async function change(before: SignRow, change: Partial<Omit<SignRow, 'settings' | 'screen'>>): Promise<SignRow> {
    await insertOnly([{ ...before, statusSince: SINCE }]);
    await database.db.updateTable('sign').set(change).execute();
    return await database.db.selectFrom('sign').selectAll().executeTakeFirstOrThrow();
  }

  it.each([
    ['assigned', ASSIGNED],
    ['shown', SHOWN],
    ['assigned or shown', [...ASSIGNED, ...SHOWN]],
  ])('moves to the change of the %s page if the status does, and only then', async (_which, columns) => {
    const seen = new Set<boolean>();
    await fc.assert(
      // Half of the time one whose status is its page's, so that both cases are sure to be seen.
      fc.asyncProperty(fc.oneof(anySignRow, withoutPage), fc.oneof(anySignRow, withPage), async (before, other) => {
        const after = await change(before, { ...pick(other, columns), updatedAt: LATER });
        const isOther = statusOf(after) !== statusOf(before);
        seen.add(isOther);
        expect(after.statusSince).toEqual(isOther ? LATER : SINCE);
      }),
      { numRuns: 150 },
    );
    expect(seen.size).toBe(2);
  });

  it('is what the writer of a page says where they say it, and never moves back', async () => {
    const online = { presence: 'online', mode: 'foreground', contentState: 'showing' } as const;
    const [sample] = fc.sample(
      anySignRow.filter((row) => row.deviceSignId !== null && row.shownUrl === null && row.url !== null),
      1,
    );
    const idle = { url: null, contentId: null };
    const said = new Date(Date.UTC(2026, 10, 21, 3));
    const before = { ...sample!, ...online };
    expect((await change(before, { ...idle, statusSince: said, updatedAt: LATER })).statusSince).toEqual(said);
    expect((await change(before, { ...idle, updatedAt: new Date(0) })).statusSince).toEqual(SINCE);
  });

  it('stays with any other change', async () => {
    await fc.assert(
      fc.asyncProperty(anySignRow, anySignRow, async (before, other) => {
        const after = await change(before, { ...pick(other, FACTS), name: 'Other', version: 2, updatedAt: LATER });
        expect(after.statusSince).toEqual(SINCE);
      }),
    );
  });
});
