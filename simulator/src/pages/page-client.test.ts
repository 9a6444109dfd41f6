import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { systemClock } from '../adapters/system-clock.ts';
import { createPageClient } from './page-client.ts';

/** The virtual sign's loads of pages that the content server does not have. */

const TIMEOUT_MS = 1_000;

async function serve(answer: (request: IncomingMessage, response: ServerResponse) => void): Promise<string> {
  const server = createServer(answer).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

function newClient() {
  const client = createPageClient(systemClock, (body) => !body.includes('Menu'));
  onTestFinished(() => client.close());
  return client;
}
const serveHtml = (html: string): Promise<string> =>
  serve((request, response) => {
    if (request.url === '/') response.writeHead(200, { 'content-type': 'text/html' }).end(html);
    else if (request.url === '/gone') response.writeHead(404).end();
  });

test.each([
  '<h1>Menu</h1><img src=/never>',
  '<h1>Menu</h1><script async src=/never></script>',
  '<h1>Menu</h1><iframe src=/never></iframe>',
  '<h1>Menu</h1><link rel=stylesheet href=/never>',
])('G10: %s is proved at the load timeout, and the detail names what did not answer', async (html) => {
  const origin = await serveHtml(html);
  const proof = await newClient().prove(`${origin}/`, 'show', TIMEOUT_MS);
  expect(proof).toMatchObject({ ok: true, detail: `${new URL(origin).host}/never did not answer` });
});

test.each([
  '<h1>Menu</h1><script src=/never></script>',
  '<link rel=stylesheet href=/never><h1>Menu</h1>',
  '<img src=/never>',
])(
  'G10: %s, which is not parsed or not painted, is sign_timeout, and the detail names what did not answer',
  async (html) => {
    const origin = await serveHtml(html);
    const proof = await newClient().prove(`${origin}/`, 'show', TIMEOUT_MS);
    const detail = expect.stringContaining(`${new URL(origin).host}/never did not answer`) as string;
    expect(proof).toMatchObject({ ok: false, reason: 'sign_timeout', detail });
  },
);

test('G10: a resource that is missing holds up no page', async () => {
  const origin = await serveHtml('<h1>Menu</h1><img src=/gone>');
  const proof = await newClient().prove(`${origin}/`, 'show', 30_000);
  expect(proof).toMatchObject({ ok: true, httpStatus: 200 });
  expect(proof).not.toHaveProperty('detail');
});

test('G16: a proof and a check name the host where the page leads', async () => {
  const login = await serveHtml('<h1>Menu of the hotspot</h1>');
  const origin = await serve((_, response) => void response.writeHead(302, { location: `${login}/` }).end());
  const client = newClient();
  const { host } = new URL(login);
  const detail = `leads to ${host}`;
  expect(await client.prove(`${origin}/`, 'show', 30_000)).toMatchObject({ ok: true, host, detail });
  expect(await client.check(`${origin}/`)).toMatchObject({ ok: true, host });
});

test.each([
  ['a meta element', (to: string): [object, string] => [{}, `<meta http-equiv="refresh" content="0; url=${to}">`]],
  ['a header', (to: string): [object, string] => [{ refresh: `0; url=${to}` }, '<h1>Menu</h1>']],
])(
  'G16: a page that %s leads to another host ends there in a proof, which names the host of a check too',
  async (_, leads) => {
    const menu = await serveHtml('<h1>Menu</h1>');
    const origin = await serve((_request, response) => {
      const [headers, html] = leads(`${menu}/`);
      response.writeHead(200, { 'content-type': 'text/html', ...headers }).end(html);
    });
    const moved = await serve((_request, response) => void response.writeHead(302, { location: `${origin}/` }).end());
    const client = newClient();
    const [host, redirectHost] = [menu, origin].map((one) => new URL(one).host);
    for (const url of [`${origin}/`, `${moved}/`]) {
      const proof = await client.prove(url, 'show', 30_000);
      expect(proof).toMatchObject({ ok: true, host, redirectHost, detail: `leads to ${host}` });
      expect(await client.check(url)).toMatchObject({ ok: true, host: redirectHost });
    }
    const direct = await client.prove(`${menu}/`, 'show', 30_000);
    expect(direct).not.toHaveProperty('redirectHost');
  },
);

test('G13: equal bodies have equal fingerprints, whatever the headers say', async () => {
  let requests = 0;
  const origin = await serve((_, response) => {
    requests += 1;
    response.writeHead(200, { etag: `"${requests}"`, 'last-modified': new Date(requests).toUTCString() }).end('Menu');
  });
  const client = newClient();
  expect(await client.check(`${origin}/`)).toEqual(await client.check(`${origin}/`));
});

test('G17: a check sends what the load sends', async () => {
  const sent: object[] = [];
  const origin = await serve((request, response) => {
    const { 'x-simulator-purpose': _, ...headers } = request.headers;
    sent.push(headers);
    response.writeHead(headers.accept?.startsWith('text/html') === true ? 200 : 406).end('Menu');
  });
  const client = newClient();
  expect(await client.prove(`${origin}/`, 'show', 30_000)).toMatchObject({ ok: true });
  expect(await client.check(`${origin}/`)).toMatchObject({ ok: true });
  expect(sent[1]).toEqual(sent[0]);
});
