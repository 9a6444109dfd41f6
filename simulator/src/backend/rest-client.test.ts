import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test, vi } from 'vitest';
import { systemClock } from '../adapters/system-clock.ts';
import { createRestClient } from './rest-client.ts';

/** A service that answers a path with what is given for it, one after the other; the last one for ever. */
async function clientOf(answers: Record<string, readonly (readonly [status: number, body: object | string])[]>) {
  const asked = new Map<string, number>();
  const server = createServer((request, response) => {
    const path = request.url!;
    const nth = asked.get(path) ?? 0;
    asked.set(path, nth + 1);
    const [status, body] = answers[path]!.at(Math.min(nth, answers[path]!.length - 1))!;
    const isText = typeof body === 'string';
    response
      .writeHead(status, { 'content-type': isText ? 'text/html' : 'application/json' })
      .end(isText ? body : JSON.stringify(body));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const client = createRestClient(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, systemClock);
  onTestFinished(async () => {
    await client.close();
    server.close();
  });
  return { client, asked };
}

const problem = (code: string, status: number, detail = 'Not now.') =>
  [status, { type: 'about:blank', title: 'Not now.', status, code, detail, retryAfterMs: 1 }] as const;
const away = problem('unavailable', 503);
const refused = problem('unavailable', 503, 'Too many requests at once.');

test('R4: load that is refused with a time to try again is no error, unless every try is refused', async () => {
  const { client, asked } = await clientOf({
    '/api/push-subscriptions/key': [refused, refused, [200, { publicKey: 'k' }]],
    '/api/me': [refused],
  });
  expect((await client.as().call('GET /api/push-subscriptions/key')).status).toBe(200);
  expect(client.serverErrors()).toEqual([]);
  expect((await client.as().call('GET /api/me')).status).toBe(503);
  expect(client.serverErrors()).toMatchObject([expect.stringContaining('GET /api/me: 503')]);
  expect(asked.get('/api/me')).toBe(20);
});

test('A5: device_no_ack is no error of the backend, and any other 5xx is one at once', async () => {
  const { client, asked } = await clientOf({
    '/api/me': [problem('internal', 500)],
    '/api/auth/sign-out': [away, [200, { success: true }]],
    '/api/signs/1/link': [problem('device_no_ack', 504)],
  });
  const nobody = client.as();
  await nobody.call('GET /api/me');
  await nobody.call('POST /api/auth/sign-out', { body: {} });
  await nobody.call('POST /api/signs/:id/link', { params: { id: '1' }, body: { shortCode: 'ABC123' } });
  expect(client.serverErrors()).toMatchObject([
    expect.stringContaining('GET /api/me: 500'),
    expect.stringContaining('POST /api/auth/sign-out: 503'),
  ]);
  expect([...asked.values()]).toEqual([1, 2, 1]);
});

test('A5: a 5xx is an error when it arrives, also where its form is wrong, and where the run ends in the wait', async () => {
  const { client } = await clientOf({
    '/health': [[503, { status: 'down' }]],
    '/api/me': [[503, { code: 'unavailable' }]],
    '/api/auth/sign-out': [[503, { ...away[1], retryAfterMs: 3_600_000 }]],
  });
  const nobody = client.as();
  await expect(nobody.call('GET /health')).rejects.toThrow('in a form that differs from the contract');
  await expect(nobody.call('GET /api/me')).rejects.toThrow('in a form that differs from the contract');
  const ending = new AbortController();
  const left = nobody.call('POST /api/auth/sign-out', { body: {}, signal: ending.signal });
  await vi.waitFor(() => expect(client.serverErrors()).toHaveLength(3));
  ending.abort(new Error('the run is over'));
  await expect(left).rejects.toThrow('the run is over');
  expect(client.serverErrors()).toMatchObject([
    'GET /health: 503 {"status":"down"}',
    expect.stringContaining('GET /api/me: 503'),
    expect.stringContaining('POST /api/auth/sign-out: 503'),
  ]);
});

test('A5: an answer of another form than its row says is no answer, and a 5xx in HTML is an error', async () => {
  const { client } = await clientOf({ '/api/me': [[200, { user: null }]], '/health/live': [[502, '<h1>Bad</h1>']] });
  await expect(client.as().call('GET /api/me')).rejects.toThrow('in a form that differs from the contract');
  await expect(client.as().call('GET /health/live')).rejects.toMatchObject({ name: 'Unreachable', status: 502 });
  expect(client.serverErrors()).toMatchObject([expect.stringMatching(/health\/live: 502/)]);
});
