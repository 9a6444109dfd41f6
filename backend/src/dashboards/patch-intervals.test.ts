import * as fc from 'fast-check';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { insertBenchSigns } from '../signs/testing/insert-bench-signs.ts';
import { insertOrganization, type TestOrganization } from '../testing/claim-world.ts';
import { createGatedDatabase, type GatedDatabase } from '../testing/gated-database.ts';
import { createManualClock, type ManualClock } from '../testing/manual-clock.ts';
import { createTestDatabase, type TestDatabase } from '../testing/create-test-database.ts';
import { createSeededRandom } from '../testing/seeded-random.ts';
import { watchOrganization } from './send-organization-changes.ts';
import { createSubscription, PATCH_EVERY_MS } from './dashboard-subscription.ts';

/** How evenly a wall is told of signs that change all the time, with time and the length of each reading in the test's hand. */

const STEP_MS = 25;
const READING_MOST_MS = 150;
let database: TestDatabase;
let gated: GatedDatabase;
let organization: TestOrganization;
let signId: string;

beforeAll(async () => {
  database = await createTestDatabase();
  gated = await createGatedDatabase(database);
  const deps = { clock: createManualClock(), random: createSeededRandom('dashboard-cadence') };
  organization = await insertOrganization(database.db, deps, { ada: 'viewer' });
  const { id: organizationId, eventId } = organization;
  [signId] = (await insertBenchSigns(database.db, { organizationId, eventId }, 1)) as [string];
});
afterAll(async () => {
  await gated.close();
  await database.drop();
});

/** When patches were sent while a sign changed every 25 ms, and readings took so long one after the other. */
async function patchTimes(clock: ManualClock, readingsMs: readonly number[]): Promise<number[]> {
  const left = [...readingsMs];
  const { db } = gated.open(async (statement) => {
    if (statement.includes('from "sign"')) clock.advance(left.shift() ?? 0);
  });
  const deps = { organizationId: organization.id, db, clock, log: pino({ level: 'silent' }) };
  const watched = watchOrganization({ ...deps, mayTell: () => true, reads() {} });
  const sentAtMs: number[] = [];
  const send = (event: string) => event === 'signs:patch' && sentAtMs.push(clock.monotonicMs());
  const socket = { send, waiting: () => 0, close() {}, cut() {} };
  const subscription = createSubscription({ socket, eventId: null, startMs: 0, observePatch() {} });
  watched.add(subscription);
  for (let step = 0; left.length > 0 && step < 1_000; step += 1) {
    watched.look([signId]);
    clock.advance(STEP_MS);
    await gated.settled();
  }
  watched.remove(subscription);
  return sentAtMs;
}

it('patches come at an even pace, however long each reading takes: none is early, and none waits for the next', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.integer({ min: 0, max: READING_MOST_MS }), { minLength: 4, maxLength: 8 }),
      async (readingsMs) => {
        const times = await patchTimes(createManualClock(), readingsMs);
        expect(times.length).toBeGreaterThanOrEqual(readingsMs.length - 1);
        const between = times.slice(1).map((at, index) => at - times[index]!);
        expect(Math.min(...between)).toBeGreaterThanOrEqual(PATCH_EVERY_MS);
        expect(Math.max(...between)).toBeLessThanOrEqual(PATCH_EVERY_MS + READING_MOST_MS + STEP_MS);
      },
    ),
    { numRuns: 20 },
  );
});
