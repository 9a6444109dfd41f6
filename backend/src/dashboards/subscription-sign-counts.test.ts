import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeUuidV7 } from '@sign-display/contracts/identifier-generation';
import { insertOrganization, type TestOrganization } from '../testing/claim-world.ts';
import { createGatedDatabase, type GatedDatabase } from '../testing/gated-database.ts';
import { createManualClock } from '../testing/manual-clock.ts';
import { createTestDatabase, type TestDatabase } from '../testing/create-test-database.ts';
import { createSeededRandom } from '../testing/seeded-random.ts';
import { createSignTotals } from './subscription-sign-counts.ts';

const deps = { clock: createManualClock(), random: createSeededRandom('sign-totals') };
let database: TestDatabase;
let gated: GatedDatabase;
let organizations: TestOrganization[];

beforeAll(async () => {
  database = await createTestDatabase();
  gated = await createGatedDatabase(database);
  organizations = [
    await insertOrganization(database.db, deps, { ada: 'viewer' }),
    await insertOrganization(database.db, deps, { eve: 'viewer' }),
  ];
});
afterAll(async () => {
  await gated.close();
  await database.drop();
});

const insertSign = ({ id: organizationId, eventId }: TestOrganization) => {
  const at = new Date(deps.clock.now());
  const place = { organizationId, eventId, name: 'Sign', location: 'Hall', createdAt: at, updatedAt: at };
  return database.db
    .insertInto('sign')
    .values({ id: makeUuidV7(deps.clock, deps.random), ...place })
    .execute();
};

test('all who subscribe at once are told how many signs there are by one statement, each of their own', async () => {
  const [ours, theirs] = organizations as [TestOrganization, TestOrganization];
  for (const organization of [ours, ours, theirs]) await insertSign(organization);
  let statements = 0;
  const { db } = gated.open(async () => void (statements += 1));
  const totalOf = createSignTotals(db);
  const scopes = [
    { organizationId: ours.id, eventId: null },
    { organizationId: ours.id, eventId: ours.eventId },
    { organizationId: theirs.id, eventId: null },
    { organizationId: ours.id, eventId: makeUuidV7(deps.clock, deps.random) },
    // An event of another organization has no signs in this one.
    { organizationId: ours.id, eventId: theirs.eventId },
  ];
  const asked = Array.from({ length: 4 }, () => scopes).flat();
  expect(await Promise.all(asked.map(totalOf))).toEqual(Array.from({ length: 4 }, () => [2, 2, 1, 0, 0]).flat());
  expect(statements).toBe(1);
});

test('who subscribes while others are counted for is told of a sign that was made before they asked', async () => {
  const [ours] = organizations as [TestOrganization];
  const scope = { organizationId: ours.id, eventId: null };
  const held = Promise.withResolvers<void>();
  const isCounted = Promise.withResolvers<void>();
  const { db } = gated.open(async () => {
    isCounted.resolve();
    await held.promise;
  });
  const totalOf = createSignTotals(db);
  const early = totalOf(scope);
  await isCounted.promise;
  await insertSign(ours);
  const late = totalOf(scope);
  held.resolve();
  const { length } = await database.db.selectFrom('sign').select('id').where('organizationId', '=', ours.id).execute();
  expect(await late).toBe(length);
  expect([length - 1, length]).toContain(await early);
});
