import * as fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeUuidV7 } from '@sign-display/contracts/identifier-generation';
import { createManualClock } from '../../testing/manual-clock.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/create-test-database.ts';
import { createSeededRandom } from '../../testing/seeded-random.ts';
import { ensurePartitions } from '../partitions/day-partitions.ts';
import { findPageRequest } from './last-page-request.ts';

const clock = createManualClock();
const random = createSeededRandom('page-requests');
const id = () => makeUuidV7(clock, random);
const START = Date.UTC(2026, 10, 20, 23, 50);
const minute = (nth: number) => new Date(START + nth * 60_000);
let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
  await ensurePartitions(database.db, 'content_fetch', ['2026-11-20', '2026-11-21']);
});
afterAll(() => database.drop());

const PAGE = 'https://menu.example';
const one = fc.record({
  status: fc.constantFrom(200, 304, 404, 503, null),
  // As browsers ask for it; and what a page loads beside itself.
  url: fc.constantFrom(PAGE, `${PAGE}/`, `${PAGE}/logo.png`),
  error: fc.constantFrom(null, null, 'DNS'),
});
const isOk = ({ status, error }: { status: number | null; error: string | null }): boolean =>
  error === null && (status ?? 200) < 400;

test('the last request for a page is found, and how many have failed in a row since it was well, whatever it loads beside itself', async () => {
  const times = fc.record({ since: fc.nat(20), well: fc.option(fc.nat(20)) });
  await fc.assert(
    fc.asyncProperty(fc.array(one, { maxLength: 20 }), times, async (requests, { since, well }) => {
      const signRecordId = id();
      const of = { organizationId: id(), eventId: id(), signRecordId };
      const rows = requests.map((request, nth) => {
        const at = minute(nth);
        return { id: id(), ...of, ...request, at, startedAt: at, durationMs: 1, bytes: 1, fromCache: false };
      });
      if (rows.length > 0) await database.db.insertInto('contentFetch').values(rows).execute();
      const own = rows.filter(({ at, url }) => at >= minute(since) && url !== `${PAGE}/logo.png`);
      const last = own.at(-1);
      const failed = own.slice(own.findLastIndex(isOk) + 1).filter(({ at }) => well === null || at > minute(well));
      const found = await findPageRequest(database.db, {
        signRecordId,
        url: PAGE,
        since: minute(since),
        wellAt: well === null ? null : minute(well),
      });
      const { at, status, error } = last ?? {};
      expect(found).toEqual(last ? { at, status, error, isOk: isOk(last), failures: failed.length } : null);
    }),
    { numRuns: 60 },
  );
});
