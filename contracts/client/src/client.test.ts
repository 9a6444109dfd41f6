import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import fc from 'fast-check';
import { readFileSync } from 'node:fs';
import { expect, onTestFinished, test } from 'vitest';
import { ROUTES, routeAddress, type Route, type RouteKey } from '@sign-display/contracts/routes';
import { createCheck } from './answer-check.ts';
import { Unreachable, createClient, type Client, type Fetch } from './client.ts';
import { waitAndRetry } from './retry.ts';

const KEYS = Object.keys(ROUTES) as RouteKey[];
const ID = '0190a1b2-0000-7000-8000-000000000001';

/** A client whose service is a function: what it was asked for, and what it answers. */
function clientOf(answer: (nth: number) => Response, options: Partial<Parameters<typeof createClient>[0]> = {}) {
  const asked: { url: URL; init: Parameters<Fetch>[1] }[] = [];
  const fetch: Fetch = async (url, init) => answer(asked.push({ url: new URL(url), init }));
  return { asked, client: createClient({ origin: 'http://signs.test', fetch, ...options }) };
}
const json = (body: unknown, status = 200, headers: Record<string, string> = {}) =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json', ...headers } });
const problem = (code: string, status: number, more: object = {}) =>
  json({ type: 'about:blank', title: 'T', detail: 'D', status, code, ...more }, status, {
    'content-type': 'application/problem+json; charset=utf-8',
  });

/** A real server on this machine. */
async function serve(handle: (request: IncomingMessage, response: ServerResponse) => void): Promise<string> {
  const server = createServer(handle).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

test('every route of the contract is asked under its method and its path, whatever stands in a parameter', async () => {
  const value = fc
    .string({ minLength: 1, unit: 'binary' })
    .filter((text) => text.isWellFormed() && !/^\.{1,2}$/.test(text));
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...KEYS),
      value,
      fc.dictionary(fc.string({ minLength: 1 }), fc.string()),
      async (key, text, query) => {
        const { client, asked } = clientOf(() => json({}));
        const { method, path } = routeAddress(key);
        const names = Array.from(path.matchAll(/:(\w+)/g), ([, name]) => name!);
        const options = { params: Object.fromEntries(names.map((name) => [name, text])), query };
        await (client.call as (key: RouteKey, options: object) => Promise<unknown>)(key, options);
        const { url, init } = asked[0]!;
        expect(init.method).toBe(method);
        const parts = url.pathname.split('/').map(decodeURIComponent);
        expect(parts).toEqual(path.split('/').map((part) => (part.startsWith(':') ? text : part)));
        expect([...url.searchParams]).toEqual(Object.entries(query));
        expect(url.hash).toBe('');
      },
    ),
  );
});

test.each(['', '.', '..'])('a parameter %j is refused, because its URL would be of another route', async (id) => {
  const { client, asked } = clientOf(() => json({}));
  await expect(client.call('GET /api/signs/:id', { params: { id } })).rejects.toThrow(TypeError);
  expect(asked).toEqual([]);
});

test('the options of a call are those of its row, for the compiler and on the wire', async () => {
  const { client, asked } = clientOf(() => json({ id: ID, version: 4 }, 200, { etag: '"4"' }), { token: 'mine' });
  const answer = await client.call('PATCH /api/signs/:id', {
    params: { id: ID },
    body: { url: null, settings: { zoom: 2 } },
    ifMatch: 3,
  });
  expect(asked[0]!.init).toMatchObject({
    body: '{"url":null,"settings":{"zoom":2}}',
    headers: { 'content-type': 'application/json', 'if-match': '"3"', authorization: 'Bearer mine' },
  });
  expect(answer.ok && answer.body.version).toBe(4);
  expect(answer.ok && answer.etag).toBe('"4"');
  await client.call('PATCH /api/signs/:id', { params: { id: ID }, body: {}, ifMatch: '"4"', token: 'yours' });
  expect(asked[1]!.init.headers).toMatchObject({ 'if-match': '"4"', authorization: 'Bearer yours' });
  await client.call('GET /health/live');
  expect(asked[2]!.init).toMatchObject({ body: null, headers: { authorization: 'Bearer mine' } });
});

test('X9: the client of a page asks for the cookie alone, and other clients for the token', async () => {
  for (const [options, expected] of [
    [{ session: 'cookie' }, 'cookie'],
    [{}, undefined],
  ] as const) {
    const { client, asked } = clientOf(() => json({}), options);
    await client.call('POST /api/auth/sign-in/email', { body: { email: 'a@b.example', password: 'p' } });
    expect(asked[0]!.init.headers['x-session']).toBe(expected);
  }
});

/** Never called: the compiler reads it. */
export async function whatTheCompilerKnows(): Promise<void> {
  const { client } = clientOf(() => json({}));
  // @ts-expect-error no such route
  await client.call('GET /api/sign');
  // @ts-expect-error the parameter is missing
  await client.call('GET /api/signs/:id');
  // @ts-expect-error a field that the body does not have
  await client.call('POST /api/signs/:id/link', { params: { id: ID }, body: { shortCode: 'X', url: 'y' } });
  // @ts-expect-error the version is missing
  await client.call('PATCH /api/signs/:id', { params: { id: ID }, body: { name: 'A' } });
  // @ts-expect-error an event has no version
  await client.call('PATCH /api/events/:id', { params: { id: ID }, body: { name: 'A' }, ifMatch: 1 });
  // @ts-expect-error the organization is missing
  await client.call('GET /api/signs', { query: { limit: 2 } });
  // @ts-expect-error one record is no list
  await client.list('GET /api/signs/:id', { params: { id: ID } });

  const claimed = await client.call('POST /api/signs/:id/link', { params: { id: ID }, body: { shortCode: 'X' } });
  if (claimed.ok) {
    claimed.status satisfies 200 | 201;
    claimed.body.handshake satisfies 'acknowledged' | 'legacy';
    // @ts-expect-error a reply has no code
    void claimed.body.code;
  } else if (claimed.status === 410) {
    claimed.body.code satisfies 'pending_expired';
    // @ts-expect-error a refusal has no sign
    void claimed.body.sign;
  }
  const health = await client.call('GET /health');
  if (health.ok) health.body.status satisfies string;
  else if (health.status === 503) health.body.status satisfies string;
  const listed = await client.call('GET /api/me');
  // @ts-expect-error a code that no refusal of this route has
  if (!listed.ok) void (listed.body.code === 'short_code_unknown');
  const picture = await client.call('GET /api/signs/:id/screenshot', { params: { id: ID } });
  if (picture.status === 200) (await picture.body.arrayBuffer()) satisfies ArrayBuffer;
  if (picture.status === 304) picture.body satisfies null;
  const gone = await client.call('DELETE /api/signs/:id', { params: { id: ID } });
  if (gone.ok) gone.body satisfies null;
  const signs = await client.list('GET /api/signs', { query: { organizationId: ID } });
  if (signs.ok) signs.items[0]!.presence satisfies 'online' | 'offline' | null;
}

test('a refusal is an answer with its code, whatever the route', async () => {
  const { client } = clientOf(() => problem('short_code_unknown', 404));
  const answer = await client.call('POST /api/signs/claim/start', { body: { shortCode: 'ABC123' } });
  expect([answer.ok, answer.status, answer.body]).toMatchObject([false, 404, { code: 'short_code_unknown' }]);
});

test('an answer without a body is null, and one that is no JSON comes unread with its content type', async () => {
  const { client } = clientOf((nth) =>
    nth === 1
      ? new Response(null, { status: 204 })
      : new Response(new Uint8Array([0xff, 0xd8]), { headers: { 'content-type': 'image/jpeg' } }),
  );
  expect(await client.call('DELETE /api/signs/:id', { params: { id: ID } })).toMatchObject({ ok: true, body: null });
  const picture = await client.call('GET /api/signs/:id/screenshot', { params: { id: ID } });
  if (picture.status !== 200) expect.fail('refused');
  expect(picture.headers.get('content-type')).toBe('image/jpeg');
  expect(new Uint8Array(await picture.body.arrayBuffer())).toEqual(new Uint8Array([0xff, 0xd8]));
});

test('a picture that is still the same is not sent again: the answer is ok, 304, and without a body', async () => {
  const { client, asked } = clientOf(() => new Response(null, { status: 304, headers: { etag: '"a"' } }));
  const options = { params: { id: ID }, query: { maxWidth: 320 }, ifNoneMatch: '"a"' };
  const answer = await client.call('GET /api/signs/:id/screenshot', options);
  expect(answer).toMatchObject({ ok: true, status: 304, body: null, etag: '"a"' });
  expect(String(asked[0]!.url)).toMatch(/screenshot\?maxWidth=320$/);
  expect(asked[0]!.init.headers).toMatchObject({ 'if-none-match': '"a"' });
});

test('the routes whose answer comes unread are those whose rows produce something else than JSON', async () => {
  for (const key of KEYS) {
    const { client } = clientOf(() => json({}));
    const call = client.call as (key: RouteKey, options: object) => Promise<{ body: unknown }>;
    const params = Object.fromEntries([...key.matchAll(/:(\w+)/g)].map(([, name]) => [name, ID]));
    const { body } = await call(key, { params });
    const { produces = ['application/json'] }: Route = ROUTES[key];
    expect([key, body instanceof Response]).toEqual([key, !produces.includes('application/json')]);
  }
});

test('a list is read page by page, and a refusal on the way is its answer', async () => {
  const { client, asked } = clientOf((nth) =>
    nth === 3 ? problem('forbidden', 403) : json({ items: [nth], nextCursor: nth === 2 ? 'a&b' : null }),
  );
  const options = { query: { organizationId: ID, q: 'Hall 1' } };
  expect(await client.list('GET /api/signs', options)).toEqual({ ok: true, items: [1] });
  expect(await client.list('GET /api/signs', options)).toMatchObject({ ok: false, body: { code: 'forbidden' } });
  expect(asked.map(({ url }) => url.searchParams.get('cursor'))).toEqual([null, null, 'a&b']);
  expect(asked[0]!.url.search).toBe(`?limit=200&organizationId=${ID}&q=Hall+1`);
});

test('a service that is gone, is cut off, or is something else is told apart from a refusal', async () => {
  const cut = await serve((request, response) =>
    request.url === '/health'
      ? response
          .writeHead(200, { 'content-type': 'application/json', 'content-length': '9' })
          .write('{', () => response.destroy())
      : request.socket.destroy(),
  );
  const proxy = await serve((_, response) =>
    response.writeHead(502, { 'content-type': 'text/html' }).end('<h1>Bad</h1>'),
  );
  const gone = createClient({ origin: 'http://127.0.0.1:1' }).call('GET /health/live');
  await expect(gone).rejects.toMatchObject({ name: 'Unreachable', status: null, cause: expect.any(TypeError) });
  await expect(createClient({ origin: cut }).call('GET /health/live')).rejects.toThrow(Unreachable);
  await expect(createClient({ origin: cut }).call('GET /health')).rejects.toThrow(Unreachable);
  const other = createClient({ origin: proxy }).call('GET /health/live');
  await expect(other).rejects.toMatchObject({ name: 'Unreachable', status: 502 });
});

test('a list whose page leads to itself is no answer of the service, and ends', async () => {
  const { client, asked } = clientOf(() => json({ items: [], nextCursor: 'same' }));
  const listed = client.list('GET /api/signs', { query: { organizationId: ID } });
  await expect(listed).rejects.toMatchObject({ name: 'Unreachable', status: 200 });
  expect(asked).toHaveLength(2);
});

test('a page that a captive portal gives in the place of JSON is no answer', async () => {
  const { client } = clientOf(() => new Response('<h1>Welcome</h1>', { headers: { 'content-type': 'text/html' } }));
  await expect(client.call('GET /api/me')).rejects.toMatchObject({ name: 'Unreachable', status: 200 });
});

test('an aborted call throws the reason of its signal', async () => {
  const origin = await serve(() => {});
  const ending = new AbortController();
  const call = createClient({ origin }).call('GET /health/live', { signal: ending.signal });
  ending.abort(new Error('changed my mind'));
  await expect(call).rejects.toThrow('changed my mind');
});

test('a refusal for the rate or the load is asked again when its time has come, within bounds', async () => {
  const waits: number[] = [];
  const clock = {
    after(ms: number, task: () => void) {
      waits.push(ms);
      queueMicrotask(task);
      return () => {};
    },
  };
  const busy = (retryAfterMs?: number) =>
    problem('unavailable', 503, retryAfterMs === undefined ? {} : { retryAfterMs });
  const ask = async (answers: Response[], tries = 3) => {
    const { client, asked } = clientOf((nth) => answers[nth - 1]!, { retry: waitAndRetry(clock, tries, 5_000) });
    return [(await client.call('GET /health/live')).status, asked.length];
  };
  expect(await ask([busy(10), problem('rate_limited', 429, { retryAfterMs: 20 }), json({})])).toEqual([200, 3]);
  expect(waits).toEqual([10, 20]);
  expect(await ask([busy(10), busy(10), busy(10)])).toEqual([503, 3]);
  expect(await ask([busy(5_001)])).toEqual([503, 1]);
  expect(await ask([busy()])).toEqual([503, 1]);
  expect(await ask([problem('conflict', 409, { retryAfterMs: 10 })])).toEqual([409, 1]);
});

test('a request that may have been done is not asked again: after unavailable only a GET, or what carries a requestId', async () => {
  const clock = { after: (_ms: number, task: () => void) => (queueMicrotask(task), () => {}) };
  let made = 0;
  // The commit is done, and the connection to the database is lost before it is known.
  const origin = await serve((request, response) => {
    made += 1;
    const code = request.url === '/api/signs/bulk' && made === 1 ? 'rate_limited' : 'unavailable';
    const status = code === 'unavailable' ? 503 : 429;
    const body = { type: 'about:blank', title: 'T', detail: 'T', status, code, retryAfterMs: 1 };
    response.writeHead(status, { 'content-type': 'application/problem+json' }).end(JSON.stringify(body));
  });
  const count = async (ask: (client: Client) => Promise<{ status: number }>, mayRepeat?: () => boolean) => {
    made = 0;
    const { status } = await ask(createClient({ origin, retry: waitAndRetry(clock, 3, Infinity, mayRepeat) }));
    return [status, made];
  };
  const sign = { organizationId: ID, eventId: ID, name: 'A', location: 'B' };
  const make = (client: Client) => client.call('POST /api/signs', { body: sign });
  expect(await count(make)).toEqual([503, 1]);
  expect(await count((client) => client.call('POST /api/signs/:id/unregister', { params: { id: ID } }))).toEqual([
    503, 1,
  ]);
  expect(await count((client) => client.call('DELETE /api/signs/:id', { params: { id: ID } }))).toEqual([503, 1]);
  expect(await count((client) => client.call('GET /api/me'))).toEqual([503, 3]);
  const claim = { ...sign, shortCode: 'ABC123', requestId: ID };
  expect(await count((client) => client.call('POST /api/signs/claim', { body: claim }))).toEqual([503, 3]);
  const bulk = { organizationId: ID, target: { signIds: [ID] }, action: { command: 'reboot' as const } };
  // The first refusal, for the rate, comes before anything is done.
  expect(await count((client) => client.call('POST /api/signs/bulk', { body: bulk }))).toEqual([503, 2]);
  expect(await count(make, () => true)).toEqual([503, 3]);
});

test('an abort before or in the wait for another time ends the call', async () => {
  const ending = new AbortController();
  let waits = 0;
  const clock = {
    after() {
      queueMicrotask(() => ending.abort(new Error('enough')));
      waits += 1;
      return () => void (waits -= 1);
    },
  };
  const { client } = clientOf(() => problem('unavailable', 503, { retryAfterMs: 10 }), {
    retry: waitAndRetry(clock, 3),
  });
  const { signal } = ending;
  await expect(client.call('GET /health/live', { signal })).rejects.toThrow('enough');
  expect(waits).toBe(0);
  await expect(client.call('GET /health/live', { signal })).rejects.toThrow('enough');
  expect(waits).toBe(0);
});

test('with a check, an answer of another form than its row says is an error that names what does not fit', async () => {
  const mail = { configured: true, outbox: null };
  const user = { id: 'a', email: 'a@b.c', name: 'A', language: null, totp: false, recoveryCodes: 0, passkeys: 0 };
  const me = { user, mfa: false, systemOwner: false, organizations: [], mail };
  const answers = [
    () => json(me),
    () => problem('unavailable', 503),
    () => json({ ...me, user: {} }),
    () => json(me, 201),
    () => problem('short_code_unknown', 404),
  ];
  const { client } = clientOf((nth) => answers[nth - 1]!(), { check: createCheck() });
  expect((await client.call('GET /api/me')).ok).toBe(true);
  expect((await client.call('GET /api/me')).ok).toBe(false);
  await expect(client.call('GET /api/me')).rejects.toThrow(
    'GET /api/me returned 200 in a form that differs from the contract',
  );
  await expect(client.call('GET /api/me')).rejects.toThrow('returned 201 in a form that differs');
  // A code of the contract, but none that this route has.
  await expect(client.call('GET /api/me')).rejects.toThrow('/code');
});

test('the client imports no schema at run time: of the contract it takes types alone', () => {
  for (const file of ['client.ts', 'retry.ts']) {
    const text = readFileSync(new URL(file, import.meta.url), 'utf8');
    expect(text.match(/^(import|export) (?!type\b).*from '(?!\.\/).*$/gm)).toBeNull();
  }
});
