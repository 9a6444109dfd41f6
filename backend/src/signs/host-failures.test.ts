import * as fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { hostOf } from '@sign-display/contracts/group-outages-by-cause';
import { insertLinkedSign } from '../reports/testing/analytics-fixtures.ts';
import { insertOrganization } from '../testing/claim-world.ts';
import { createManualClock } from '../testing/manual-clock.ts';
import { createTestDatabase, type TestDatabase } from '../testing/create-test-database.ts';
import { createSeededRandom } from '../testing/seeded-random.ts';
import { countFailingOnHost, hostOfPage } from './host-failures.ts';

const deps = { clock: createManualClock(), random: createSeededRandom('failing-on-host') };
let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

test('the host of a page is in SQL what it is in the contracts, also in capitals, with a port, or as an address', async () => {
  const scheme = fc.constantFrom('http', 'https', 'HTTPS');
  const domain = fc.oneof(fc.domain(), fc.ipV4(), fc.constantFrom('[::1]', '[2001:DB8::7]', 'Menu.Example'));
  const rest = fc.constantFrom('', ':8443', '/', '/a:b@c', ':80/x?y#z', '?q=1', '#part', ':1?@host.example/');
  const url = fc.tuple(scheme, domain, rest).map(([one, two, three]) => `${one}://${two}${three}`);
  await fc.assert(
    fc.asyncProperty(fc.array(url, { minLength: 1, maxLength: 50 }), async (urls) => {
      const { rows } = await sql<{ host: string | null }>`
        select ${hostOfPage} as host
        from (select url, null as shown_url, nth from unnest(${urls}::text[]) with ordinality as given (url, nth)) as sign
        order by nth`.execute(database.db);
      expect(rows.map(({ host }) => host)).toEqual(urls.map(hostOf));
    }),
    { numRuns: 20 },
  );
});

test('D2: signs that fail on a host are found by an index of those that fail', async () => {
  const { db } = database;
  const organization = await insertOrganization(db, deps, {});
  const { id } = await insertLinkedSign(db, deps, organization, { url: 'https://menu.example/' });
  const organizationId = organization.id;
  await db.updateTable('sign').set({ presence: 'online', contentState: 'error' }).execute();
  const of = { organizationId, host: 'menu.example', besides: organizationId };
  expect([await countFailingOnHost(db, of), await countFailingOnHost(db, { ...of, besides: id })]).toEqual([1, 0]);
  const plan = await db.transaction().execute(async (trx) => {
    await sql`set local enable_seqscan = off`.execute(trx);
    const { rows } = await sql<Record<string, string>>`
      explain select from sign where organization_id = ${organizationId} and ${hostOfPage} = 'menu.example'
        and presence = 'online' and (content_state in ('unreachable', 'error') or blank)`.execute(trx);
    return rows.map((row) => Object.values(row)[0]).join('\n');
  });
  expect(plan).toContain('sign_failing_host');
});
