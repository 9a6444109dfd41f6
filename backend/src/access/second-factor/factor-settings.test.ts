import { CHALLENGE_ACTION, type MeResponse, type SecurityEvent } from '@sign-display/contracts/rest/session';
import { WRONG_CODES } from '@sign-display/contracts/limits';
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { systemRandom } from '../../adapters/system-random.ts';
import type { Mail } from '../../mail/message.ts';
import { createGatedDatabase } from '../../testing/gated-database.ts';
import { createManualClock } from '../../testing/manual-clock.ts';
import { pruneSessions } from '../sessions-pruning.ts';
import { beginEnrolment, enrol, type Authenticator } from '../testing/enrol-second-factor.ts';
import {
  openSession,
  PASSWORD,
  problemOf,
  startTestService,
  type Person,
  type Reply,
  type TestService,
} from '../testing/test-service.ts';
import { lockFactor, UNFINISHED_FACTOR_MS } from './factor-repository.ts';
import { createFactorSecrets } from './factor-secrets.ts';
import { SECRET_BYTES, STEP_MS } from './totp.ts';

/** A7 and details 61 to 68: changes of the second factor, its traces, and the fields and routes of better-auth that stay closed. */

const clock = createManualClock(Date.UTC(2031, 0, 1));
const env = { SIGN_IN_LIMIT_PER_MINUTE: '1000000', RATE_LIMIT_PER_MINUTE: '1000000' };
const route = (name: string): string => `/api/auth/two-factor/${name}`;

let service: TestService;
let ada: Person;
let app: Authenticator;
let count = 0;
/** Resolves with the next mail. */
let mailed: PromiseWithResolvers<Mail>;

beforeAll(async () => {
  service = await startTestService({ clock, env, outside: { sendMail: async (mail) => mailed.resolve(mail) } });
});
afterAll(() => service.close());
beforeEach(async () => {
  mailed = Promise.withResolvers();
  clock.advance(10 * STEP_MS);
  ada = await service.makePerson(`ada${(count += 1)}`);
  app = await enrol(ada, clock);
  clock.advance(2 * STEP_MS);
});

const ask = (name: string, body: object, person = ada): Promise<Reply> => person.call('POST', route(name), body);
const statusOf = async (token: string): Promise<number> =>
  (await service.call('GET', '/api/me', undefined, { authorization: `Bearer ${token}` })).status;
const me = async (): Promise<MeResponse> => (await ada.call('GET', '/api/me')).body as MeResponse;
async function challengeFor({ email }: Person): Promise<string> {
  return ((await service.signIn(email, PASSWORD)).body as { challenge: string }).challenge;
}
async function eventsOf(person: Person): Promise<Pick<SecurityEvent, 'action' | 'outcome' | 'ip'>[]> {
  const { body } = await person.call('GET', '/api/me/security-events');
  return (body as { items: SecurityEvent[] }).items.map(({ action, outcome, ip }) => ({ action, outcome, ip }));
}

describe('A7: changes of the second factor need a session with a second factor', () => {
  beforeEach(async () => {
    await service.database.db.updateTable('session').set({ mfa: false }).where('userId', '=', ada.id).execute();
  });

  test.each(['disable', 'generate-backup-codes'])(
    'two-factor/%s with the password gets mfa_required until a code gives the session a second factor',
    async (name) => {
      expect(problemOf(await ask(name, { password: PASSWORD })).code).toBe('mfa_required');
      // A code in the session makes it one.
      expect((await ask('verify-totp', { code: app.code() })).status).toBe(200);
      expect((await ask(name, { password: PASSWORD })).status).toBe(200);
    },
  );
});

test.each(['disable', 'generate-backup-codes'])(
  'A7: two-factor/%s gets mfa_required if the session loses its second factor while the password is checked',
  async (name) => {
    const gated = await createGatedDatabase(service.database);
    const locking = Promise.withResolvers<void>();
    const { db: gatedDb } = gated.open(async (statement) => {
      if (/two_factor_enabled.*for no key update/.test(statement)) locking.resolve();
    });
    const node = await startTestService({ clock, env, database: { ...service.database, db: gatedDb } });
    onTestFinished(async () => {
      await node.close();
      await gated.close();
    });
    const { waiting } = await service.database.db.transaction().execute(async (trx) => {
      await lockFactor(trx, ada.id);
      const authorization = `Bearer ${ada.token}`;
      const changed = node.call('POST', route(name), { password: PASSWORD }, { authorization });
      await locking.promise;
      await gated.settled();
      await trx.updateTable('session').set({ mfa: false }).where('userId', '=', ada.id).execute();
      return { waiting: changed };
    });
    expect(problemOf(await waiting).code).toBe('mfa_required');
    expect((await me()).user).toMatchObject({ totp: true, recoveryCodes: 10 });
  },
);

describe('A7: a sign-in leaves traces in the account’s security events', () => {
  test('A7: a right password whose code never comes is an event with the network address of the request', async () => {
    await challengeFor(ada);
    expect((await eventsOf(ada))[0]).toEqual({ action: CHALLENGE_ACTION, outcome: 'ok', ip: '127.0.0.1' });
    const lines = service.logged.map((line) => JSON.parse(line) as Record<string, unknown>);
    const line = { msg: 'security event', action: CHALLENGE_ACTION, userId: ada.id };
    expect(lines).toContainEqual(expect.objectContaining(line));
  });

  test('A7: a code that gives a session its second factor is a sign-in event', async () => {
    await service.database.db.updateTable('session').set({ mfa: false }).where('userId', '=', ada.id).execute();
    expect((await ask('verify-totp', { code: app.code() })).status).toBe(200);
    expect((await eventsOf(ada))[0]).toMatchObject({ action: 'session.sign_in', outcome: 'ok' });
  });
});

describe('A7: changes of the second factor need the password', () => {
  test.each(['disable', 'generate-backup-codes'])(
    'two-factor/%s refuses a wrong password and leaves the second factor and its recovery codes as they are',
    async (name) => {
      expect(problemOf(await ask(name, { password: 'wrong' })).code).toBe('validation_failed');
      expect((await me()).user).toMatchObject({ totp: true, recoveryCodes: 10 });
    },
  );
});

test('A7: generating new recovery codes invalidates the old ones', async () => {
  const { body } = await ask('generate-backup-codes', { password: PASSWORD });
  const { backupCodes } = body as { backupCodes: string[] };
  expect(backupCodes.filter((code) => app.backupCodes.includes(code))).toEqual([]);
  const challenge = await challengeFor(ada);
  const signIn = (code: string) => service.call('POST', route('verify-backup-code'), { code, challenge });
  expect(problemOf(await signIn(app.backupCodes[0]!)).code).toBe('unauthenticated');
  expect((await signIn(backupCodes[0]!)).status).toBe(200);
});

describe('A7: turning off the second factor', () => {
  test('after turning off the second factor, codes are refused, a password opens a session, and the current session stays valid', async () => {
    const challenge = await challengeFor(ada);
    expect((await ask('disable', { password: PASSWORD })).status).toBe(200);
    const { code, errors } = problemOf(
      await service.call('POST', route('verify-totp'), { code: app.code(), challenge }),
    );
    expect([code, errors?.[0]?.path]).toEqual(['unauthenticated', '/challenge']);
    expect(problemOf(await ask('verify-totp', { code: app.code() })).code).toBe('conflict');
    for (const name of ['disable', 'generate-backup-codes'])
      expect(problemOf(await ask(name, { password: PASSWORD })).code).toBe('conflict');
    expect(await me()).toMatchObject({ mfa: true, user: { totp: false, recoveryCodes: 0 } });
    expect((await service.signIn(ada.email, PASSWORD)).body).toHaveProperty('token');
    expect(await service.database.db.selectFrom('twoFactor').where('userId', '=', ada.id).execute()).toEqual([]);
  });

  test('A7: turning two-step sign-in off ends every other session of the person, and no session of others', async () => {
    const { db } = service.database;
    const tokens = [
      await openSession(db, clock, ada.id, { mfa: true }),
      await openSession(db, clock, ada.id, { mfa: true }),
    ];
    const grace = await service.makePerson(`grace${count}`);
    expect((await ask('disable', { password: PASSWORD })).status).toBe(200);
    for (const token of tokens) expect(await statusOf(token)).toBe(401);
    expect([await statusOf(ada.token), await statusOf(grace.token)]).toEqual([200, 200]);
  });

  test('A7: a person who turns two-step sign-in off gets a mail', async () => {
    await ask('disable', { password: PASSWORD });
    const { to, subject, text } = await mailed.promise;
    expect([to, subject]).toEqual([ada.email, 'Two-step sign-in was turned off']);
    expect(text.replaceAll(/\s+/g, ' ')).toContain('all your other sessions ended');
  });

  test('a second factor that is turned off and on within one TOTP step accepts the code of its new secret', async () => {
    expect((await ask('verify-totp', { code: app.code() })).status).toBe(200);
    await ask('disable', { password: PASSWORD });
    const again = await beginEnrolment(ada, clock);
    expect((await ask('verify-totp', { code: again.code() })).status).toBe(200);
  });
});

test('details 11: each change of the second factor is in the account events and each organization’s audit log, there without IP', async () => {
  const opera = ((await ada.call('POST', '/api/organizations', { name: 'Opera' })).body as { id: string }).id;
  const fair = ((await ada.call('POST', '/api/organizations', { name: 'Fair' })).body as { id: string }).id;
  await ask('generate-backup-codes', { password: 'wrong' });
  // Each at its own moment, by which they are listed.
  clock.advance(1);
  await ask('generate-backup-codes', { password: PASSWORD });
  clock.advance(1);
  await ask('disable', { password: PASSWORD });
  clock.advance(1);
  await enrol(ada, clock);
  clock.advance(2 * STEP_MS);
  const challenge = await challengeFor(ada);
  clock.advance(1);
  await service.call('POST', route('verify-totp'), { code: '0'.repeat(6), challenge });
  const ip = '127.0.0.1';
  expect((await eventsOf(ada)).toReversed()).toEqual([
    { action: 'mfa.enable', outcome: 'ok', ip },
    { action: 'mfa.recovery_codes', outcome: 'failed', ip },
    { action: 'mfa.recovery_codes', outcome: 'ok', ip },
    { action: 'mfa.disable', outcome: 'ok', ip },
    { action: 'mfa.enable', outcome: 'ok', ip },
    { action: CHALLENGE_ACTION, outcome: 'ok', ip },
    { action: 'session.sign_in', outcome: 'failed', ip },
  ]);
  for (const organizationId of [opera, fair]) {
    const rows = service.database.db.selectFrom('audit').select(['action', 'actorId', 'targetId', 'ip', 'detail']);
    const found = await rows
      .where('organizationId', '=', organizationId)
      .where('action', 'like', 'mfa.%')
      .orderBy('seq')
      .execute();
    const row = { actorId: ada.id, targetId: ada.id, ip: null, detail: {} };
    expect(found).toEqual(['mfa.recovery_codes', 'mfa.disable', 'mfa.enable'].map((action) => ({ ...row, action })));
  }
});

test('details 11: a wrong code in a session is named after what it was for, in the events and in the log', async () => {
  const fresh = await service.makePerson(`fresh${count}`);
  const secrets = await beginEnrolment(fresh, clock);
  await ask('verify-totp', { code: secrets.wrongCode() }, fresh);
  await ask('verify-totp', { code: app.wrongCode() });
  const failed = { outcome: 'failed', ip: '127.0.0.1' };
  expect(await eventsOf(fresh)).toEqual([{ action: 'mfa.enable', ...failed }]);
  expect((await eventsOf(ada))[0]).toEqual({ action: 'session.sign_in', ...failed });
  const logged = service.logged.map((line) => JSON.parse(line) as { userId?: string; action?: string });
  const actionsOf = ({ id }: Person) => logged.filter(({ userId }) => userId === id).map(({ action }) => action);
  expect(actionsOf(fresh)).toContain('mfa.enable');
  expect(actionsOf(ada).at(-1)).toBe('session.sign_in');
});

describe('details 65: better-auth’s other two-factor routes and options are refused', () => {
  test.each([
    ['enable', { password: PASSWORD, method: 'otp' }],
    ['enable', { password: PASSWORD, issuer: 'Another' }],
    ['verify-totp', { code: '123456', trustDevice: true }],
    ['verify-backup-code', { code: '7kqfd-92zt3', trustDevice: true }],
    ['verify-backup-code', { code: '7kqfd-92zt3', disableSession: true }],
    ['generate-backup-codes', { password: PASSWORD, userId: 'another' }],
  ])('two-factor/%s refuses the option of better-auth in %j', async (name, body) => {
    expect(problemOf(await ask(name, body)).code).toBe('validation_failed');
  });

  test.each(['get-totp-uri', 'view-backup-codes', 'send-otp', 'verify-otp', 'generate-totp'])(
    'better-auth’s route two-factor/%s answers not_found',
    async (name) => {
      expect(problemOf(await ask(name, { password: PASSWORD, code: '123456' })).code).toBe('not_found');
    },
  );

  test('a sign-in with better-auth’s cookie for trusted devices still asks for a code', async () => {
    const cookie = 'better-auth.trust_device=a!b; better-auth.two_factor=none';
    const body = { email: ada.email, password: PASSWORD };
    const reply = await service.call('POST', '/api/auth/sign-in/email', body, { cookie });
    expect(reply.body).toHaveProperty('challenge');
  });
});

test('A7: the database and the server log contain no secret, recovery code or challenge in plain text', async () => {
  const fresh = await service.makePerson(`fresh${count}`);
  await fresh.call('POST', '/api/organizations', { name: 'Opera' });
  const reply = await fresh.call('POST', route('enable'), { password: PASSWORD });
  const { totpURI, backupCodes } = reply.body as { totpURI: string; backupCodes: string[] };
  const secret = new URL(totpURI).searchParams.get('secret')!;
  const challenge = await challengeFor(ada);
  await service.call('POST', route('verify-totp'), { code: app.code(), challenge });
  const { db } = service.database;
  const tables = ['twoFactor', 'usedCode', 'wrongCode', 'verification', 'audit', 'securityEvent'] as const;
  const rows = await Promise.all(tables.map((table) => db.selectFrom(table).selectAll().execute()));
  const everything = `${JSON.stringify(rows)}${service.logged.join('')}`;
  for (const hidden of [secret, ...backupCodes, ...app.backupCodes, challenge.split('.')[0]!])
    expect(everything).not.toContain(hidden);
  expect(service.logged.join('')).not.toContain(challenge);
});

test('A7: if the stored secret can’t be decrypted, a code is refused with a conflict that names AUTH_SECRET', async () => {
  const before = createFactorSecrets('another AUTH_SECRET of 32 characters', systemRandom);
  const secret = before.seal(ada.id, systemRandom.bytes(SECRET_BYTES));
  await service.database.db.updateTable('twoFactor').set({ secret }).where('userId', '=', ada.id).execute();
  const challenge = await challengeFor(ada);
  const problem = problemOf(await service.call('POST', route('verify-totp'), { code: app.code(), challenge }));
  expect(problem).toMatchObject({ code: 'conflict', detail: expect.stringContaining('AUTH_SECRET') as string });
});

test('R11: pruning removes used and wrong codes after 15 minutes, not before, but keeps the last used code of each person', async () => {
  const { db } = service.database;
  const codes = async () => {
    const used = db.selectFrom('usedCode').select('at').where('userId', '=', ada.id);
    const wrong = db.selectFrom('wrongCode').select('at').where('userId', '=', ada.id);
    return [(await used.execute()).length, (await wrong.execute()).length];
  };
  clock.advance(STEP_MS);
  expect((await ask('verify-totp', { code: app.code() })).status).toBe(200);
  await ask('verify-totp', { code: app.wrongCode() });
  expect(await codes()).toEqual([2, 1]);
  clock.advance(WRONG_CODES.windowMs - 1);
  await pruneSessions(db, clock.now());
  expect(await codes()).toEqual([1, 1]);
  clock.advance(1);
  await pruneSessions(db, clock.now());
  expect(await codes()).toEqual([1, 0]);
});

test('A7: a used code does not work again after the clock was ahead for a while and codes were pruned', async () => {
  const { db } = service.database;
  clock.advance(STEP_MS);
  const code = app.code();
  expect((await ask('verify-totp', { code })).status).toBe(200);
  clock.stepWall(2 * WRONG_CODES.windowMs);
  await pruneSessions(db, clock.now());
  clock.stepWall(-2 * WRONG_CODES.windowMs);
  expect(problemOf(await ask('verify-totp', { code })).code).toBe('unauthenticated');
});

describe('R11: a stored secret that no right code has ever confirmed', () => {
  let fresh: Person;
  beforeEach(async () => {
    fresh = await service.makePerson(`fresh${count}`);
    await beginEnrolment(fresh, clock);
  });
  const hasSecret = async ({ id }: Person): Promise<boolean> => {
    const row = service.database.db.selectFrom('twoFactor').select('userId').where('userId', '=', id);
    return (await row.executeTakeFirst()) !== undefined;
  };

  test('is removed after a day and no earlier, and a second factor that is on stays', async () => {
    clock.advance(UNFINISHED_FACTOR_MS - 1);
    await pruneSessions(service.database.db, clock.now());
    expect(await hasSecret(fresh)).toBe(true);
    clock.advance(1);
    await pruneSessions(service.database.db, clock.now());
    expect([await hasSecret(fresh), await hasSecret(ada)]).toEqual([false, true]);
  });

  test('stays while a code for it is tried', async () => {
    const { db } = service.database;
    clock.advance(UNFINISHED_FACTOR_MS);
    await db.transaction().execute(async (trx) => {
      await lockFactor(trx, fresh.id);
      await pruneSessions(db, clock.now());
      await trx.updateTable('user').set({ twoFactorEnabled: true }).where('id', '=', fresh.id).execute();
    });
    await pruneSessions(db, clock.now());
    expect(await hasSecret(fresh)).toBe(true);
  });
});
