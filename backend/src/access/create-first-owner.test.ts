import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { systemClock } from '../adapters/system-clock.ts';
import { systemRandom } from '../adapters/system-random.ts';
import { openDatabase } from '../db/open-database.ts';
import { createTestDatabase, type TestDatabase } from '../testing/create-test-database.ts';
import { bootstrapOwner } from './create-first-owner.ts';
import { startTestService } from './testing/test-service.ts';
import { pino } from 'pino';

let database: TestDatabase;
beforeEach(async () => {
  database = await createTestDatabase();
});
afterEach(() => database.drop());

const settings = { email: null, password: null, organization: 'My organization' };
const bootstrap = (db = database.db, changes = {}) =>
  bootstrapOwner({ db, config: { bootstrap: { ...settings, ...changes } }, clock: systemClock, random: systemRandom });

const countUsers = async () => (await database.db.selectFrom('user').select('id').execute()).length;

describe('R1: the first owner', () => {
  test('is made once, with a password that is told once and signs in, and owns an organization', async () => {
    const made = await bootstrap();
    expect(made).toMatchObject({ created: true, email: 'owner@sign-display.local' });
    expect(made.password).toMatch(/^([a-z2-9]{5}-){3}[a-z2-9]{5}$/);
    expect(await bootstrap()).toEqual({ created: false, email: made.email, password: null });

    const service = await startTestService({ database });
    const token = String((await service.signIn(made.email, made.password!)).headers['set-auth-token']);
    const me = await service.call('GET', '/api/me', undefined, { authorization: `Bearer ${token}` });
    expect(me.body).toMatchObject({ organizations: [{ name: 'My organization', role: 'owner' }] });
    await service.close();
  });

  test('takes the given address and password, and tells neither again', async () => {
    const made = await bootstrap(database.db, { email: 'Ada@Example.org', password: 'given by hand' });
    expect(made).toEqual({ created: true, email: 'ada@example.org', password: null });
    const service = await startTestService({ database });
    expect((await service.signIn('ada@example.org', 'given by hand')).status).toBe(200);
    await service.close();
  });

  test('M6: is not made with a password that is easy to guess, and what is wrong is said in words', async () => {
    for (const password of ['password', 'qwertyuiop', 'My organization 1'])
      await expect(bootstrap(database.db, { password })).rejects.toThrow(
        /^One setting is wrong:\n {2}BOOTSTRAP_PASSWORD: .*Use several/,
      );
    expect(await countUsers()).toBe(0);
    await bootstrap(database.db, { password: 'seven marmots whistle' });
    // Where there is somebody, the variable is not used.
    expect(await bootstrap(database.db, { password: 'password' })).toMatchObject({ created: false });
  });

  test('R2: is one, although several nodes start at once', async () => {
    const nodes = Array.from({ length: 4 }, () =>
      openDatabase({ poolConfig: database.poolConfig, log: pino({ level: 'silent' }) }),
    );
    const made = await Promise.all(nodes.map(({ db }) => bootstrap(db)));
    expect(made.filter(({ created }) => created)).toHaveLength(1);
    expect(await countUsers()).toBe(1);
    await Promise.all(nodes.map(({ close }) => close()));
  });
});
