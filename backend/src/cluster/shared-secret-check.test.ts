import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { makeUuidV4 } from '@sign-display/contracts/identifier-generation';
import { systemRandom } from '../adapters/system-random.ts';
import { createManualClock, type ManualClock } from '../testing/manual-clock.ts';
import { createTestDatabase, type TestDatabase } from '../testing/create-test-database.ts';
import { checkSharedSecret } from './shared-secret-check.ts';

let database: TestDatabase;
let clock: ManualClock;

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());
beforeEach(async () => {
  clock = createManualClock();
  await database.db.deleteFrom('authSecretCheck').execute();
  await database.db.deleteFrom('node').execute();
});

const addNode = () => {
  const at = new Date(clock.now());
  const id = makeUuidV4(systemRandom);
  return database.db.insertInto('node').values({ id, startedAt: at, seenAt: at, renewals: 1 }).execute();
};
/** The check, while time goes on and `live` happens again and again. */
async function check(secret: string, live: () => Promise<unknown> = async () => {}) {
  const state = { isOver: false };
  const checking = checkSharedSecret({ db: database.db, clock }, secret).finally(() => (state.isOver = true));
  while (!state.isOver) {
    await live();
    clock.advance(500);
    await new Promise((resolve) => setImmediate(resolve));
  }
  return await checking;
}

it('X3: the first node stores what its secret gives, a node of the same secret is let in, and the value is not the secret', async () => {
  const secret = 'one secret of all the nodes, long enough';
  expect(await check(secret)).toBe('first');
  expect(await check(secret)).toBe('same');
  const { value } = await database.db.selectFrom('authSecretCheck').select('value').executeTakeFirstOrThrow();
  expect(value).toMatch(/^[0-9a-f]{64}$/);
  expect(Buffer.from(value, 'hex').toString()).not.toContain('secret');
});

it('X3: a node of another secret is refused while a node renews its lease, or joins', async () => {
  await check('the first secret');
  await addNode();
  const renew = () =>
    database.db
      .updateTable('node')
      .set(({ eb }) => ({ renewals: eb('renewals', '+', 1) }))
      .execute();
  expect(await check('another secret', renew)).toBe('differs');
  expect(await check('another secret', addNode)).toBe('differs');
  expect(await check('the first secret')).toBe('same');
});

it('X3: the secret can be changed while no node runs, also where a killed node has left its row', async () => {
  await check('the first secret');
  expect(await check('the second secret')).toBe('changed');
  await addNode();
  expect(await check('the third secret')).toBe('changed');
  expect(await check('the second secret')).toBe('changed');
});
