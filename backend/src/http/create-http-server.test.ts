import { once } from 'node:events';
import { STATUS_CODES } from 'node:http';
import { connect } from 'node:net';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { ERROR_CODES, type ErrorCode } from '@sign-display/contracts/error-codes';
import { PROBLEM_CONTENT_TYPE, Problem, REST_ERROR_CODES } from '@sign-display/contracts/rest/problem';
import fc from 'fast-check';
import { pino } from 'pino';
import { Type } from 'typebox';
import { Compile } from 'typebox/compile';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { systemRandom } from '../adapters/system-random.ts';
import { problemOf, sendRefusal } from './problem.ts';
import { createHttpServer, type HttpServer } from './create-http-server.ts';

const isProblem = Compile(Problem);
const BODY_LIMIT_BYTES = 2_000;
/** The headers of a request that waits for 100 before it sends its body. */
const EXPECTING = 'host: x\r\nconnection: close\r\ncontent-type: application/json\r\nexpect: 100-continue\r\n';
const SECRET = 'the inside of the service';

const Body = Type.Object(
  { name: Type.String({ minLength: 1 }), 'a/b': Type.Optional(Type.Integer()) },
  { additionalProperties: false },
);
const Query = Type.Object(
  { limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 200, default: 50 })), q: Type.Optional(Type.String()) },
  { additionalProperties: false },
);

let lines: string[] = [];
let app: HttpServer;

beforeAll(async () => {
  const log = pino({ level: 'trace' }, { write: (line: string) => void lines.push(line) });
  app = createHttpServer({ log, random: systemRandom, bodyLimitBytes: BODY_LIMIT_BYTES });
  app.post('/echo', { schema: { body: Body } }, async (request) => request.body);
  app.get('/list', { schema: { querystring: Query } }, async (request) => request.query);
  app.get(
    '/things/:id',
    { schema: { params: Type.Object({ id: Type.Integer() }) } },
    async (request) => request.params,
  );
  app.post('/anything', async (request) => ({ body: request.body ?? null }));
  app.get('/crash', async () => {
    throw new Error(SECRET);
  });
  app.get('/oddities/:kind', async (request) => {
    const oddities: Record<string, unknown> = { text: SECRET, nothing: undefined, bare: Object.create(null) };
    throw oddities[(request.params as { kind: string }).kind];
  });
  app.get('/database-away', async () => {
    const cause = Object.assign(new Error(`connect ECONNREFUSED ${SECRET}`), { code: 'ECONNREFUSED' });
    throw new Error('the claim could not be kept', { cause });
  });
  app.get('/refused/:code', async (request, reply) =>
    sendRefusal(reply, { code: (request.params as { code: ErrorCode }).code, retryAfterMs: 1_001 }),
  );
  await app.listen({ host: '127.0.0.1', port: 0 });
});
afterAll(() => app.close());

interface Told {
  statusCode: number;
  headers: Record<string, unknown>;
  body: string;
}

/** The problem in an answer, of the form that the contract promises. */
function problemIn(response: Told): Problem {
  expect(response.headers['content-type']).toBe(PROBLEM_CONTENT_TYPE);
  const problem: unknown = JSON.parse(response.body);
  if (!isProblem.Check(problem)) throw new Error(`not a problem: ${response.body}`);
  expect(problem.status).toBe(response.statusCode);
  return problem;
}

const post = (url: string, payload: string, contentType = 'application/json') =>
  app.inject({ method: 'POST', url, payload, headers: { 'content-type': contentType } });

/** Sends bytes as they are, and gives all that came back. */
function sendRaw(bytes: string): Promise<string> {
  const { port } = app.server.address() as AddressInfo;
  const answer = Promise.withResolvers<string>();
  let received = '';
  const socket = connect(port, '127.0.0.1', () => socket.write(bytes, 'latin1'));
  socket.on('data', (chunk) => (received += chunk.toString('latin1')));
  // The server may cut what it refuses while we still write: what it said before counts.
  socket.on('error', () => {});
  socket.on('close', () => answer.resolve(received));
  return answer.promise;
}

describe('refusals', () => {
  test.each(REST_ERROR_CODES)('%s has the status of the contract, and the form of RFC 9457', async (code) => {
    const response = await app.inject(`/refused/${code}`);
    const problem = problemIn(response);
    expect(problem).toEqual({
      type: 'about:blank',
      title: STATUS_CODES[ERROR_CODES[code].status],
      detail: ERROR_CODES[code].title,
      status: ERROR_CODES[code].status,
      code,
      retryAfterMs: 1_001,
    });
    expect(response.statusCode).toBe(ERROR_CODES[code].status);
    expect(response.headers['retry-after']).toBe('2');
  });

  test('a code that only the socket knows is a fault of ours, not an answer', async () => {
    expect(() => problemOf({ code: 'identity_conflict' })).toThrow(/socket only/);
    expect(problemIn(await app.inject('/refused/identity_conflict')).code).toBe('internal');
  });
});

describe('A5: what is thrown', () => {
  test.each(['/crash', '/oddities/text', '/oddities/nothing', '/oddities/bare'])(
    '%s shows nothing of the inside',
    async (url) => {
      const response = await app.inject(url);
      expect(problemIn(response).code).toBe('internal');
      expect(response.body).not.toContain(SECRET);
      expect(response.body).not.toContain('at ');
    },
  );

  test('an unexpected error is in the log with its cause and the request', async () => {
    lines = [];
    await app.inject('/crash');
    const logged = lines.map((line) => JSON.parse(line)).find((line) => line.msg === 'request failed');
    expect(logged.err.stack).toContain(SECRET);
    expect(logged.httpRequestId).toMatch(/^[0-9a-f-]{36}$/);
  });

  test('a database that is away is `unavailable`, with a time to come back', async () => {
    const response = await app.inject('/database-away');
    expect(problemIn(response)).toMatchObject({ code: 'unavailable', status: 503, retryAfterMs: 2_000 });
    expect(response.headers['retry-after']).toBe('2');
    expect(response.body).not.toContain('ECONNREFUSED');
  });
});

describe('A5: bodies, queries and paths', () => {
  test.each([
    ['malformed JSON', '{"name":', 'application/json', 'validation_failed'],
    ['prototype poisoning', '{"__proto__":{"name":"x"}}', 'application/json', 'validation_failed'],
    ['constructor poisoning', '{"constructor":{"prototype":{}}}', 'application/json', 'validation_failed'],
    ['an empty body', '', 'application/json', 'validation_failed'],
    ['a deeply nested body', '['.repeat(1_000), 'application/json', 'validation_failed'],
    ['a form', 'name=x', 'application/x-www-form-urlencoded', 'unsupported_media_type'],
    ['a text', '{"name":"x"}', 'text/plain', 'unsupported_media_type'],
    ['a broken content type', '{"name":"x"}', 'application/', 'unsupported_media_type'],
    ['another JSON', '{"name":"x"}', 'application/ld+json', 'unsupported_media_type'],
    [
      'a body over the limit',
      JSON.stringify({ name: 'x'.repeat(BODY_LIMIT_BYTES) }),
      'application/json',
      'payload_too_large',
    ],
  ] as const)('%s', async (_title, payload, contentType, code) => {
    expect(problemIn(await post('/echo', payload, contentType)).code).toBe(code);
  });

  test.each([
    ['a lone continuation byte', [0x80]],
    ['a character that is cut off', [0xe2, 0x82]],
    ['an overlong slash', [0xc0, 0xaf]],
    ['half a surrogate pair', [0xed, 0xa0, 0x80]],
    ['Latin-1', [0xfc]],
    ['a byte that UTF-8 never has', [0xff]],
  ])('a body with %s is refused as invalid UTF-8 before any handler runs', async (_title, bytes) => {
    const payload = Buffer.from([...Buffer.from('{"name":"'), ...bytes, ...Buffer.from('"}')]);
    const response = await app.inject({
      method: 'POST',
      url: '/echo',
      payload,
      headers: { 'content-type': 'application/json' },
    });
    expect(problemIn(response)).toMatchObject({
      code: 'validation_failed',
      status: 400,
      detail: 'The body is not valid UTF-8.',
    });
  });

  test('the server reads any valid UTF-8 text unchanged, wherever its bytes are split into chunks', async () => {
    const anyText = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 200 });
    await fc.assert(
      fc.asyncProperty(anyText, fc.nat(), async (name, place) => {
        const body = Buffer.from(JSON.stringify({ name: `\ufffd€😀${name}` }));
        const at = place % body.length;
        const payload = Readable.from([body.subarray(0, at), body.subarray(at)]);
        const headers = { 'content-type': 'application/json', 'content-length': String(body.length) };
        const response = await app.inject({ method: 'POST', url: '/echo', payload, headers });
        expect(response.json()).toEqual({ name: `\ufffd€😀${name}` });
      }),
    );
  });

  test('a body is never converted: a number is not a name', async () => {
    expect(problemIn(await post('/echo', '{"name":5}')).errors).toEqual([{ path: '/name', message: 'must be string' }]);
  });

  test('unknown and missing fields are named, as JSON pointers', async () => {
    const { errors } = problemIn(await post('/echo', '{"a/b":"x","c~d":1}'));
    expect(errors).toEqual(
      expect.arrayContaining([
        { path: '/name', message: 'is required' },
        { path: '/c~0d', message: 'is not a known field' },
        { path: '/a~1b', message: 'must be integer' },
      ]),
    );
  });

  test('a body that is wrong in many places is not answered with a larger one', async () => {
    const many = Object.fromEntries(Array.from({ length: 150 }, (_, index) => [`field${index}`, 1]));
    expect(problemIn(await post('/echo', JSON.stringify(many))).errors!.length).toBeLessThanOrEqual(20);
  });

  test('no body where none is needed is no error', async () => {
    expect((await post('/anything', '')).json()).toEqual({ body: null });
    expect((await app.inject({ method: 'POST', url: '/anything' })).json()).toEqual({ body: null });
  });

  test('queries and paths are converted by their schema, and get its defaults', async () => {
    expect((await app.inject('/list')).json()).toEqual({ limit: 50 });
    expect((await app.inject('/list?limit=7&q=12')).json()).toEqual({ limit: 7, q: '12' });
    expect((await app.inject('/things/12')).json()).toEqual({ id: 12 });
  });

  test.each(['limit=0', 'limit=201', 'limit=1.5', 'limit=', 'limit=true', 'limit=5x', 'limit=0x10', 'limit=1&limit=2'])(
    '%s is validation_failed',
    async (query) => {
      expect(problemIn(await app.inject(`/list?${query}`)).errors![0]!.path).toMatch(/^\/limit/);
    },
  );

  test('any text as a body, of any content type, is answered below 500', async () => {
    const contentType = fc.oneof(fc.constantFrom('application/json', 'application/json; charset=utf-8'), fc.string());
    const body = fc.oneof(fc.json(), fc.string({ unit: 'binary' }));
    await fc.assert(
      fc.asyncProperty(body, contentType, async (payload, type) => {
        const safe = type.replace(/[^\x20-\x7e]/g, '');
        expect((await post('/echo', payload, safe)).statusCode).toBeLessThan(500);
      }),
    );
  });

  test('any path and query is answered below 500', async () => {
    await fc.assert(
      fc.asyncProperty(fc.webPath(), fc.webQueryParameters(), async (path, query) => {
        const response = await app.inject(`/things${path}?${query}`);
        expect(response.statusCode).toBeLessThan(500);
      }),
    );
    expect(problemIn(await app.inject('/things/%zz')).code).toBe('validation_failed');
    expect(problemIn(await app.inject(`/things/${'x'.repeat(5_000)}`)).code).toBe('validation_failed');
  });
});

describe('what HTTP itself brings', () => {
  test('what is not there is not_found, whatever the method', async () => {
    for (const method of ['GET', 'POST', 'OPTIONS', 'DELETE', 'HEAD'] as const) {
      expect((await app.inject({ method, url: '/nowhere' })).statusCode).toBe(404);
    }
    expect(problemIn(await app.inject('/nowhere')).code).toBe('not_found');
  });

  test('HEAD answers as GET would, without a body', async () => {
    const response = await app.inject({ method: 'HEAD', url: '/list' });
    expect([response.statusCode, response.body]).toEqual([200, '']);
  });

  test.each([
    ['not HTTP at all', 'hello\r\n\r\n', 400],
    ['a header that is none', 'GET / HTTP/1.1\r\nhost: x\r\nbad header\r\n\r\n', 400],
    ['two lengths', 'POST /echo HTTP/1.1\r\nhost: x\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\na', 400],
    ['a NUL in the address', 'GET /\0 HTTP/1.1\r\nhost: x\r\n\r\n', 400],
    ['headers of a megabyte', `GET / HTTP/1.1\r\nhost: x\r\nlong: ${'x'.repeat(1_000_000)}\r\n\r\n`, 431],
  ])('A5: %s is answered, and the connection ended', async (_title, bytes, status) => {
    const answer = await sendRaw(bytes);
    expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    const [, body] = answer.split('\r\n\r\n');
    expect(isProblem.Check(JSON.parse(body!))).toBe(true);
    expect((await app.inject('/list')).statusCode).toBe(200);
  });

  test.each(['OPTIONS * HTTP/1.1', 'TRACE / HTTP/1.1', 'PROPFIND / HTTP/1.1', 'GET http://elsewhere/list HTTP/1.1'])(
    'A5: %s does no harm',
    async (line) => {
      const answer = await sendRaw(`${line}\r\nhost: x\r\nconnection: close\r\n\r\n`);
      expect(answer).toMatch(/^HTTP\/1.1 [24]\d\d /);
    },
  );

  test('a client that sends `Expect: 100-continue` gets 100 before it sends its body, then the answer', async () => {
    const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1');
    onTestFinished(() => void socket.destroy());
    const body = '{"name":"Bar"}';
    socket.write(`POST /echo HTTP/1.1\r\n${EXPECTING}content-length: ${body.length}\r\n\r\n`);
    const [first] = (await once(socket, 'data')) as [Buffer];
    expect(first.toString()).toBe('HTTP/1.1 100 Continue\r\n\r\n');
    socket.write(body);
    expect(await text(socket)).toMatch(/^HTTP\/1\.1 200 OK\r\n[^]*\r\n\r\n\{"name":"Bar"\}$/);
  });

  test.each([
    ['is too large', `POST /echo HTTP/1.1\r\n${EXPECTING}content-length: ${BODY_LIMIT_BYTES + 1}\r\n\r\n`, 413],
    [
      'is of another type',
      `POST /echo HTTP/1.1\r\nhost: x\r\nconnection: close\r\nexpect: 100-continue\r\ncontent-length: 5\r\n\r\n`,
      415,
    ],
    ['expects something else', `GET /list HTTP/1.1\r\nhost: x\r\nconnection: close\r\nexpect: a-miracle\r\n\r\n`, 417],
  ])('a request with `Expect` that %s gets its final answer without sending a body', async (_title, bytes, status) => {
    const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1');
    onTestFinished(() => void socket.destroy());
    socket.write(bytes);
    expect(await text(socket)).toMatch(new RegExp(`^(HTTP/1\\.1 100 Continue\r\n\r\n)?HTTP/1\\.1 ${status} `));
  });

  test('L4: a client that leaves in the middle of its body is told of to nobody, least of all as a database that is away', async () => {
    lines = [];
    const { port } = app.server.address() as AddressInfo;
    const socket = connect(port, '127.0.0.1');
    const answered = new Promise((resolve) =>
      app.server.once('request', (_, response) => response.once('close', resolve)),
    );
    socket.write(
      'POST /echo HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 100\r\n\r\n{"name"',
      () => socket.resetAndDestroy(),
    );
    socket.on('error', () => {});
    await answered;
    await expect.poll(() => lines.join('')).toContain('client disconnected before its request body arrived');
    const logged = lines.map((line) => JSON.parse(line));
    expect(logged.filter(({ level }) => level >= 40)).toEqual([]);
    expect(logged.filter(({ status }) => status >= 500)).toEqual([]);
    expect((await app.inject('/list')).statusCode).toBe(200);
  });

  test('A3: credentials and tokens are not in the log', async () => {
    lines = [];
    const headers = { authorization: `Bearer ${SECRET}`, cookie: `session=${SECRET}` };
    await app.inject({ url: `/list?q=${encodeURIComponent(SECRET)}`, headers });
    await post('/echo', JSON.stringify({ name: 'x', password: SECRET }));
    expect(lines.length).toBeGreaterThan(0);
    expect(lines.join('')).not.toContain(SECRET);
    expect(lines.join('')).not.toContain(encodeURIComponent(SECRET));
  });

  test('a client cannot choose the id of its request', async () => {
    lines = [];
    await app.inject({ url: '/list', headers: { 'request-id': 'mine', 'x-request-id': 'mine' } });
    expect(lines.join('')).not.toContain('mine');
  });
});

test('F4: an upgrade that is not ours is ignored and the request completed, as Java’s clients and curl --http2 need it (RFC 9110, 7.8)', async () => {
  const server = createHttpServer({ log: pino({ level: 'silent' }), random: systemRandom });
  onTestFinished(() => server.close());
  server.get('/here', async () => 'an answer');
  const upgraded: string[] = [];
  server.server.on('upgrade', (request, socket) => {
    upgraded.push(request.url!);
    socket.destroy();
  });
  await server.listen({ host: '127.0.0.1', port: 0 });
  const { port } = server.server.address() as AddressInfo;
  const ask = (path: string, upgrade: string) =>
    new Promise<string>((resolve) => {
      const socket = connect(port, '127.0.0.1');
      let heard = '';
      socket.on('data', (data) => (heard += data.toString()));
      socket.on('close', () => resolve(heard));
      socket.write(`GET ${path} HTTP/1.1\r\nHost: here\r\nUpgrade: ${upgrade}\r\nConnection: Upgrade, close\r\n\r\n`);
    });
  for (const upgrade of ['h2c', 'TLS/1.0', 'websocket', 'websockets'])
    expect(await ask('/here', upgrade)).toMatch(/^HTTP\/1\.1 200 [^]*an answer$/);
  for (const upgrade of ['websocket', 'WebSocket', 'h2c, websocket']) await ask('/socket.io/?EIO=4', upgrade);
  expect(upgraded).toHaveLength(3);
});

describe('X9: a request that trickles in', () => {
  const HEAD = 'POST /here HTTP/1.1\r\nHost: here\r\nContent-Type: application/json\r\nContent-Length: 100000\r\n';
  /** Sends a byte of `rest` every 20 ms, and returns what the server said until it ended the connection. */
  async function trickle(requestMs: number, start: string): Promise<string> {
    const server = createHttpServer({ log: pino({ level: 'silent' }), random: systemRandom, requestMs });
    onTestFinished(() => server.close());
    server.post('/here', async () => 'an answer');
    await server.listen({ host: '127.0.0.1', port: 0 });
    const socket = connect((server.server.address() as AddressInfo).port, '127.0.0.1');
    let heard = '';
    socket.on('data', (data) => (heard += data.toString())).on('error', () => undefined);
    socket.write(start);
    const timer = setInterval(() => socket.write(' '), 20);
    await new Promise((resolve) => socket.once('close', resolve));
    clearInterval(timer);
    return heard;
  }

  test.each([
    ['a slow body', `${HEAD}\r\n{`],
    ['slow headers', `${HEAD}X-Slow: `],
  ])('%s ends its connection with 408', async (_, start) => {
    expect(await trickle(600, start)).toMatch(/^HTTP\/1\.1 408 [^]*did not arrive in time/);
  });

  test('a request that has not arrived after 60 s is ended', () => {
    const server = createHttpServer({ log: pino({ level: 'silent' }), random: systemRandom });
    const { requestTimeout, headersTimeout } = server.server;
    expect({ requestTimeout, headersTimeout }).toEqual({ requestTimeout: 55_000, headersTimeout: 55_000 });
  });
});
