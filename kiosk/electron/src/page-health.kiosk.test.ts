import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { good } from '@sign-display/testing/service';
import { html } from './testing/hostile-pages.ts';
import { openWorld } from './testing/display-service-and-pages.ts';

/** Pages as the field has them (docs/field-reports.md): how a sign proves them, and how it checks them afterwards. */

const { world, serviceAway, freshMachine, unclaimed, claim, seen, spot } = openWorld({
  LOAD_TIMEOUT_MS: '4000',
  // The tests poll records many times a second.
  RATE_LIMIT_PER_MINUTE: '10000',
});
const GREEN = [16, 160, 64];
const BLUE = [16, 64, 160];
const HTML = { 'content-type': 'text/html; charset=utf-8' };
const GREEN_PAGE = `${html('')}<h1>Menu</h1>`;
const LOGIN_PAGE = `${html('', '#1040a0')}<h1>Sign in to the hotspot</h1>`;

type Answer = (request: IncomingMessage, response: ServerResponse) => void;
const page =
  (text: string): Answer =>
  (_, response) =>
    void response.writeHead(200, HTML).end(text);

/** A server whose page is what `site.answer` says; every other path never answers. */
async function startSite(answer: Answer) {
  const site = { answer, origin: '', host: '', requests: [] as IncomingMessage[] };
  let wake = (): void => {};
  const server = createServer((request, response) => {
    if (request.url !== '/') return;
    site.requests.push(request);
    site.answer(request, response);
    wake();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(async () => {
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  });
  site.host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  site.origin = `http://${site.host}`;
  return Object.assign(site, {
    /** Resolves after so many more requests for the page. */
    async requested(times: number): Promise<void> {
      const wanted = site.requests.length + times;
      while (site.requests.length < wanted) await new Promise<void>((resolve) => (wake = resolve));
    },
  });
}

/** A sign that shows the page, and checks it every second. */
async function showing(url: string, settings: object = {}) {
  const machine = await freshMachine();
  const { kiosk, shortCode } = await unclaimed(machine);
  const { sign } = good(await claim(shortCode, url)).body;
  const { owner } = world().service;
  const params = { id: sign.id };
  const body = { settings: { reachabilityIntervalMs: 1_000, ...settings } };
  good(await owner.call('PATCH /api/signs/:id', { params, body, ifMatch: `"${sign.version}"` }));
  await seen(GREEN);
  const now = async () => good(await owner.call('GET /api/signs/:id/now', { params })).body;
  const record = async () => good(await owner.call('GET /api/signs/:id', { params })).body;
  const history = async () => good(await owner.call('GET /api/signs/:id/history', { params })).body.items;
  const isState = (contentState: string) =>
    expect.poll(async () => (await record()).contentState, { timeout: 40_000 }).toBe(contentState);
  return { machine, kiosk, sign, now, history, isState };
}

const OWN_OF_A_LOAD = [
  'accept',
  'accept-language',
  'accept-encoding',
  'user-agent',
  'cookie',
  'upgrade-insecure-requests',
];

test('G17: a check sends what the load sends, so a server that answers by it answers the same; the status of a failed check is in /now', async () => {
  let wanted: IncomingMessage['headers'] | null = null;
  const isOfLoad = (name: string): boolean => OWN_OF_A_LOAD.includes(name) || name.startsWith('sec-');
  const differences: string[] = [];
  const site = await startSite(({ headers }, response) => {
    const first = (wanted ??= headers);
    const names = new Set([...Object.keys(first), ...Object.keys(headers)].filter(isOfLoad));
    names.delete('cookie');
    const other = [...names].filter((name) => headers[name] !== first[name]);
    const isFirst = headers === first;
    if (!isFirst && headers.cookie !== 'session=1') other.push(`cookie: ${headers.cookie}`);
    differences.push(...other.map((name) => `${name}: ${String(headers[name])} for ${String(first[name])}`));
    response.writeHead(other.length === 0 ? 200 : 406, { ...HTML, 'set-cookie': 'session=1; SameSite=Strict' });
    response.end(GREEN_PAGE);
  });
  const { now, history, isState } = await showing(`${site.origin}/`);
  await site.requested(4);
  expect(differences).toEqual([]);
  expect((await history()).filter(({ kind }) => kind === 'content_unreachable')).toEqual([]);
  await isState('showing');

  site.answer = (_, response) => void response.writeHead(406, HTML).end('<h1>Not acceptable</h1>');
  await isState('unreachable');
  expect((await now()).content).toMatchObject({ httpStatus: 406, detail: 'The page answered with HTTP 406' });
  expect(spot()).toBe(GREEN.join());
});

test('G13: a page with another token at each request stays on screen, and the history notes that once', async () => {
  let requests = 0;
  const site = await startSite((_, response) => {
    requests += 1;
    response.writeHead(200, HTML).end(`${GREEN_PAGE}<p hidden>${requests}</p>`);
  });
  const { history, isState } = await showing(`${site.origin}/`);
  await site.requested(10);
  await isState('showing');
  const loads = site.requests.filter(({ headers }) => headers['cache-control'] !== 'no-cache');
  expect(loads).toHaveLength(1);
  const noted = (await history()).filter(({ kind }) => kind === 'status');
  expect(noted).toMatchObject([{ reason: 'changes_at_every_request' }]);
});

test('G13: a page with another ETag and date at each request, and the same body, is not reloaded', async () => {
  let requests = 0;
  const site = await startSite((_, response) => {
    requests += 1;
    const changing = { etag: `W/"${requests}"`, 'last-modified': new Date(requests * 1_000).toUTCString() };
    response.writeHead(200, { ...HTML, ...changing }).end(GREEN_PAGE);
  });
  const { history } = await showing(`${site.origin}/`);
  await site.requested(8);
  expect(site.requests.filter(({ headers }) => headers['cache-control'] !== 'no-cache')).toHaveLength(1);
  expect((await history()).filter(({ kind }) => kind === 'status')).toEqual([]);
});

test('G16: a page that redirects to a hotspot’s login page stays on screen, is unreachable, and recovers', async () => {
  const login = await startSite(page(LOGIN_PAGE));
  const site = await startSite(page(GREEN_PAGE));
  const { kiosk, now, isState } = await showing(`${site.origin}/`);
  site.answer = (_, response) => void response.writeHead(302, { location: `${login.origin}/` }).end();
  await isState('unreachable');
  expect((await now()).content).toMatchObject({ detail: `The page leads to ${login.host}` });
  expect(spot()).toBe(GREEN.join());
  site.answer = page(GREEN_PAGE);
  await isState('showing');
  expect(kiosk.app.process().exitCode).toBeNull();
});

test.each([
  ['a script', (to: string) => `<script>location.href=${JSON.stringify(to)}</script>`],
  ['a meta element', (to: string) => `<meta http-equiv="refresh" content="0; url=${to}">`],
])(
  'G16: a hotspot that answers in place of the page with %s that leads to its login page is not shown',
  async (_, leads) => {
    const login = await startSite(page(LOGIN_PAGE));
    const site = await startSite(page(GREEN_PAGE));
    const { now, isState } = await showing(`${site.origin}/`);
    // The first check takes the fingerprint.
    await site.requested(2);
    const asked = login.requested(1);
    site.answer = page(leads(`${login.origin}/`));
    await asked;
    await isState('unreachable');
    expect((await now()).content).toMatchObject({ detail: `The page leads to ${login.host}` });
    expect(spot()).toBe(GREEN.join());
    site.answer = page(GREEN_PAGE);
    await isState('showing');
  },
);

test.each([
  ['a script', (to: string): Answer => page(`<script>location.href=${JSON.stringify(to)}</script>`)],
  ['a meta element', (to: string): Answer => page(`<meta http-equiv="refresh" content="0; url=${to}">`)],
  [
    'a header',
    (to: string): Answer =>
      (_, response) =>
        void response.writeHead(200, { ...HTML, refresh: `0; url=${to}` }).end('<h1>Moved</h1>'),
  ],
])(
  'G16: a page that %s leads to another host is claimed and stays reachable, but is unreachable behind a hotspot that redirects it',
  async (_, leads) => {
    const menu = await startSite(page(GREEN_PAGE));
    const answer = leads(`${menu.origin}/`);
    const site = await startSite(answer);
    const { now, history, isState } = await showing(`${site.origin}/`);
    const claims = (await history()).filter(({ kind }) => kind === 'claim');
    expect(claims).toMatchObject([{ outcome: 'committed', detail: `leads to ${menu.host}` }]);
    await site.requested(5);
    await isState('showing');
    expect((await history()).filter(({ kind }) => kind === 'content_unreachable')).toEqual([]);

    const login = await startSite(page(LOGIN_PAGE));
    site.answer = (_request, response) => void response.writeHead(302, { location: `${login.origin}/` }).end();
    await isState('unreachable');
    expect((await now()).content).toMatchObject({ detail: `The page leads to ${login.host}` });
    expect(spot()).toBe(GREEN.join());
    site.answer = answer;
    await isState('showing');
  },
);

test('G16: a page that goes to another host by itself stays on screen, and is unreachable', async () => {
  const login = await startSite(page(LOGIN_PAGE));
  const goes = `${GREEN_PAGE}<script>setTimeout(()=>{location.href=${JSON.stringify(`${login.origin}/`)}},3000)</script>`;
  const site = await startSite(page(goes));
  const asked = login.requested(1);
  const { history } = await showing(`${site.origin}/`);
  await asked;
  const said = async () => (await history()).filter(({ kind }) => kind === 'content_unreachable');
  await expect.poll(said, { timeout: 40_000 }).not.toEqual([]);
  expect(await said()).toMatchObject([{ detail: `The page leads to ${login.host}` }]);
  expect(spot()).toBe(GREEN.join());
});

test('G16: a claim tells where its page leads, and that host is the page’s own from then on', async () => {
  const other = await startSite(page(GREEN_PAGE));
  const site = await startSite((_, response) => void response.writeHead(302, { location: `${other.origin}/` }).end());
  const { history, isState } = await showing(`${site.origin}/`);
  const claims = (await history()).filter(({ kind }) => kind === 'claim');
  expect(claims).toMatchObject([{ outcome: 'committed', detail: `leads to ${other.host}` }]);
  await other.requested(4);
  await isState('showing');
});

test.each([
  ['an image', '<img src=/never-answers>'],
  ['an async script', '<script async src=/never-answers></script>'],
  ['a deferred script', '<script defer src=/never-answers></script>'],
  ['a module', '<script type=module src=/never-answers></script>'],
  ['a frame', '<iframe src=/never-answers></iframe>'],
  ['a background', '<p style="background:url(/never-answers)">Today</p>'],
])(
  'G10: a page with %s that never answers is claimed, shown, and named by what did not answer',
  async (_, resource) => {
    const site = await startSite(page(GREEN_PAGE + resource));
    const { shortCode } = await unclaimed(await freshMachine());
    const { sign } = good(await claim(shortCode, `${site.origin}/`)).body;
    await seen(GREEN);
    const { owner } = world().service;
    const { items } = good(await owner.call('GET /api/signs/:id/history', { params: { id: sign.id } })).body;
    const detail = `${site.host}/never-answers did not answer`;
    expect(items.find(({ kind }) => kind === 'claim')).toMatchObject({ outcome: 'committed', detail });
  },
);

test('G10: a half-loaded page stays, answers the sign of life, and is shown again after a reboot without the service', async () => {
  const site = await startSite(page(`${GREEN_PAGE}<img src=/never-answers>`));
  const { machine, kiosk, history, isState } = await showing(`${site.origin}/`);
  // Longer than a page that hangs would have.
  await site.requested(25);
  await isState('showing');
  expect((await history()).filter(({ kind }) => kind === 'content_error')).toEqual([]);
  await machine.remembers(`${site.origin}/`);
  await kiosk.kill();
  await serviceAway();
  const again = await machine.start();
  await seen(GREEN);
  await again.stop();
});

test.each([
  ['a script that blocks its parsing', `<h1>Menu</h1><script src=/never-answers></script>`],
  ['a style sheet without which it paints nothing', `<link rel=stylesheet href=/never-answers>${GREEN_PAGE}`],
])('G10: a page with %s is sign_timeout, and the detail names that', async (_, text) => {
  const site = await startSite(page(text));
  const { kiosk, shortCode } = await unclaimed(await freshMachine());
  const { body } = await claim(shortCode, `${site.origin}/`);
  const detail = expect.stringContaining(`${site.host}/never-answers did not answer`) as string;
  expect(body).toMatchObject({ code: 'device_load_failed', reason: 'sign_timeout', detail });
  expect((await kiosk.face('code')).shortCode).toBe(shortCode);
});

test('G10: a page that never ends, however much of it is drawn, is sign_timeout', async () => {
  const site = await startSite((_, response) => void response.writeHead(200, HTML).write(GREEN_PAGE));
  const { shortCode } = await unclaimed(await freshMachine());
  expect((await claim(shortCode, `${site.origin}/`)).body).toMatchObject({ reason: 'sign_timeout' });
});

test('a page whose load ends just before its timeout, and that draws nothing, is proved', async () => {
  const site = await startSite((_, response) => {
    setTimeout(() => response.writeHead(200, HTML).end('<!doctype html><title>blank</title>'), 2_800);
  });
  const { shortCode } = await unclaimed(await freshMachine());
  good(await claim(shortCode, `${site.origin}/`));
  expect(spot()).not.toBe(BLUE.join());
});
