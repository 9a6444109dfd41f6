import { request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { LIMITS } from '@sign-display/contracts/limits';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import {
  PASSWORD,
  problemOf,
  startTestService,
  type Person,
  type TestService,
} from '../access/testing/test-service.ts';
import { createManualClock } from '../testing/manual-clock.ts';

let service: TestService;
let ada: Person;
beforeAll(async () => {
  service = await startTestService({ env: { RATE_LIMIT_PER_MINUTE: '100000' } });
  ada = await service.makePerson('ada');
});
afterAll(() => service.close());

describe('headers', () => {
  test.each(['/api/me', '/api/openapi.json', '/api/docs', '/health', '/nowhere'])('%s carries them', async (url) => {
    const { headers } = await service.call('GET', url);
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'SAMEORIGIN',
      'referrer-policy': 'no-referrer',
      'cross-origin-opener-policy': 'same-origin',
    });
    const policy = String(headers['content-security-policy']);
    expect(policy).toMatch(/default-src 'self'/);
    expect(policy).toMatch(/object-src 'none'/);
    // Nothing of another host, whatever the scheme.
    expect(policy).not.toMatch(/https?:|\*/);
    expect(headers).not.toHaveProperty('x-powered-by');
    expect(headers).not.toHaveProperty('server');
  });

  test('L5, L6: over http nothing binds a browser to https; with an https address its cookie is of that host alone, and no page of http may use it', async () => {
    expect((await service.call('GET', '/health')).headers).not.toHaveProperty('strict-transport-security');
    const secure = await startTestService({
      database: service.database,
      env: { PUBLIC_URL: 'https://signs.example.org' },
    });
    onTestFinished(() => secure.close());
    const reply = await secure.signIn(ada.email, PASSWORD);
    expect(reply.headers['strict-transport-security']).toBe('max-age=31536000');
    expect(String(reply.headers['set-cookie'])).toMatch(/^__Host-\S+; .*Path=\/; HttpOnly; Secure; SameSite=Lax/);
    // L5: of this host alone.
    expect(String(reply.headers['set-cookie'])).not.toMatch(/domain/i);
    const cookie = String([reply.headers['set-cookie']].flat()[0]).split(';')[0]!;
    const me = (more: Record<string, string>) =>
      secure.call('GET', '/api/me', undefined, { host: 'signs.example.org', ...more });
    expect((await me({ cookie })).status).toBe(200);
    expect((await me({ cookie: `${cookie}; ${cookie.split('=')[0]}=planted` })).status).toBe(401);
    expect((await me({ cookie: cookie.replace('__Host-', '__Secure-') })).status).toBe(401);
    // L6: a page that came by http, of the same host.
    expect((await me({ cookie, origin: 'https://signs.example.org' })).status).toBe(200);
    expect((await me({ cookie, origin: 'http://signs.example.org' })).status).toBe(401);
  });

  test('what the API answers is kept by nobody', async () => {
    const organization = (await ada.call('POST', '/api/organizations', { name: 'Opera' })).body as { id: string };
    for (const url of [
      '/api/me',
      `/api/organizations/${organization.id}`,
      '/api/signs/nonsense',
      '/api/auth/get-session',
    ])
      expect((await ada.call('GET', url)).headers['cache-control']).toBe('no-store');
    expect((await service.signIn(ada.email, PASSWORD)).headers['cache-control']).toBe('no-store');
  });

  test('pages of other origins may read nothing', async () => {
    const origin = 'https://elsewhere.example';
    const asked = await service.call('GET', '/api/openapi.json', undefined, { origin });
    const preflight = await service.app.http.inject({
      method: 'OPTIONS',
      url: '/api/me',
      headers: { origin, 'access-control-request-method': 'GET' },
    });
    for (const headers of [asked.headers, preflight.headers])
      expect(Object.keys(headers).filter((name) => name.startsWith('access-control-'))).toEqual([]);
  });
});

describe('A5: sizes', () => {
  const login = (password: string) =>
    service.call('POST', '/api/auth/sign-in/email', { email: 'a@example.org', password });

  test('a body is as large as its route needs, and no larger', async () => {
    expect(problemOf(await login('x'.repeat(LIMITS.bodyBytes))).code).toBe('payload_too_large');
    expect(problemOf(await login('x'.repeat(LIMITS.bodyBytes - 100))).code).toBe('validation_failed');
    const name = 'x'.repeat(LIMITS.bodyBytes);
    expect(problemOf(await ada.call('POST', '/api/organizations', { name })).code).toBe('payload_too_large');
  });

  test('an address and headers longer than 16 KiB are refused, and a thousand headers do no harm', async () => {
    await service.app.http.listen({ host: '127.0.0.1', port: 0 });
    const { port } = service.app.http.server.address() as AddressInfo;
    const ask = (path: string, headers: Record<string, string> = {}): Promise<number> =>
      new Promise((resolve, reject) => {
        request({ port, path, headers, agent: false }, (answer) => {
          answer.resume();
          resolve(answer.statusCode!);
        })
          .on('error', reject)
          .end();
      });
    expect(await ask(`/health/live?${'x'.repeat(17_000)}`)).toBe(431);
    expect(await ask('/health/live', { long: 'x'.repeat(17_000) })).toBe(431);
    const many = Object.fromEntries(Array.from({ length: 1_000 }, (_, index) => [`h${index}`, '1']));
    expect([200, 431]).toContain(await ask('/health/live', many));
    expect(await ask('/health/live')).toBe(200);
  });
});

type Asked = [method: 'GET' | 'POST', url: string, body?: unknown];

describe('rates, as the contract has them (section 5)', () => {
  test('so many requests a minute a session, another session and health apart', async () => {
    const clock = createManualClock();
    const limited = await startTestService({ database: service.database, clock });
    onTestFinished(() => limited.close());
    const signIn = async () => String((await limited.signIn(ada.email, PASSWORD)).headers['set-auth-token']);
    const [token, other] = [await signIn(), await signIn()];
    const me = (by: string) => limited.call('GET', '/api/me', undefined, { authorization: `Bearer ${by}` });
    const sessions = () =>
      limited.call('GET', '/api/auth/list-sessions', undefined, { authorization: `Bearer ${token}` });
    for (let count = 0; count < LIMITS.requestsPerMinute; count += 1) expect((await me(token)).status).toBe(200);
    const refused = await me(token);
    expect(problemOf(refused)).toMatchObject({ code: 'rate_limited', retryAfterMs: 60_000 });
    expect(refused.headers['retry-after']).toBe('60');
    expect((await sessions()).status).toBe(429);
    expect((await me(other)).status).toBe(200);
    for (let count = 0; count < 20; count += 1) expect((await limited.call('GET', '/health')).status).toBe(200);
    clock.advance(60_000);
    expect((await me(token)).status).toBe(200);
  });

  test('L7: malformed requests count as well, and those of a person together in all sessions', async () => {
    const clock = createManualClock();
    const limited = await startTestService({ database: service.database, clock, env: { RATE_LIMIT_PER_MINUTE: '5' } });
    onTestFinished(() => limited.close());
    const sessions = await Promise.all(
      Array.from({ length: 4 }, async () =>
        String((await limited.signIn(ada.email, PASSWORD)).headers['set-auth-token']),
      ),
    );
    const ask = (token: string, [method, url, body]: Asked) =>
      limited.call(method, url, body, { authorization: `Bearer ${token}` });
    const malformed: Asked[] = [
      ['POST', '/api/organizations', { nothing: 'like it' }],
      ['GET', '/api/signs?limit=none'],
      ['GET', '/api/signs/nonsense'],
      ['GET', '/api/signs?q=%zz'],
      ['POST', '/api/auth/change-password', {}],
    ];
    for (const token of sessions.slice(0, 3)) {
      for (const request of malformed) expect(problemOf(await ask(token, request)).code).toBe('validation_failed');
      expect(problemOf(await ask(token, ['GET', '/api/me']))).toMatchObject({
        code: 'rate_limited',
        retryAfterMs: 60_000,
      });
      // What does not fit is told first, and past twice the limit nothing is read any more.
      for (const request of malformed.slice(1))
        expect(problemOf(await ask(token, request)).code).toBe('validation_failed');
      for (const request of malformed) expect(problemOf(await ask(token, request)).code).toBe('rate_limited');
    }
    // The fourth session has asked for nothing yet; its person has, three times what a session may.
    expect(problemOf(await ask(sessions[3]!, ['GET', '/api/me']))).toMatchObject({ code: 'rate_limited' });
    clock.advance(60_000);
    expect((await ask(sessions[3]!, ['GET', '/api/me'])).status).toBe(200);
  });

  test('L7: unauthenticated requests count against their address', async () => {
    const clock = createManualClock();
    const limited = await startTestService({ database: service.database, clock, env: { RATE_LIMIT_PER_MINUTE: '3' } });
    onTestFinished(() => limited.close());
    const asNobody: Asked[] = [
      ['GET', '/api/me'],
      ['POST', '/api/organizations', { nothing: 'like it' }],
      ['GET', '/api/invitations/nonsense'],
      ['POST', '/api/invitations/nonsense/accept', { nothing: 'like it' }],
      ['GET', '/api/signs?limit=none'],
      ['POST', '/api/auth/change-password', {}],
      ['GET', '/api/signs/%zz'],
      ['GET', '/api/nowhere'],
      ['POST', '/api/', {}],
    ];
    for (const request of asNobody) expect([400, 401, 404]).toContain((await limited.call(...request)).status);
    for (const request of asNobody)
      expect(problemOf(await limited.call(...request))).toMatchObject({ code: 'rate_limited', retryAfterMs: 60_000 });
    // Sign-in has a limit of its own, who is signed in is counted by session, and health is not counted.
    const token = String((await limited.signIn(ada.email, PASSWORD)).headers['set-auth-token']);
    const me = await limited.call('GET', '/api/me', undefined, { authorization: `Bearer ${token}` });
    expect(me.status).toBe(200);
    expect((await limited.call('GET', '/health')).status).toBe(200);
  });

  test('whose proxy is believed is one of many addresses; whose is not is one', async () => {
    const from = async (trusted: string | undefined) => {
      const env = { SIGN_IN_LIMIT_PER_MINUTE: '1', ...(trusted !== undefined && { TRUST_PROXY: trusted }) };
      const limited = await startTestService({ database: service.database, env });
      const statuses = await Promise.all(
        ['203.0.113.1', '203.0.113.2'].map(
          async (address) =>
            (
              await limited.call(
                'POST',
                '/api/auth/reset-password',
                { token: 'x', newPassword: PASSWORD },
                { 'x-forwarded-for': address },
              )
            ).status,
        ),
      );
      await limited.close();
      return statuses.toSorted();
    };
    expect(await from(undefined)).toEqual([400, 429]);
    expect(await from('10.0.0.0/8')).toEqual([400, 429]);
    expect(await from('loopback')).toEqual([400, 400]);
  });
});
