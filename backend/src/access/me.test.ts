import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { systemClock } from '../adapters/system-clock.ts';
import { systemRandom } from '../adapters/system-random.ts';
import { createTestDatabase, type TestDatabase } from '../testing/create-test-database.ts';
import { createMe } from './me.ts';
import { insertOrganization } from './organizations-repository.ts';
import { hashOfPassword, insertUser } from './users-repository.ts';

const ADA = { id: 'ada', email: 'ada@example.org', name: 'Ada' };
const ACCOUNT = { ...ADA, language: null, totp: false, recoveryCodes: 0, passkeys: 0 };
const SESSION = { mfa: false };
const OUTBOX = '/data/outbox';
const NOT_CONFIGURED = { configured: false, outbox: null };

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

const meOf = (changes: Partial<Parameters<typeof createMe>[0]> = {}) =>
  createMe({
    db: database.db,
    publicUrl: () => 'http://localhost:3000',
    outbox: OUTBOX,
    systemOwners: null,
    pushPublicKey: async () => null,
    ...changes,
  });

test.each([
  ['https://192.168.1.20:3000', 'https://192.168.1.20:3000/claim'],
  ['https://signs.example.com/', 'https://signs.example.com/claim'],
])('K8: with PUBLIC_URL %s, who is signed in learns that phones claim at %s', async (publicUrl, claimUrl) => {
  const me = await meOf({ publicUrl: () => publicUrl })(ADA, SESSION);
  expect(me).toEqual({
    user: ACCOUNT,
    mfa: false,
    systemOwner: false,
    organizations: [],
    claimUrl,
    mail: NOT_CONFIGURED,
  });
});

test.each(['http://localhost:3000', 'http://127.0.0.1:3000', 'http://0.0.0.0:3000'])(
  'K8: with PUBLIC_URL %s, which no phone reaches, nothing is said of it',
  async (publicUrl) => {
    const me = await meOf({ publicUrl: () => publicUrl })(ADA, SESSION);
    expect(me).toEqual({ user: ACCOUNT, mfa: false, systemOwner: false, organizations: [], mail: NOT_CONFIGURED });
  },
);

test('G18: /api/me has the key for push notifications where push is on', async () => {
  const me = await meOf({ pushPublicKey: async () => 'key' })(ADA, SESSION);
  expect(me).toEqual({
    user: ACCOUNT,
    mfa: false,
    systemOwner: false,
    organizations: [],
    pushPublicKey: 'key',
    mail: NOT_CONFIGURED,
  });
});

test('A7: /api/me counts no passkeys where two-step sign-in is off', async () => {
  const ports = { clock: systemClock, random: systemRandom };
  const account = { email: 'grace@example.org', name: 'Grace', passwordHash: '' };
  const id = await database.db.transaction().execute((trx) => insertUser(trx, ports, account));
  const passkey = {
    id: randomUUID(),
    userId: id,
    credentialId: 'AAAA',
    publicKey: Buffer.alloc(1),
    counter: 0,
    transports: [],
    name: 'Laptop',
    createdAt: new Date(),
    lastUsedAt: null,
    backedUp: false,
  };
  await database.db.insertInto('passkey').values(passkey).execute();
  const read = async () => (await meOf()({ id, email: account.email, name: account.name }, SESSION)).user;
  expect(await read()).toMatchObject({ totp: false, passkeys: 0 });
  await database.db.updateTable('user').set({ twoFactorEnabled: true }).where('id', '=', id).execute();
  expect(await read()).toMatchObject({ totp: true, passkeys: 1 });
});

describe('details 103: /api/me shows the outbox folder only to system owners', () => {
  /** Two owners, and a viewer in the organization of the first owner, which is the oldest. */
  async function people() {
    const ports = { clock: systemClock, random: systemRandom };
    const make = async (email: string) => {
      const passwordHash = await hashOfPassword('correct horse battery staple');
      const account = { email, name: email, passwordHash };
      const id = await database.db.transaction().execute((trx) => insertUser(trx, ports, account));
      return { id, email, name: email };
    };
    const [first, second, viewer] = [
      await make('first@example.org'),
      await make('second@example.org'),
      await make('viewer@example.org'),
    ];
    return database.db.transaction().execute(async (trx) => {
      const oldest = { clock: { ...systemClock, now: () => 1_000 }, random: systemRandom };
      const { id } = await insertOrganization(trx, oldest, { name: 'Oldest', ownerId: first.id });
      await insertOrganization(trx, ports, { name: 'Second', ownerId: second.id });
      const member = { organizationId: id, userId: viewer.id, role: 'viewer' as const, createdAt: new Date() };
      await trx.insertInto('member').values(member).execute();
      return { first, second, viewer };
    });
  }

  test('system owners are the users that SYSTEM_OWNERS lists, in any case; without it, the owners of the oldest organization', async () => {
    const { first, second, viewer } = await people();
    const outboxes = async (systemOwners: string[] | null) => {
      const tellMe = meOf({ systemOwners });
      return Promise.all([first, second, viewer].map(async (user) => (await tellMe(user, SESSION)).mail.outbox));
    };
    expect(await outboxes(null)).toEqual([OUTBOX, null, null]);
    expect(await outboxes(['second@example.org', 'unknown@example.org'])).toEqual([null, OUTBOX, null]);
    const shouted = { ...second, email: 'Second@Example.org' };
    expect((await meOf({ systemOwners: ['second@example.org'] })(shouted, SESSION)).mail.outbox).toBe(OUTBOX);
  });

  test('with a mail server configured, nobody gets an outbox folder', async () => {
    const me = await meOf({ outbox: null, systemOwners: [ADA.email] })(ADA, SESSION);
    expect(me.mail).toEqual({ configured: true, outbox: null });
  });
});
