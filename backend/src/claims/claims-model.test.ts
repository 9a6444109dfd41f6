import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { beginPlay, insertPeople, type Play } from '../testing/begin-claim-scenario.ts';
import { checkPromises, readRecords } from '../testing/check-claim-guarantees.ts';
import { makeClaimSteps } from '../testing/claim-steps.ts';
import { CLAIM_SETTINGS } from '../testing/claim-world.ts';
import { createGatedDatabase, type GatedDatabase, type GatedPool } from '../testing/gated-database.ts';
import { createTestDatabase, type TestDatabase } from '../testing/create-test-database.ts';
import { createSeededRandom } from '../testing/seeded-random.ts';

/** The whole service on a real database, led through fast-check's commands. */

const random = createSeededRandom('claims-model');
let database: TestDatabase;
let gated: GatedDatabase;
let pool: GatedPool;
let organizations: Play['organizations'];

beforeAll(async () => {
  database = await createTestDatabase();
  gated = await createGatedDatabase(database);
  pool = gated.open();
  organizations = await insertPeople(pool.db, random);
});
afterAll(async () => {
  await gated.close();
  await database.drop();
});

/** Nothing happens any more: deadlines pass, and every attempt must have come to an end. */
async function comeToRest(play: Play): Promise<string[]> {
  play.clock.advance(CLAIM_SETTINGS.ackTimeoutMs + 1);
  await play.settled();
  await play.node().claims.sweep();
  await play.settled();
  await checkPromises(play);
  return (await readRecords(play)).claims.filter(({ state }) => state === 'awaiting_ack').map(({ id }) => id);
}

describe('claims by many operators, with devices that answer as they like and nodes that crash', () => {
  it('C1, C2, C3, C4, C6, C7, C8, C9, C10 hold after every step, and every attempt ends', async () => {
    await fc.assert(
      fc.asyncProperty(makeClaimSteps(), async (commands) => {
        const play = await beginPlay({ gated, pool, organizations, random });
        try {
          await fc.asyncModelRun(() => ({ model: {}, real: play }), commands);
          expect(await comeToRest(play)).toEqual([]);
        } finally {
          play.end();
        }
      }),
      { numRuns: 40 },
    );
  }, 600_000);
});
