import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../testing/postgres.ts';
import { tellMe } from './me.ts';

const ADA = { id: 'ada', email: 'ada@example.org', name: 'Ada' };

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

test.each([
  ['https://192.168.1.20:3000', 'https://192.168.1.20:3000/claim'],
  ['https://signs.example.com/', 'https://signs.example.com/claim'],
])('K8: with PUBLIC_URL %s, who is signed in learns that phones claim at %s', async (publicUrl, claimUrl) => {
  expect(await tellMe(database.db, publicUrl, ADA)).toEqual({ user: ADA, organizations: [], claimUrl });
});

test.each(['http://localhost:3000', 'http://127.0.0.1:3000', 'http://0.0.0.0:3000'])(
  'K8: with PUBLIC_URL %s, which no phone reaches, nothing is said of it',
  async (publicUrl) => {
    expect(await tellMe(database.db, publicUrl, ADA)).toEqual({ user: ADA, organizations: [] });
  },
);
