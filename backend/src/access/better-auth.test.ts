import { ERROR_CODES } from '@sign-display/contracts/error-codes';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createManualClock } from '../testing/manual-clock.ts';
import { SESSION_TTL_MS } from './prolong-used-sessions.ts';
import { PASSWORD, problemOf, startTestService, type Person, type TestService } from './testing/test-service.ts';

const ME = '/api/me';
const DAY_MS = 86_400_000;

let service: TestService;
let ada: Person;

// More than these tests need; the limit itself is tested in http/rate-limits.test.ts.
const env = { SIGN_IN_LIMIT_PER_MINUTE: '100000', RATE_LIMIT_PER_MINUTE: '100000' };

beforeAll(async () => {
  service = await startTestService({ env });
  ada = await service.makePerson('ada');
});
afterAll(() => service.close());

const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
const cookieOf = (setCookie: unknown): string => String([setCookie].flat()[0]).split(';')[0]!;

describe('signing in', () => {
  test('gives a browser its cookie, and others a token in a header', async () => {
    const reply = await service.signIn(ada.email, PASSWORD);
    expect(reply.status).toBe(200);
    const cookie = String([reply.headers['set-cookie']].flat()[0]);
    expect(cookie).toMatch(/HttpOnly/i);
    expect(cookie).toMatch(/SameSite=Lax/i);
    const token = String(reply.headers['set-auth-token']);
    const byToken = await service.call('GET', ME, undefined, bearer(token));
    const byCookie = await service.call('GET', ME, undefined, { cookie: cookieOf(cookie) });
    expect(byToken).toMatchObject({ status: 200, body: { user: { id: ada.id, email: ada.email, name: 'ada' } } });
    expect(byCookie.body).toEqual(byToken.body);
  });

  test('X9: a page that sends x-session: cookie gets the cookie and no token, with whatever answer begins a session', async () => {
    const page = { 'x-session': 'cookie' };
    const eve = await service.makePerson('eve');
    const signedIn = await service.call(
      'POST',
      '/api/auth/sign-in/email',
      { email: eve.email, password: PASSWORD },
      page,
    );
    const change = { currentPassword: PASSWORD, newPassword: 'nine otters in a canoe', revokeOtherSessions: true };
    const cookie = cookieOf(signedIn.headers['set-cookie']);
    const changed = await service.call('POST', '/api/auth/change-password', change, { ...page, cookie });
    for (const { status, headers } of [signedIn, changed]) {
      expect([status, headers['set-auth-token']]).toEqual([200, undefined]);
      expect(String(headers['set-cookie'])).toMatch(/HttpOnly/);
    }
    const own = { cookie: cookieOf(changed.headers['set-cookie']) };
    expect((await service.call('GET', ME, undefined, own)).status).toBe(200);
  });

  test('takes the address in any case', async () => {
    expect((await service.signIn(ada.email.toUpperCase(), PASSWORD)).status).toBe(200);
  });

  test('A3: a wrong password and an unknown address are the same answer', async () => {
    const wrong = await service.signIn(ada.email, 'not the password');
    const unknown = await service.signIn('nobody@example.org', 'not the password');
    expect(problemOf(wrong).code).toBe('unauthenticated');
    expect(unknown.body).toEqual(wrong.body);
  });

  test.each([
    ['no body', undefined],
    ['no password', { email: 'ada@example.org' }],
    ['a number for a password', { email: 'ada@example.org', password: 5 }],
    ['no e-mail address', { email: 'ada', password: PASSWORD }],
    ['an unknown field', { email: 'ada@example.org', password: PASSWORD, callbackURL: 'http://elsewhere' }],
    ['a list', [1]],
  ])('%s is validation_failed', async (_title, body) => {
    expect(problemOf(await service.call('POST', '/api/auth/sign-in/email', body)).code).toBe('validation_failed');
  });

  test('there is no sign-up over HTTP, nor any other route of better-auth that the contract does not have', async () => {
    for (const path of [
      'sign-up/email',
      'set-password',
      'delete-user',
      'change-email',
      'sign-in/social',
      'link-social',
    ]) {
      const body = { name: 'Eve', email: 'eve@example.org', password: PASSWORD };
      expect(problemOf(await service.call('POST', `/api/auth/${path}`, body)).code).toBe('not_found');
    }
  });

  test.each([
    { email: 'eve@example.org' },
    { image: 'https://elsewhere.example/' },
    { emailVerified: true },
    { role: 'owner' },
  ])('of an own account the name alone can be changed: not %o', async (more) => {
    const { headers } = await service.signIn(ada.email, PASSWORD);
    const given = { cookie: cookieOf(headers['set-cookie']) };
    const answer = await service.call('POST', '/api/auth/update-user', { name: 'Eve', ...more }, given);
    expect(problemOf(answer).code).toBe('validation_failed');
    const me = await service.call('GET', ME, undefined, given);
    expect(me.body).toMatchObject({ user: { email: ada.email, name: 'ada' } });
  });

  test.each([
    ['http://elsewhere.example', 'forbidden', 401],
    ['http://127.0.0.1:8080', 'forbidden', 401],
    ['null', 'forbidden', 401],
    ['http://localhost:3000', null, 200],
    ['http://wall.example:3000', null, 200],
  ])('a cookie from a page of %s: sign-out %s, any other route %s', async (origin, signOut, status) => {
    const { headers } = await service.signIn(ada.email, PASSWORD);
    const given = { cookie: cookieOf(headers['set-cookie']), origin, host: 'wall.example:3000' };
    expect((await service.call('GET', ME, undefined, given)).status).toBe(status);
    const reply = await service.call('POST', '/api/auth/sign-out', {}, given);
    if (signOut) expect(problemOf(reply).code).toBe(signOut);
    else expect(reply.status).toBe(200);
  });

  test('over a real connection, with what a real client sends', async () => {
    const address = await service.app.http.listen({ host: '127.0.0.1', port: 0 });
    const signedIn = await fetch(`${address}/api/auth/sign-in/email`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: ada.email, password: PASSWORD }),
    });
    expect(signedIn.status).toBe(200);
    const me = await fetch(address + ME, { headers: bearer(signedIn.headers.get('set-auth-token')!) });
    expect(me.status).toBe(200);
  });
});

describe('A3: sessions', () => {
  test('the password is kept as a scrypt hash, and nowhere in the log', async () => {
    const { password } = await service.database.db
      .selectFrom('account')
      .select('password')
      .where('userId', '=', ada.id)
      .executeTakeFirstOrThrow();
    // Salt and key of scrypt, in hex.
    expect(password).toMatch(/^[0-9a-f]{32}:[0-9a-f]{128}$/);
    expect(service.logged.join('')).not.toContain(PASSWORD);
    expect(service.logged.join('')).not.toContain(ada.token);
  });

  test('can be listed, and one that is revoked ends at once', async () => {
    const other = String((await service.signIn(ada.email, PASSWORD)).headers['set-auth-token']);
    const sessions = (await ada.call('GET', '/api/auth/list-sessions')).body as { token: string }[];
    const token = sessions.find((session) => other.startsWith(session.token))!.token;
    expect((await ada.call('POST', '/api/auth/revoke-session', { token })).status).toBe(200);
    expect(problemOf(await service.call('GET', ME, undefined, bearer(other))).code).toBe('unauthenticated');
    expect((await ada.call('GET', ME)).status).toBe(200);
  });

  test('signing out ends the session', async () => {
    const token = String((await service.signIn(ada.email, PASSWORD)).headers['set-auth-token']);
    expect((await service.call('POST', '/api/auth/sign-out', {}, bearer(token))).status).toBe(200);
    expect(problemOf(await service.call('GET', ME, undefined, bearer(token))).code).toBe('unauthenticated');
  });

  test('a password is changed only by who knows the old one', async () => {
    const bob = await service.makePerson('bob');
    const change = (currentPassword: string) =>
      bob.call('POST', '/api/auth/change-password', { currentPassword, newPassword: 'something quite new' });
    expect(problemOf(await change('a guess')).code).toBe('validation_failed');
    expect((await change(PASSWORD)).status).toBe(200);
    expect((await service.signIn(bob.email, 'something quite new')).status).toBe(200);
  });

  test('better-auth is told the true address, not the one that a client claims', async () => {
    const { headers } = await service.call(
      'POST',
      '/api/auth/sign-in/email',
      { email: ada.email, password: PASSWORD },
      { 'x-forwarded-for': '203.0.113.9', 'x-sign-display-address': '203.0.113.9', 'user-agent': 'a test' },
    );
    const session = await service.database.db
      .selectFrom('session')
      .select(['ipAddress', 'userAgent'])
      .where('token', '=', String(headers['set-auth-token']).split('.')[0]!)
      .executeTakeFirstOrThrow();
    expect(session).toEqual({ ipAddress: '127.0.0.1', userAgent: 'a test' });
  });

  test('a session ends by the service’s own clock, and a used one lives on', async () => {
    const clock = createManualClock(Date.UTC(2031, 0, 1));
    const later = await startTestService({ clock, database: service.database, env });
    const [used, unused] = await Promise.all([later.signIn(ada.email, PASSWORD), later.signIn(ada.email, PASSWORD)]);
    const status = async ({ headers }: typeof used) =>
      (await later.call('GET', ME, undefined, bearer(String(headers['set-auth-token'])))).status;
    clock.stepWall(SESSION_TTL_MS - DAY_MS);
    expect(await status(used)).toBe(200);
    clock.stepWall(DAY_MS);
    expect(await status(used)).toBe(200);
    expect(await status(unused)).toBe(401);
    await later.close();
  });
});

describe('unauthenticated', () => {
  test('comes before anything else that is wrong with a request', async () => {
    const requests = [
      service.call('GET', '/api/events/nonsense'),
      service.call('POST', '/api/organizations', { nonsense: 1 }),
      service.call('PATCH', '/api/organizations/nonsense', 5),
    ];
    for (const reply of await Promise.all(requests)) {
      expect(problemOf(reply)).toMatchObject({
        code: 'unauthenticated',
        title: 'Unauthorized',
        detail: ERROR_CODES.unauthenticated.title,
      });
      expect(reply.headers['www-authenticate']).toBe('Bearer');
    }
  });

  test('A5: no made-up credential is let in, nor does harm', async () => {
    const [token, signature] = ada.token.split('.') as [string, string];
    const headerText = fc.string({
      unit: fc.integer({ min: 0x20, max: 0xff }).map((code) => String.fromCharCode(code)),
    });
    const value = fc.oneof(
      headerText,
      fc.constantFrom(token, `${token}.`, `.${signature}`, `${token}x.${signature}`, `${token}.${signature.slice(1)}`),
      fc.base64String().map((made) => `${token}.${made}`),
    );
    await fc.assert(
      fc.asyncProperty(value, fc.constantFrom('bearer', 'cookie'), async (made, by) => {
        const headers: Record<string, string> =
          by === 'bearer' ? { authorization: `Bearer ${made}` } : { cookie: `better-auth.session_token=${made}` };
        expect((await service.call('GET', ME, undefined, headers)).status).toBe(401);
      }),
    );
  });
});
