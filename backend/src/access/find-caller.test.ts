import { createHmac } from 'node:crypto';
import * as fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createManualClock, type ManualClock } from '../testing/manual-clock.ts';
import { createTestDatabase, type TestDatabase } from '../testing/create-test-database.ts';
import { createSessionLookup, type SessionLookup } from './find-caller.ts';

/** Whose sessions are asked for at once are read together; nobody becomes another by it. */

const secret = 'a secret that is long enough for a test';
const PEOPLE = ['ada', 'bob', 'eve', 'mia'];
let database: TestDatabase;
let clock: ManualClock;
let sessions: SessionLookup;

beforeAll(async () => {
  database = await createTestDatabase();
  clock = createManualClock();
  sessions = createSessionLookup({ db: database.db, clock, secret, publicUrl: () => 'http://127.0.0.1' });
  const at = new Date(clock.now());
  const times = { createdAt: at, updatedAt: at };
  const users = PEOPLE.map((id) => ({ id, name: id, email: `${id}@example.com`, emailVerified: true, ...times }));
  await database.db.insertInto('user').values(users).execute();
});
afterAll(() => database.drop());

async function openSessions(expiresAt: Date): Promise<void> {
  const at = new Date(clock.now());
  const times = { createdAt: at, updatedAt: at, expiresAt };
  const { db } = database;
  await db.deleteFrom('session').execute();
  const rows = PEOPLE.map((id) => ({
    id: `of-${id}`,
    token: `token-${id}`,
    userId: id,
    ipAddress: null,
    userAgent: null,
  }));
  await db
    .insertInto('session')
    .values(rows.map((row) => ({ ...row, ...times })))
    .execute();
}
const inAYear = () => new Date(clock.now() + 365 * 24 * 60 * 60 * 1_000);

const ask = (token: string, key = secret) => {
  const signature = createHmac('sha256', key).update(token).digest('base64');
  return sessions.findCaller({ authorization: `Bearer ${token}.${signature}` });
};
const callerOf = (id: string) => ({ sessionId: `of-${id}`, userId: id, name: id, email: `${id}@example.com` });

test('of many who ask at once each is who they are, and who has no session is nobody', async () => {
  await openSessions(inAYear());
  const someone = fc.constantFrom(...PEOPLE, 'nobody', 'forger');
  await fc.assert(
    fc.asyncProperty(fc.array(someone, { maxLength: 60 }), async (askers) => {
      const found = await Promise.all(
        askers.map((id) => (id === 'forger' ? ask('token-ada', 'another secret') : ask(`token-${id}`))),
      );
      expect(found).toEqual(askers.map((id) => (PEOPLE.includes(id) ? callerOf(id) : null)));
    }),
    { numRuns: 50 },
  );
});

test('A3: a revoked session is nobody’s at once, also while it is asked for', async () => {
  const { db } = database;
  for (const id of PEOPLE) {
    await openSessions(inAYear());
    const before = Array.from({ length: 20 }, () => ask(`token-${id}`));
    await db.deleteFrom('session').where('userId', '=', id).execute();
    expect(await ask(`token-${id}`)).toBeNull();
    await Promise.all(before);
  }
});

test('a session that has run out is nobody’s', async () => {
  await openSessions(new Date(clock.now()));
  expect(await Promise.all(PEOPLE.map((id) => ask(`token-${id}`)))).toEqual(PEOPLE.map(() => null));
});
