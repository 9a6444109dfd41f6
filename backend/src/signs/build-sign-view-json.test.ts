import * as fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { insertOrganization, type TestOrganization } from '../testing/claim-world.ts';
import { createManualClock } from '../testing/manual-clock.ts';
import { createTestDatabase, type TestDatabase } from '../testing/create-test-database.ts';
import { createSeededRandom } from '../testing/seeded-random.ts';
import { idOfText, ROW_END, rowText, viewOfText } from './build-sign-view-json.ts';
import { describeSign, type SignRow } from './sign-view.ts';
import { anySignRow } from './testing/any-sign-row.ts';

let database: TestDatabase;
let organization: TestOrganization;

beforeAll(async () => {
  database = await createTestDatabase();
  const deps = { clock: createManualClock(), random: createSeededRandom('sign-view-text') };
  organization = await insertOrganization(database.db, deps, {});
});
afterAll(() => database.drop());

// What ends a column and a row, what JSON escapes, and letters of one to four bytes.
const unit = fc.constantFrom(
  '\u001e',
  '\u001f',
  '\u0001',
  '"',
  '\\',
  '\n',
  '\u2028',
  '\u007f',
  ',',
  ' ',
  'a',
  'ä',
  '𝄞',
);
const text = fc.string({ unit, maxLength: 8 });
// V8's JSON.parse takes a key that begins with an escape (`"\\u001f"`) for one with a backslash there, where the object before it had one: what is
// expected would be wrong.
const key = text.map((letters) => letters.replaceAll('\\', ''));
const time = fc.date({
  min: new Date('0001-01-02T00:00:00Z'),
  max: new Date('9999-12-30T00:00:00Z'),
  noInvalidDate: true,
});
const anything = fc.record({
  name: text,
  location: text,
  version: fc.integer({ min: 1, max: 2 ** 31 - 1 }),
  settings: fc
    .dictionary(key, fc.oneof(text, fc.integer(), fc.constant(null)))
    .map((settings) => JSON.stringify(settings)),
  acknowledged: fc.option(
    text.map((note) => JSON.stringify({ by: { id: 'ada', name: note }, at: '2026-11-20T19:42:40.000Z', note })),
  ),
  statusSince: fc.option(time),
  createdAt: time,
  updatedAt: time,
});
const ofDevice = fc.record({
  appVersion: fc.option(text),
  platform: fc.option(text),
  lastSeenAt: fc.option(time),
  screen: fc.option(fc.constant('{"width": 1920, "height": 1080, "scaleFactor": 1.5}')),
});
const anyRecord = fc
  .tuple(anySignRow, anything, ofDevice)
  .map(([row, values, device]) => ({ ...row, screen: null, ...values, ...(row.deviceSignId !== null && device) }));

it('says in SQL and text what describeSign says of the row, for any record, in any zone', async () => {
  const zone = fc.constantFrom('UTC', 'Europe/London', 'America/St_Johns', 'Asia/Kathmandu');
  const rows = fc.uniqueArray(anyRecord, { minLength: 1, maxLength: 20, selector: ({ id }) => id });
  const place = (): Pick<SignRow, 'organizationId' | 'eventId'> => ({
    organizationId: organization.id,
    eventId: organization.eventId,
  });
  await fc.assert(
    fc.asyncProperty(rows, zone, async (records, timeZone) => {
      const { db } = database;
      await db.deleteFrom('sign').execute();
      const values = records.map((record) => ({ ...record, ...place() }));
      await db.insertInto('sign').values(values).execute();
      const expected = (await db.selectFrom('sign').selectAll().orderBy('id').execute()).map(describeSign);
      const texts = await db.transaction().execute(async (trx) => {
        await sql`set local time zone ${sql.lit(timeZone)}`.execute(trx);
        const read = await sql<{ page: string }>`
          select string_agg(${rowText}, chr(30) order by id) as page from sign
        `.execute(trx);
        return read.rows[0]!.page.split(ROW_END);
      });
      expect(texts.map((each) => JSON.parse(viewOfText(each, organization.id)) as unknown)).toEqual(expected);
      expect(texts.map(idOfText)).toEqual(expected.map(({ id }) => id));
    }),
    { numRuns: 100 },
  );
});

it('takes a time of more than milliseconds as a Date does', async () => {
  const { db } = database;
  await db.deleteFrom('sign').execute();
  const [record] = fc.sample(anyRecord, { numRuns: 1, seed: 1 });
  await db
    .insertInto('sign')
    .values({ ...record!, organizationId: organization.id, eventId: organization.eventId })
    .execute();
  await sql`update sign set created_at = '2026-11-20 17:00:00.1239+00', updated_at = '2026-11-20 17:00:00+00'`.execute(
    db,
  );
  const { rows } = await sql<{ text: string }>`select ${rowText} as text from sign`.execute(db);
  expect(JSON.parse(viewOfText(rows[0]!.text, organization.id))).toMatchObject({
    createdAt: '2026-11-20T17:00:00.123Z',
    updatedAt: '2026-11-20T17:00:00.000Z',
  });
});
