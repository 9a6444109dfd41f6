import { ATTEMPT_LIMITS } from '@sign-display/contracts/limits';
import { ROUTES, type Route } from '@sign-display/contracts/routes';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { auditView } from '../audit/audit-repository.ts';
import type { Mail } from '../mail/message.ts';
import { createManualClock } from '../testing/manual-clock.ts';
import { SESSION_MOST_MS, SESSION_TTL_MS } from './auth.ts';
import { pruneSessions } from './sessions-pruning.ts';
import {
  PASSWORD,
  problemOf,
  startTestService,
  type Person,
  type Reply,
  type TestService,
} from './testing/test-service.ts';

/** M6: passwords, sessions, and what the audit log has of them. */

const DAY_MS = 86_400_000;
const GOOD = 'seven marmots whistle';
const clock = createManualClock(Date.UTC(2031, 0, 1));
const mails: Mail[] = [];
const outside = { sendMail: async (mail: Mail) => void mails.push(mail) };
const env = { SIGN_IN_LIMIT_PER_MINUTE: '100000', RATE_LIMIT_PER_MINUTE: '1000000' };

let service: TestService;
/** Another node on the same database. */
let other: TestService;
let ada: Person;
let organizationIds: string[];
let count = 0;

beforeAll(async () => {
  service = await startTestService({ clock, env, outside });
  other = await startTestService({ clock, env, outside, database: service.database });
});
afterAll(async () => {
  await other.close();
  await service.close();
});
beforeEach(async () => {
  mails.length = 0;
  ada = await service.makePerson(`ada${(count += 1)}`);
  organizationIds = [];
  for (const name of ['Opera', 'Fair']) {
    const made = await ada.call('POST', '/api/organizations', { name });
    organizationIds.push((made.body as { id: string }).id);
  }
});

const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
const change = (currentPassword: string, newPassword = GOOD, at = service): Promise<Reply> =>
  at.call('POST', '/api/auth/change-password', { currentPassword, newPassword }, bearer(ada.token));
/** The token of a link that was mailed. */
async function linkFor(email: string): Promise<string> {
  const node = await startTestService({ clock, env, outside, database: service.database });
  await node.call('POST', '/api/auth/request-password-reset', { email });
  // Whatever is under way is waited for.
  await node.close();
  return /token=(\S+)/.exec(mails.at(-1)!.text)![1]!;
}

describe('M6: a password that is easy to guess', () => {
  const weak = ['password', '12345678', 'Password123!', 'opera-fair-2026'];
  function expectRefused(reply: Reply, path: string): void {
    const { code, errors } = problemOf(reply);
    expect(code).toBe('validation_failed');
    expect(errors?.[0]?.path).toBe(path);
  }

  test('M6: is refused where one is changed, with words, and the present one stays', async () => {
    for (const password of [...weak, ada.email]) expectRefused(await change(PASSWORD, password), '/newPassword');
    expect(problemOf(await change(PASSWORD, 'Password123!')).detail).toMatch(/guessed first.*unrelated words/);
    expect((await service.signIn(ada.email, PASSWORD)).status).toBe(200);
    expect((await change(PASSWORD)).status).toBe(200);
  });

  test('M6: is refused where a forgotten one is replaced, and the link still works', async () => {
    const token = await linkFor(ada.email);
    const reset = (newPassword: string) => service.call('POST', '/api/auth/reset-password', { token, newPassword });
    for (const password of [...weak, ada.email]) expectRefused(await reset(password), '/newPassword');
    expect((await reset(GOOD)).status).toBe(200);
    expect((await service.signIn(ada.email, GOOD)).status).toBe(200);
  });

  test('M6: is refused where an invitation is accepted, and the invitation stays', async () => {
    const email = `grace${count}@example.org`;
    await ada.call('POST', `/api/organizations/${organizationIds[0]}/members`, { email, role: 'viewer' });
    const token = /\/invite\/(\w+)/.exec(mails.at(-1)!.text)![1]!;
    const accept = (password: string) =>
      service.call('POST', `/api/invitations/${token}/accept`, { name: 'Grace Hopper', password });
    for (const password of [...weak.slice(0, 3), 'grace-hopper-1']) expectRefused(await accept(password), '/password');
    expect((await accept(GOOD)).status).toBe(200);
  });
});

test('M6: a person who mistypes is told what was wrong, not that a form does not fit', async () => {
  const wrong = await service.signIn(ada.email, 'not the password');
  expect(problemOf(wrong)).toMatchObject({
    code: 'unauthenticated',
    detail: 'The e-mail address or the password is wrong.',
  });
  expect(problemOf(await change('not the password'))).toMatchObject({ detail: 'The current password is wrong.' });
  const used = await service.call('POST', '/api/auth/reset-password', { newPassword: GOOD, token: 'x'.repeat(24) });
  expect(problemOf(used).detail).toMatch(/^This link was used already/);
});

describe('M6: the present password', () => {
  const [{ most, windowMs }] = ATTEMPT_LIMITS.presentPasswords;

  test('M6: of many guesses at once, on two nodes, as many are tried as the limit', async () => {
    const guesses = Array.from({ length: 20 }, (_, index) =>
      change(`guess ${index}`, GOOD, index % 2 ? other : service),
    );
    const codes = (await Promise.all(guesses)).map((reply) => problemOf(reply).code);
    expect(codes.filter((code) => code === 'validation_failed')).toHaveLength(most);
    const limited = problemOf(await change(PASSWORD));
    expect(limited.code).toBe('rate_limited');
    expect(limited.retryAfterMs).toBeLessThanOrEqual(windowMs);
    clock.advance(windowMs);
    expect((await change(PASSWORD)).status).toBe(200);
  });

  test('M6: once it was right, the wrong ones before are forgotten', async () => {
    for (let index = 0; index < most - 1; index += 1) await change('a guess');
    expect((await change(PASSWORD)).status).toBe(200);
    for (let index = 0; index < most - 1; index += 1)
      expect(problemOf(await change(PASSWORD)).code).toBe('validation_failed');
  });
});

describe('M6: a session', () => {
  test('M6: that is used every day is over after 30 days, and one that is not used after 7', async () => {
    const [used, unused] = [await service.signIn(ada.email, PASSWORD), await service.signIn(ada.email, PASSWORD)];
    const tokenOf = ({ headers }: Reply) => String(headers['set-auth-token']);
    const status = async (reply: Reply) =>
      (await service.call('GET', '/api/me', undefined, bearer(tokenOf(reply)))).status;
    const beganMs = clock.now();
    for (let day = 1; day < 30; day += 1) {
      clock.advance(DAY_MS);
      expect([day, await status(used)]).toEqual([day, 200]);
      if (day * DAY_MS === SESSION_TTL_MS) expect(await status(unused)).toBe(401);
    }
    clock.advance(beganMs + SESSION_MOST_MS - clock.now());
    expect(await status(used)).toBe(401);
    await pruneSessions(service.database.db, clock.now());
    const { db } = service.database;
    expect(await db.selectFrom('session').select('id').where('userId', '=', ada.id).execute()).toEqual([]);
  });

  test('M6: nobody writes one that lasts longer, whoever writes', async () => {
    const { db } = service.database;
    const inAYear = new Date(clock.now() + 365 * DAY_MS);
    await db.updateTable('session').set({ expiresAt: inAYear }).where('userId', '=', ada.id).execute();
    const { createdAt, expiresAt } = await db
      .selectFrom('session')
      .selectAll()
      .where('userId', '=', ada.id)
      .executeTakeFirstOrThrow();
    expect(expiresAt.getTime() - createdAt.getTime()).toBe(SESSION_MOST_MS);
  });

  test('M6: of 30 days is a browser’s no more either, which better-auth prolongs', async () => {
    // better-auth judges by the machine's own clock.
    const node = await startTestService({ env, outside, database: service.database });
    const cookie = String([(await node.signIn(ada.email, PASSWORD)).headers['set-cookie']].flat()[0]).split(';')[0]!;
    const session = async () => (await node.call('GET', '/api/auth/get-session', undefined, { cookie })).body;
    expect(await session()).not.toBeNull();
    const times = { createdAt: new Date(Date.now() - SESSION_MOST_MS), expiresAt: new Date(Date.now() + DAY_MS) };
    await service.database.db.updateTable('session').set(times).where('userId', '=', ada.id).execute();
    expect(await session()).toBeNull();
    await node.close();
  });
});

describe('M6: the audit log', () => {
  async function rowsOf(organizationId: string) {
    const { db } = service.database;
    const rows = await db
      .selectFrom('audit')
      .selectAll()
      .where('organizationId', '=', organizationId)
      .orderBy('seq')
      .execute();
    return rows.map(auditView);
  }
  const eventsOf = async (organizationId: string) =>
    (await rowsOf(organizationId)).filter(({ target }) => target.type === 'person');

  test('M6: every route of an account that changes something has its word', () => {
    const rows = Object.entries<Route>(ROUTES).filter(([, { by }]) => by === 'better-auth');
    const isChange = ([key]: [string, Route]) => !key.startsWith('GET ');
    for (const [, { audit }] of rows.filter(isChange)) expect(audit).toMatch(/^(session|password|account)\.[a-z_]+$/);
    expect(rows.filter(isChange).length).toBe(9);
  });

  test('M6: has what happens to a person’s account in each of their organizations, with the address', async () => {
    const session = String((await service.signIn(ada.email, PASSWORD)).headers['set-auth-token']);
    const as = (path: string, body: object = {}) => service.call('POST', `/api/auth/${path}`, body, bearer(session));
    await change('a guess');
    await as('revoke-session', { token: 'of nobody' });
    await as('revoke-session', { token: ada.token.split('.')[0] });
    await as('revoke-other-sessions');
    await as('update-user', { name: 'Ada Lovelace' });
    const token = await linkFor(ada.email);
    await service.call('POST', '/api/auth/reset-password', { token, newPassword: GOOD });
    const again = String((await service.signIn(ada.email, GOOD)).headers['set-auth-token']);
    await service.call(
      'POST',
      '/api/auth/change-password',
      { currentPassword: GOOD, newPassword: PASSWORD },
      bearer(again),
    );
    await service.call('POST', '/api/auth/revoke-sessions', {}, bearer(again));
    const last = String((await service.signIn(ada.email, PASSWORD)).headers['set-auth-token']);
    await service.call('POST', '/api/auth/sign-out', {}, bearer(last));
    for (const organizationId of organizationIds) {
      const events = await eventsOf(organizationId);
      expect(events.map(({ action, outcome, actor }) => `${action} ${outcome} ${actor ? 'known' : 'unknown'}`)).toEqual(
        [
          'session.sign_in ok known',
          'password.change failed known',
          'session.revoke ok known',
          'session.revoke_others ok known',
          'account.update ok known',
          'password.reset_request ok unknown',
          'password.reset ok known',
          'session.sign_in ok known',
          'password.change ok known',
          'session.revoke_all ok known',
          'session.sign_in ok known',
          'session.sign_out ok known',
        ],
      );
      for (const event of events)
        expect(event).toMatchObject({
          target: { id: ada.id },
          ip: '127.0.0.1',
          detail: { email: ada.email },
          requestId: expect.any(String) as string,
        });
      const log = JSON.stringify(await rowsOf(organizationId));
      for (const secret of [token, session, again, last, GOOD, PASSWORD, 'a guess']) expect(log).not.toContain(secret);
    }
  });

  test('M6: has a failed sign-in of a known person; the service’s log has every one, with the address alone', async () => {
    const node = await startTestService({ clock, env, outside, database: service.database });
    await node.signIn(ada.email, 'a guess');
    await node.signIn('nobody-at-all@example.org', 'a guess');
    const before = node.logged.length;
    await node.close();
    for (const organizationId of organizationIds) {
      expect(await eventsOf(organizationId)).toMatchObject([
        { action: 'session.sign_in', outcome: 'failed', actor: null, target: { id: ada.id }, ip: '127.0.0.1' },
      ]);
    }
    const lines = node.logged.slice(0, before).map((line) => JSON.parse(line) as Record<string, unknown>);
    const refused = lines.filter(({ msg }) => msg === 'credentials refused');
    expect(refused).toMatchObject([{ ip: '127.0.0.1' }, { ip: '127.0.0.1' }]);
    expect(JSON.stringify(refused)).not.toMatch(/nobody-at-all|a guess/);
  });

  test('M6: is not filled by somebody who tries on and on', async () => {
    const [{ most }] = ATTEMPT_LIMITS.notedSignInFailures;
    const node = await startTestService({ clock, env, outside, database: service.database });
    for (let index = 0; index < most + 5; index += 1) await node.signIn(ada.email, 'a guess');
    await node.close();
    expect(await eventsOf(organizationIds[0]!)).toHaveLength(most);
  });
});
