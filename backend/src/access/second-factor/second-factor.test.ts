import { WRONG_CODES } from '@sign-display/contracts/limits';
import {
  BEARER_HEADER,
  CHALLENGE_TTL_MS,
  type MeResponse,
  type SecondFactorChallenge,
} from '@sign-display/contracts/rest/session';
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { systemRandom } from '../../adapters/system-random.ts';
import type { Mail } from '../../mail/message.ts';
import { createGatedDatabase, type GatedDatabase } from '../../testing/gated-database.ts';
import { createManualClock } from '../../testing/manual-clock.ts';
import { beginEnrolment, enrol, type Authenticator } from '../testing/enrol-second-factor.ts';
import { AUTH_SECRET, openSession, PASSWORD, problemOf, startTestService } from '../testing/test-service.ts';
import type { Person, Reply, TestService } from '../testing/test-service.ts';
import { makeChallenge } from './challenge.ts';
import { lockFactor } from './factor-repository.ts';
import { createFactorSecrets } from './factor-secrets.ts';
import { personWithoutCode } from './second-factor-missing.ts';
import { STEP_MS } from './totp.ts';
import { verifyCode } from './verify-code.ts';

/** A7: the second factor of a person, over HTTP. */

const clock = createManualClock(Date.UTC(2031, 0, 1));
const env = { SIGN_IN_LIMIT_PER_MINUTE: '1000000', RATE_LIMIT_PER_MINUTE: '1000000' };
const TOTP = '/api/auth/two-factor/verify-totp';
const RECOVERY = '/api/auth/two-factor/verify-backup-code';

let service: TestService;
/** Another node of the same database. */
let other: TestService;
let ada: Person;
let count = 0;
/** Resolves with the next mail. */
let mailed = Promise.withResolvers<Mail>();

beforeAll(async () => {
  service = await startTestService({ clock, env, outside: { sendMail: async (mail) => mailed.resolve(mail) } });
  other = await startTestService({ clock, env, database: service.database });
});
afterAll(async () => {
  await other.close();
  await service.close();
});
beforeEach(async () => {
  // Each test has TOTP steps of its own.
  clock.advance(10 * STEP_MS);
  ada = await service.makePerson(`ada${(count += 1)}`);
});

const bearer = (token: unknown) => ({ authorization: `Bearer ${String(token)}` });
const me = async (headers: Record<string, string>): Promise<MeResponse> =>
  (await service.call('GET', '/api/me', undefined, headers)).body as MeResponse;
const statusOf = async (token: unknown): Promise<number> =>
  (await service.call('GET', '/api/me', undefined, bearer(token))).status;
const sessionsOf = async ({ id }: Person) =>
  await service.database.db.selectFrom('session').selectAll().where('userId', '=', id).execute();

/** A challenge as a right password gives one. Without the password, which costs a hash to try. */
const challengeFor = ({ id }: Person): Promise<string> =>
  makeChallenge({ db: service.database.db, clock, random: systemRandom }, AUTH_SECRET, id);
const answerWith = (url: string, code: string, challenge: string, node = service): Promise<Reply> =>
  node.call('POST', url, { code, challenge });
/** Signs in with a code, and returns the answer. */
const signInWith = async (url: string, code: string, person = ada): Promise<Reply> =>
  await answerWith(url, code, await challengeFor(person));
const codesOf = (replies: Reply[]): (string | number)[] =>
  replies.map((reply) => (reply.status === 200 ? 200 : problemOf(reply).code)).toSorted();
const cookiesOf = ({ headers }: Reply): string[] => [headers['set-cookie'] ?? []].flat() as string[];

describe('A7: turning the second factor on', () => {
  test('the password alone opens sessions until the first right code of an enrolment', async () => {
    const app = await beginEnrolment(ada, clock);
    expect(problemOf(await ada.call('POST', TOTP, { code: app.wrongCode() })).code).toBe('unauthenticated');
    expect((await me(bearer(ada.token))).user).toMatchObject({ totp: false, recoveryCodes: 0 });
    expect((await service.signIn(ada.email, PASSWORD)).headers[BEARER_HEADER]).toBeDefined();
    expect(problemOf(await ada.call('POST', RECOVERY, { code: app.backupCodes[0]! })).code).toBe('conflict');
  });

  test('turning on the second factor adds it to the current session and ends the person’s other sessions', async () => {
    const others = [
      await openSession(service.database.db, clock, ada.id),
      await openSession(service.database.db, clock, ada.id),
    ];
    const app = await beginEnrolment(ada, clock);
    const reply = await ada.call('POST', TOTP, { code: app.code() });
    expect(reply.status).toBe(200);
    expect(reply.headers[BEARER_HEADER]).toBe(ada.token);
    for (const token of others) expect(await statusOf(token)).toBe(401);
    expect(await me(bearer(ada.token))).toMatchObject({ mfa: true, user: { totp: true, recoveryCodes: 10 } });
    const list = (await ada.call('GET', '/api/auth/list-sessions')).body as { mfa: boolean }[];
    expect(list.map(({ mfa }) => mfa)).toEqual([true]);
  });

  test('enrolment needs the right password, pauses after five wrong ones, and is refused if the second factor is already on', async () => {
    const wrong = await ada.call('POST', '/api/auth/two-factor/enable', { password: 'wrong' });
    expect(problemOf(wrong)).toMatchObject({ code: 'validation_failed', detail: 'The password is wrong.' });
    for (let times = 1; times < 5; times += 1)
      await ada.call('POST', '/api/auth/two-factor/enable', { password: 'wrong' });
    const sixth = problemOf(await ada.call('POST', '/api/auth/two-factor/enable', { password: PASSWORD }));
    expect(sixth.code).toBe('rate_limited');
    clock.advance(sixth.retryAfterMs!);
    await enrol(ada, clock);
    const again = await ada.call('POST', '/api/auth/two-factor/enable', { password: PASSWORD });
    expect(problemOf(again).code).toBe('conflict');
  });

  test('the code of a secret that a newer enrolment replaced does not turn on the second factor', async () => {
    const first = await beginEnrolment(ada, clock);
    const second = await beginEnrolment(ada, clock);
    expect(problemOf(await ada.call('POST', TOTP, { code: first.code() })).code).toBe('unauthenticated');
    expect((await ada.call('POST', TOTP, { code: second.code() })).status).toBe(200);
  });
});

describe('A7: with a second factor, a password alone opens no session', () => {
  let app: Authenticator;
  beforeEach(async () => {
    app = await enrol(ada, clock);
    clock.advance(2 * STEP_MS);
  });

  test('a sign-in by password gets only a challenge, and a code then opens a session with a second factor and counts as activity', async () => {
    const before = await sessionsOf(ada);
    const reply = await service.signIn(ada.email, PASSWORD);
    expect(reply.body).toEqual({
      twoFactorRedirect: true,
      twoFactorMethods: ['totp'],
      challenge: expect.any(String) as string,
    });
    expect(reply.headers[BEARER_HEADER]).toBeUndefined();
    expect(await sessionsOf(ada)).toEqual(before);
    const { challenge } = reply.body as SecondFactorChallenge;
    expect(await statusOf(challenge)).toBe(401);
    const signedIn = await answerWith(TOTP, app.code(), challenge);
    expect(signedIn.body).toMatchObject({ user: { id: ada.id, email: ada.email } });
    const users = service.database.db.selectFrom('user').select('lastActiveAt').where('id', '=', ada.id);
    expect((await users.executeTakeFirstOrThrow()).lastActiveAt).toEqual(new Date(clock.now()));
    expect(await me(bearer(signedIn.headers[BEARER_HEADER]))).toMatchObject({ mfa: true, user: { id: ada.id } });
  });

  test('a browser receives the challenge and the session in cookies and no bearer token; a foreign origin can’t use the challenge', async () => {
    const page = { 'x-session': 'cookie', 'user-agent': 'Mozilla/5.0' };
    const { email } = ada;
    const reply = await service.call('POST', '/api/auth/sign-in/email', { email, password: PASSWORD }, page);
    const [challenge, ended] = cookiesOf(reply);
    expect(challenge).toMatch(/^better-auth\.two_factor=[^;]+; Max-Age=600; Path=\/; HttpOnly; SameSite=Lax$/);
    expect(ended).toMatch(/^better-auth\.session_token=; Max-Age=0;/);
    const cookie = { cookie: challenge!.split(';')[0]! };
    const foreign = { ...cookie, origin: 'https://evil.example' };
    const body = { code: app.code() };
    const named = { ...body, challenge: (reply.body as SecondFactorChallenge).challenge };
    for (const asked of [body, named])
      expect(problemOf(await service.call('POST', TOTP, asked, foreign)).code).toBe('unauthenticated');
    const signedIn = await service.call('POST', TOTP, { code: app.code() }, { ...page, ...cookie });
    expect(signedIn.headers[BEARER_HEADER]).toBeUndefined();
    const [session, over] = cookiesOf(signedIn);
    expect(over).toMatch(/^better-auth\.two_factor=; Max-Age=0;/);
    expect(await me({ cookie: session!.split(';')[0]! })).toMatchObject({ mfa: true, user: { id: ada.id } });
    expect((await sessionsOf(ada)).at(-1)).toMatchObject({ kind: 'browser', mfa: true, userAgent: 'Mozilla/5.0' });
  });

  test('a challenge becomes invalid after 10 minutes, after its use, and after a change of the password', async () => {
    const late = await challengeFor(ada);
    clock.advance(CHALLENGE_TTL_MS - 1);
    const used = await challengeFor(ada);
    expect((await answerWith(TOTP, app.code(), used)).status).toBe(200);
    clock.advance(2 * STEP_MS);
    const left = await challengeFor(ada);
    for (const over of [late, used, 'forged', `${'a'.repeat(64)}.${'A'.repeat(43)}=`]) {
      const problem = problemOf(await answerWith(TOTP, app.code(), over));
      expect([problem.code, problem.errors?.[0]?.path]).toEqual(['unauthenticated', '/challenge']);
    }
    const change = { currentPassword: PASSWORD, newPassword: 'seven marmots whistle' };
    expect((await ada.call('POST', '/api/auth/change-password', change)).status).toBe(200);
    expect(problemOf(await answerWith(TOTP, app.code(), left)).code).toBe('unauthenticated');
  });

  test('resetting the password by a mailed link leaves the second factor on and opens no session', async () => {
    mailed = Promise.withResolvers();
    await service.call('POST', '/api/auth/request-password-reset', { email: ada.email });
    const [, token] = /token=(\S+)/.exec((await mailed.promise).text)!;
    const body = { token, newPassword: 'seven marmots whistle' };
    expect((await service.call('POST', '/api/auth/reset-password', body)).status).toBe(200);
    expect(await sessionsOf(ada)).toEqual([]);
    const reply = await service.signIn(ada.email, 'seven marmots whistle');
    expect(reply.body).toHaveProperty('challenge');
    expect(await sessionsOf(ada)).toEqual([]);
  });

  test('a password change that ends all sessions opens a new one with the same second factor and kind as the old one', async () => {
    const change = { currentPassword: PASSWORD, newPassword: 'seven marmots whistle', revokeOtherSessions: true };
    const reply = await ada.call('POST', '/api/auth/change-password', change);
    expect(reply.status).toBe(200);
    expect(await sessionsOf(ada)).toMatchObject([{ mfa: true, kind: 'token' }]);
    expect(await statusOf(reply.headers[BEARER_HEADER])).toBe(200);
  });

  test('a session opened by the printed first password and a code can do nothing but replace that password', async () => {
    const first = service.database.db.updateTable('user').set({ passwordChangeRequired: true });
    await first.where('id', '=', ada.id).execute();
    const token = (await signInWith(TOTP, app.code())).headers[BEARER_HEADER];
    const refused = await service.call('GET', '/api/organizations', undefined, bearer(token));
    expect(problemOf(refused).code).toBe('password_change_required');
    const code = await service.call('POST', TOTP, { code: app.code(1) }, bearer(token));
    expect(problemOf(code).code).toBe('password_change_required');
  });

  test('X10: the database refuses a session that an older node opens by password alone for a person with a second factor', async () => {
    await expect(openSession(service.database.db, clock, ada.id)).rejects.toThrow(/second factor/);
  });
});

describe('A7: a sign-in at the moment that turns the second factor on', () => {
  let gated: GatedDatabase;
  beforeEach(async () => {
    gated = await createGatedDatabase(service.database);
    return () => gated.close();
  });

  test('the right code waits for a session that is being opened without it, and ends that session', async () => {
    const { db } = service.database;
    const app = await beginEnrolment(ada, clock);
    const [own] = await sessionsOf(ada);
    const deps = { db: gated.open().db, clock, random: systemRandom };
    const attempt = {
      userId: ada.id,
      method: 'totp' as const,
      code: app.code(),
      by: { sessionId: own!.id },
      author: { person: { ...ada, name: 'Ada' }, requestId: null, ip: null },
      origin: { kind: 'token' as const, ipAddress: '', userAgent: '' },
    };
    const { waiting } = await db.transaction().execute(async (trx) => {
      await openSession(trx, clock, ada.id);
      const verified = verifyCode({ ...deps, secrets: createFactorSecrets(AUTH_SECRET, systemRandom) }, attempt);
      await gated.settled();
      expect(gated.running).toBe(1);
      return { waiting: verified };
    });
    expect(await waiting).toEqual({ action: 'mfa.enable', result: { token: own!.token } });
    expect(await sessionsOf(ada)).toEqual([{ ...own!, mfa: true }]);
  });

  test('the database refuses a session without a code that waited while it was turned on', async () => {
    const { db } = service.database;
    const { waiting } = await db.transaction().execute(async (trx) => {
      await lockFactor(trx, ada.id);
      const opened = openSession(gated.open().db, clock, ada.id).catch((error: unknown) => error);
      await gated.settled();
      expect(gated.running).toBe(1);
      await trx.updateTable('user').set({ twoFactorEnabled: true }).where('id', '=', ada.id).execute();
      return { waiting: opened };
    });
    const error = await waiting;
    expect(error).toMatchObject({ code: 'SD001' });
    expect(personWithoutCode(error)).toBe(ada.id);
    expect(await sessionsOf(ada)).toHaveLength(1);
  });

  test('a right password that waited while it was turned on gets a challenge and no session', async () => {
    const inserting = Promise.withResolvers<void>();
    const { db: gatedDb } = gated.open(async (statement) => {
      if (statement.startsWith('insert into "session"')) inserting.resolve();
    });
    const node = await startTestService({ clock, env, database: { ...service.database, db: gatedDb } });
    onTestFinished(() => node.close());
    const { waiting } = await service.database.db.transaction().execute(async (trx) => {
      await lockFactor(trx, ada.id);
      const signedIn = node.signIn(ada.email, PASSWORD);
      await inserting.promise;
      await gated.settled();
      await trx.updateTable('user').set({ twoFactorEnabled: true }).where('id', '=', ada.id).execute();
      return { waiting: signedIn };
    });
    expect((await waiting).body).toMatchObject({ challenge: expect.any(String) as string });
    expect(await sessionsOf(ada)).toHaveLength(1);
  });
});

describe('A7: each code opens at most one session', () => {
  let app: Authenticator;
  beforeEach(async () => {
    app = await enrol(ada, clock);
    clock.advance(2 * STEP_MS);
  });

  test('a TOTP code opens only one session, and none if it turned on the second factor', async () => {
    const fresh = await service.makePerson(`fresh${count}`);
    const own = await enrol(fresh, clock);
    expect(problemOf(await signInWith(TOTP, own.code(), fresh)).errors?.[0]?.path).toBe('/code');
    expect((await signInWith(TOTP, app.code())).status).toBe(200);
    expect(problemOf(await signInWith(TOTP, app.code())).code).toBe('unauthenticated');
  });

  test('X10: exactly one of two simultaneous requests with the same TOTP code on two nodes opens a session', async () => {
    const challenges = [await challengeFor(ada), await challengeFor(ada)];
    const before = (await sessionsOf(ada)).length;
    const replies = await Promise.all(
      challenges.map((challenge, index) => answerWith(TOTP, app.code(), challenge, [service, other][index])),
    );
    expect(codesOf(replies)).toEqual([200, 'unauthenticated']);
    expect(await sessionsOf(ada)).toHaveLength(before + 1);
  });

  test.each([-1, 0, 1])('a TOTP code opens a session if its step is the current one plus %i', async (steps) => {
    expect((await signInWith(TOTP, app.code(steps))).status).toBe(200);
  });
  test.each([-2, 2])('a TOTP code is refused if its step is the current one plus %i', async (steps) => {
    expect(problemOf(await signInWith(TOTP, app.code(steps))).code).toBe('unauthenticated');
  });

  test('a recovery code opens one session and is refused afterwards', async () => {
    const [code, next] = app.backupCodes as [string, string];
    const signedIn = await signInWith(RECOVERY, code.toUpperCase());
    expect(await me(bearer(signedIn.headers[BEARER_HEADER]))).toMatchObject({ mfa: true, user: { recoveryCodes: 9 } });
    expect(problemOf(await signInWith(RECOVERY, code)).code).toBe('unauthenticated');
    expect((await signInWith(RECOVERY, next)).status).toBe(200);
  });

  test('exactly one of two simultaneous requests with the same recovery code on two nodes opens a session', async () => {
    const challenges = [await challengeFor(ada), await challengeFor(ada)];
    const [code] = app.backupCodes as [string];
    const replies = await Promise.all(
      challenges.map((challenge, index) => answerWith(RECOVERY, code, challenge, [service, other][index])),
    );
    expect(codesOf(replies)).toEqual([200, 'unauthenticated']);
    expect((await me(bearer(ada.token))).user.recoveryCodes).toBe(9);
  });

  test('one person’s TOTP and recovery codes are refused at another person’s sign-in', async () => {
    const grace = await service.makePerson(`grace${count}`);
    await enrol(grace, clock);
    clock.advance(2 * STEP_MS);
    expect(problemOf(await signInWith(TOTP, app.code(), grace)).code).toBe('unauthenticated');
    expect(problemOf(await signInWith(RECOVERY, app.backupCodes[0]!, grace)).code).toBe('unauthenticated');
  });
});

describe('A7: five wrong codes in 15 minutes block every code of the person', () => {
  let app: Authenticator;
  beforeEach(async () => {
    app = await enrol(ada, clock);
    clock.advance(2 * STEP_MS);
  });

  test('X10: wrong codes from a time when the clock was a day ahead block nobody after the clock was set back', async () => {
    const day = 24 * 60 * 60_000;
    clock.stepWall(day);
    for (let times = 0; times < WRONG_CODES.most; times += 1) await ada.call('POST', TOTP, { code: app.wrongCode() });
    expect(problemOf(await ada.call('POST', TOTP, { code: app.code() })).code).toBe('rate_limited');
    clock.stepWall(-day);
    expect((await ada.call('POST', TOTP, { code: app.code() })).status).toBe(200);
  });

  test('X10: five wrong codes on any challenge, session, node or kind of code block every code of the person for 15 minutes', async () => {
    const [one, two] = [await challengeFor(ada), await challengeFor(ada)];
    const wrong = app.wrongCode();
    const replies = [
      await answerWith(TOTP, wrong, one),
      await answerWith(RECOVERY, '00000-00000', one),
      await answerWith(TOTP, wrong, two, other),
      await ada.call('POST', TOTP, { code: wrong }),
      await ada.call('POST', RECOVERY, { code: 'no code' }),
    ];
    for (const reply of replies) expect(problemOf(reply).code).toBe('unauthenticated');
    for (const reply of [
      await answerWith(TOTP, app.code(), two),
      await answerWith(RECOVERY, app.backupCodes[0]!, await challengeFor(ada), other),
      await ada.call('POST', TOTP, { code: app.code() }),
    ])
      expect(problemOf(reply)).toMatchObject({ code: 'rate_limited', retryAfterMs: WRONG_CODES.windowMs });
    // None was tried, so none was used up.
    clock.advance(WRONG_CODES.windowMs);
    expect((await signInWith(RECOVERY, app.backupCodes[0]!)).status).toBe(200);
    expect((await signInWith(TOTP, app.code())).status).toBe(200);
  });

  test('of twenty simultaneous wrong codes, two nodes check five and refuse the others with rate_limited', async () => {
    const challenge = await challengeFor(ada);
    const wrong = app.wrongCode();
    const replies = await Promise.all(
      Array.from({ length: 20 }, (_, index) => answerWith(TOTP, wrong, challenge, index % 2 ? other : service)),
    );
    const codes = codesOf(replies);
    expect(codes.filter((code) => code === 'unauthenticated')).toHaveLength(5);
    expect(codes.filter((code) => code === 'rate_limited')).toHaveLength(15);
  });

  test('a right code resets the count of wrong codes, and each wrong code counts for 15 minutes', async () => {
    const wrong = app.wrongCode();
    for (let times = 0; times < 4; times += 1) await signInWith(TOTP, wrong);
    expect((await signInWith(TOTP, app.code())).status).toBe(200);
    for (let times = 0; times < 4; times += 1) await signInWith(TOTP, wrong);
    clock.advance(WRONG_CODES.windowMs - 1_000);
    await signInWith(TOTP, app.wrongCode());
    expect(problemOf(await signInWith(TOTP, app.code())).retryAfterMs).toBe(1_000);
    clock.advance(1_000);
    expect((await signInWith(TOTP, app.code())).status).toBe(200);
  });

  test('wrong codes don’t block the password, and wrong passwords don’t block a code', async () => {
    const challenge = await challengeFor(ada);
    for (let times = 0; times < 6; times += 1) await service.signIn(ada.email, 'wrong');
    expect(problemOf(await service.signIn(ada.email, PASSWORD)).code).toBe('rate_limited');
    expect((await answerWith(TOTP, app.code(), challenge)).status).toBe(200);
    clock.advance(WRONG_CODES.windowMs);
    for (let times = 0; times < 6; times += 1) await ada.call('POST', TOTP, { code: app.wrongCode() });
    expect((await service.signIn(ada.email, PASSWORD)).status).toBe(200);
  });
});
