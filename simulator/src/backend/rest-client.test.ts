import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { systemClock } from '../adapters/system-clock.ts';
import { createRestClient } from './rest-client.ts';

/** A service that answers a path with what is given for it, one after the other; the last one for ever. */
async function clientOf(answers: Record<string, readonly [status: number, body: object][]>) {
  const asked = new Map<string, number>();
  const server = createServer((request, response) => {
    const path = request.url!;
    const nth = asked.get(path) ?? 0;
    asked.set(path, nth + 1);
    const [status, body] = answers[path]!.at(Math.min(nth, answers[path]!.length - 1))!;
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const client = createRestClient(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, systemClock);
  onTestFinished(async () => {
    await client.close();
    server.close();
  });
  return { client, asked };
}

const away = { code: 'unavailable', title: 'Not now.', detail: 'Not now.', retryAfterMs: 1 };
const refused = [503, { ...away, detail: 'Too many requests at once.' }] as [number, object];

test('R4: load that is refused with a time to try again is no error, unless every try is refused', async () => {
  const { client, asked } = await clientOf({ '/busy': [refused, refused, [200, {}]], '/drowned': [refused] });
  expect((await client.call('GET', '/busy')).status).toBe(200);
  expect(client.serverErrors()).toEqual([]);
  expect((await client.call('GET', '/drowned')).status).toBe(503);
  expect(client.serverErrors()).toMatchObject([expect.stringContaining('GET /drowned: 503')]);
  expect(asked.get('/drowned')).toBe(20);
});

test('A5: device_no_ack is no error of the backend, and any other 5xx is one at once', async () => {
  const { client, asked } = await clientOf({
    '/broken': [[500, { code: 'internal' }]],
    '/away': [
      [503, away],
      [200, {}],
    ],
    '/silent': [[504, { code: 'device_no_ack' }]],
  });
  for (const path of ['/broken', '/away', '/silent']) await client.call('POST', path, { body: {} });
  expect(client.serverErrors()).toMatchObject([
    expect.stringContaining('POST /broken: 500'),
    expect.stringContaining('POST /away: 503'),
  ]);
  expect([...asked.values()]).toEqual([1, 2, 1]);
});
