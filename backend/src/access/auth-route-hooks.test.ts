import { ROUTES, type Route } from '@sign-display/contracts/routes';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Mail } from '../mail/message.ts';
import { createManualClock } from '../testing/manual-clock.ts';
import { pruneAccountEvents } from './account-events.ts';
import { SESSION_TTL_MS, USE_WRITTEN_EVERY_MS } from './prolong-used-sessions.ts';
import { pruneSessions } from './sessions-pruning.ts';
import {
  PASSWORD,
  problemOf,
  startTestService,
  type Person,
  type Reply,
  type TestService,
} from './testing/test-service.ts';

/** M6: passwords, sessions, and the security events of a person. */

const DAY_MS = 86_400_000;
const GOOD = 'seven marmots whistle';
const clock = createManualClock(Date.UTC(2031, 0, 1));
const mails: Mail[] = [];
const outside = { sendMail: async (mail: Mail) => void mails.push(mail) };
const env = { SIGN_IN_LIMIT_PER_MINUTE: '100000', RATE_LIMIT_PER_MINUTE: '1000000' };

let service: TestService;
let ada: Person;
let organizationIds: string[];
let count = 0;

beforeAll(async () => {
  service = await startTestService({ clock, env, outside });
});
afterAll(() => service.close());
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
const change = (currentPassword: string, newPassword = GOOD): Promise<Reply> =>
  service.call('POST', '/api/auth/change-password', { currentPassword, newPassword }, bearer(ada.token));
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
    expect(problemOf(await change(PASSWORD, 'Password123!')).detail).toMatch(/most common passwords.*unrelated words/);
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
  expect(problemOf(used).detail).toMatch(/^This link was already used/);
});

describe('G15: prolonging a session', () => {
  const tokenOf = ({ headers }: Reply): string => String(headers['set-auth-token']);
  const setCookieOf = ({ headers }: Reply): string | undefined =>
    [headers['set-cookie']].flat()[0] as string | undefined;
  const cookieOf = (reply: Reply): string => setCookieOf(reply)!.split(';')[0]!;
  /** The headers of a bearer client, and of a browser. */
  const WAYS = {
    'bearer token': (reply: Reply): Record<string, string> => bearer(tokenOf(reply)),
    cookie: (reply: Reply): Record<string, string> => ({ cookie: cookieOf(reply) }),
  };
  const endOf = async () => {
    const sessions = service.database.db.selectFrom('session').select(['expiresAt']).where('userId', '=', ada.id);
    return (await sessions.execute()).map(({ expiresAt }) => expiresAt.getTime() - clock.now());
  };
  beforeEach(() => service.database.db.deleteFrom('session').where('userId', '=', ada.id).execute());

  test.each(Object.entries(WAYS))(
    'G15: by %s ends 30 days after its last use, and has no absolute end',
    async (_way, headersOf) => {
      const headers = headersOf(await service.signIn(ada.email, PASSWORD));
      const status = async () => (await service.call('GET', '/api/me', undefined, headers)).status;
      for (let use = 0; use < 4; use += 1) {
        // Without the timers of a month, which would all ask the database now.
        clock.stepWall(SESSION_TTL_MS - DAY_MS);
        expect(await status()).toBe(200);
      }
      clock.stepWall(SESSION_TTL_MS);
      expect(await status()).toBe(401);
      await pruneSessions(service.database.db, clock.now());
      expect(await endOf()).toEqual([]);
    },
  );

  test.each(Object.entries(WAYS))('G15: by %s is written hourly at most', async (_way, headersOf) => {
    const headers = headersOf(await service.signIn(ada.email, PASSWORD));
    clock.advance(USE_WRITTEN_EVERY_MS - 1);
    const before = await service.call('GET', '/api/me', undefined, headers);
    expect([await endOf(), before.headers['set-cookie']]).toEqual([
      [SESSION_TTL_MS - USE_WRITTEN_EVERY_MS + 1],
      undefined,
    ]);
    clock.advance(1);
    await service.call('GET', '/api/me', undefined, headers);
    expect(await endOf()).toEqual([SESSION_TTL_MS]);
  });

  test('A3: get-session knows nobody by a cookie beside a wrong bearer token or from a page of another origin, as all routes', async () => {
    const node = await startTestService({ env, outside, database: service.database });
    const cookie = cookieOf(await node.signIn(ada.email, PASSWORD));
    const session = async (headers: Record<string, string>) =>
      (await node.call('GET', '/api/auth/get-session', undefined, { cookie, ...headers })).body;
    expect(await session({})).toMatchObject({ user: { id: ada.id } });
    expect(await session({ authorization: 'Bearer nobody' })).toBeNull();
    expect(await session({ origin: 'https://other.example' })).toBeNull();
    await node.close();
  });

  test.each(['/api/me', '/api/auth/get-session', '/api/auth/list-sessions'])(
    'G15: by cookie is prolonged by %s, and the browser keeps its cookie for as long as it keeps any',
    async (path) => {
      // better-auth judges by the machine's own clock.
      const node = await startTestService({ env, outside, database: service.database });
      const signedIn = await node.signIn(ada.email, PASSWORD);
      expect(setCookieOf(signedIn)).toMatch(/Max-Age=34560000;/);
      const times = { expiresAt: new Date(Date.now() + DAY_MS) };
      await service.database.db.updateTable('session').set(times).where('userId', '=', ada.id).execute();
      const reply = await node.call('GET', path, undefined, { cookie: cookieOf(signedIn) });
      expect(reply.status).toBe(200);
      expect(setCookieOf(reply)?.split('; ').toSorted()).toEqual(setCookieOf(signedIn)!.split('; ').toSorted());
      const { expiresAt } = await service.database.db
        .selectFrom('session')
        .select('expiresAt')
        .where('userId', '=', ada.id)
        .executeTakeFirstOrThrow();
      expect(expiresAt.getTime()).toBeGreaterThan(Date.now() + SESSION_TTL_MS - 60_000);
      await node.close();
    },
  );
});

describe('details 11: a person’s security events', () => {
  interface Event {
    id: string;
    action: string;
    outcome: string;
    ip: string;
  }
  const eventsOf = async (token: string, query = ''): Promise<{ items: Event[]; nextCursor: string | null }> => {
    const reply = await service.call('GET', `/api/me/security-events${query}`, undefined, bearer(token));
    return reply.body as { items: Event[]; nextCursor: string | null };
  };
  const auditOf = (organizationId: string) =>
    service.database.db.selectFrom('audit').selectAll().where('organizationId', '=', organizationId).execute();

  test('M6: every route of an account that changes something has its word', () => {
    const rows = Object.entries<Route>(ROUTES).filter(([, { by }]) => by === 'better-auth');
    const isChange = ([key]: [string, Route]) => !key.startsWith('GET ');
    for (const [, { audit }] of rows.filter(isChange)) expect(audit).toMatch(/^(session|password|account)\.[a-z_]+$/);
    expect(rows.filter(isChange).length).toBe(9);
  });

  test('X9: security events of an account, with their IP addresses, are in the account’s own list and in no organization’s log', async () => {
    const signIn = async (password: string): Promise<string> => {
      clock.advance(1_000);
      return String((await service.signIn(ada.email, password)).headers['set-auth-token']);
    };
    const as = (session: string, path: string, body: object = {}) => {
      clock.advance(1_000);
      return service.call('POST', `/api/auth/${path}`, body, bearer(session));
    };
    const session = await signIn(PASSWORD);
    await as(session, 'change-password', { currentPassword: 'a guess', newPassword: GOOD });
    await as(session, 'revoke-session', { token: 'of nobody' });
    await as(session, 'revoke-session', { token: ada.token.split('.')[0] });
    await as(session, 'revoke-other-sessions');
    await as(session, 'update-user', { name: 'Ada Lovelace' });
    clock.advance(1_000);
    const token = await linkFor(ada.email);
    await as('none', 'reset-password', { token, newPassword: GOOD });
    const again = await signIn(GOOD);
    await as(again, 'change-password', { currentPassword: GOOD, newPassword: PASSWORD });
    await as(again, 'revoke-sessions');
    const last = await signIn(PASSWORD);
    await as(last, 'sign-out');
    const reader = await signIn(PASSWORD);
    const { items } = await eventsOf(reader);
    expect(items.map(({ action, outcome }) => `${action} ${outcome}`).toReversed()).toEqual([
      'session.sign_in ok',
      'password.change failed',
      'session.revoke ok',
      'session.revoke_others ok',
      'account.update ok',
      'password.reset_request ok',
      'password.reset ok',
      'session.sign_in ok',
      'password.change ok',
      'session.revoke_all ok',
      'session.sign_in ok',
      'session.sign_out ok',
      'session.sign_in ok',
    ]);
    for (const { ip } of items) expect(ip).toBe('127.0.0.1');
    for (const organizationId of organizationIds)
      expect((await auditOf(organizationId)).map(({ action }) => action)).toEqual(['organization.create']);
    const stored = JSON.stringify(await service.database.db.selectFrom('securityEvent').selectAll().execute());
    for (const secret of [token, session, again, last, GOOD, PASSWORD, 'a guess']) expect(stored).not.toContain(secret);
  });

  test('X9: the list has a failed sign-in; the service’s log has every one, also of an unknown address, without the address', async () => {
    const node = await startTestService({ clock, env, outside, database: service.database });
    await node.signIn(ada.email, 'a guess');
    await node.signIn('nobody-at-all@example.org', 'a guess');
    const before = node.logged.length;
    await node.close();
    expect((await eventsOf(ada.token)).items).toMatchObject([{ action: 'session.sign_in', outcome: 'failed' }]);
    for (const organizationId of organizationIds)
      expect(JSON.stringify(await auditOf(organizationId))).not.toContain('sign_in');
    const lines = node.logged.slice(0, before).map((line) => JSON.parse(line) as Record<string, unknown>);
    const refused = lines.filter(({ msg }) => msg === 'credentials rejected');
    expect(refused).toMatchObject([{ ip: '127.0.0.1' }, { ip: '127.0.0.1' }]);
    expect(JSON.stringify(refused)).not.toMatch(/nobody-at-all|a guess/);
  });

  test('X9: somebody who accepts an invitation has signed in from there', async () => {
    const email = `guest${count}@example.org`;
    await ada.call('POST', `/api/organizations/${organizationIds[0]}/members`, { email, role: 'viewer' });
    const token = /\/invite\/(\w+)/.exec(mails.at(-1)!.text)![1]!;
    const accepted = await service.call('POST', `/api/invitations/${token}/accept`, { name: 'Guest', password: GOOD });
    const { items } = await eventsOf(String(accepted.headers['set-auth-token']));
    expect(items).toMatchObject([{ action: 'session.sign_in', outcome: 'ok', ip: '127.0.0.1' }]);
  });

  test('X9: the list is the person’s own, in pages, and covers 90 days', async () => {
    const eve = await service.makePerson(`eve${count}`);
    for (const name of ['A', 'B', 'C'])
      await service.call('POST', '/api/auth/update-user', { name }, bearer(ada.token));
    expect((await eventsOf(eve.token)).items).toEqual([]);
    const { items } = await eventsOf(ada.token);
    expect(items).toHaveLength(3);
    const first = await eventsOf(ada.token, '?limit=2');
    const second = await eventsOf(ada.token, `?limit=2&cursor=${first.nextCursor}`);
    expect([...first.items, ...second.items]).toEqual(items);
    const { db } = service.database;
    await pruneAccountEvents(db, clock.now() + 90 * DAY_MS - 1);
    expect((await eventsOf(ada.token)).items).toHaveLength(3);
    await pruneAccountEvents(db, clock.now() + 90 * DAY_MS);
    expect((await eventsOf(ada.token)).items).toEqual([]);
  });
});
