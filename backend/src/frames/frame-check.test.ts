import { createHash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { gzipSync } from 'node:zlib';
import { FrameCheck } from '@sign-display/contracts/kiosk-events';
import { LIMITS } from '@sign-display/contracts/limits';
import * as fc from 'fast-check';
import { Check } from 'typebox/value';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createManualClock } from '../testing/manual-clock.ts';
import type { PagePolicy } from '../urls/url-policy.ts';
import { createFrameCheck } from './frame-check.ts';
import type { PageAnswer } from './page-request.ts';
import { startPageServer, type PageServer } from './testing/page-server.ts';

/**
 * `sign:frame_check` against real servers in 127.0.0.0/8; the tests control the name server. The trap server represents
 * the service's own network: it listens on 127.0.0.2, 127.0.0.1 and ::1, and fails every test that connects to it.
 */

const MENU = '127.0.0.3';
const TRAP = '127.0.0.2';
const body = '<!doctype html><p>Menu</p>';

type Answer = (response: ServerResponse, request: IncomingMessage) => void;
const page =
  (headers: Record<string, string | string[]> = {}, status = 200, text: string | Buffer = body): Answer =>
  (response) =>
    void response.writeHead(status, { 'content-type': 'text/html', ...headers }).end(text);
const leads = (location: string, status = 302): Answer => page({ location }, status, '');

/** The page server's answer for each path; tests add their own. */
const pages: Record<string, Answer> = {
  '/ok': page(),
  '/deny': page({ 'x-frame-options': 'DENY' }),
  '/options': page({ 'x-frame-options': ['SAMEORIGIN', 'DENY'] }),
  '/csp': page({ 'content-security-policy': ["default-src 'none'", "frame-ancestors 'self'"] }),
  '/csp-ours': page({ 'content-security-policy': 'frame-ancestors http://signs.example', 'x-frame-options': 'DENY' }),
  '/report-only': page({ 'content-security-policy-report-only': "frame-ancestors 'none'" }),
  '/tag': page({ etag: '"one"', 'last-modified': 'yesterday' }),
  '/tag-weak': page({ etag: 'W/"one"' }),
  '/modified': page({ 'last-modified': 'yesterday' }),
  '/error': page({}, 503),
  '/odd': page({}, 999),
  '/nothing': page({}, 204, ''),
  '/download': page({ 'content-disposition': 'attachment; filename=menu.html' }),
  '/loop': leads('/loop'),
  '/cookie': (response, request) => page({}, request.headers.cookie === undefined ? 200 : 500)(response, request),
  '/silent': () => {},
  '/drip': (response) => void response.writeHead(200, { 'content-type': 'text/html' }).write('<p>'),
  '/large': page({}, 200, Buffer.alloc(LIMITS.frameCheckBytes + 1_000_000, 'a')),
  '/endless': (response) => {
    response.writeHead(200);
    const more = (): void => {
      while (response.write(Buffer.alloc(65_536, 'a')));
    };
    response.on('drain', more);
    more();
  },
};

let menu: PageServer;
let traps: PageServer[];
let port: number;
beforeAll(async () => {
  menu = await startPageServer(MENU, (request, response) =>
    (pages[request.url!.split('?')[0]!] ?? page({}, 404))(response, request),
  );
  port = menu.port;
  traps = await Promise.all(
    [TRAP, '127.0.0.1', '::1'].map((address) => startPageServer(address, (_, response) => response.end(), port)),
  );
});
afterAll(() => Promise.all([menu, ...traps].map((server) => server.close())));

/** The names that resolve in these tests; all other names do not exist. */
const NAMES: Record<string, string[]> = {
  'menu.example': [MENU],
  'other.example': [MENU],
  'trap.example': [TRAP],
  'mixed.example': [MENU, TRAP],
  'metadata.example': ['169.254.169.254'],
  'mapped.example': ['::ffff:127.0.0.2'],
  'zero.example': ['0.0.0.0'],
  'private.example': ['10.0.0.4'],
  'empty.example': [],
};
const NAMED = ['menu.example', 'other.example'];
const OWN = 'http://signs.example';

interface Options {
  policy?: Partial<PagePolicy>;
  publicUrl?: string;
  names?: (host: string) => string[] | undefined;
  ownPage?: () => Promise<PageAnswer>;
}
const noOwnPage = (): Promise<PageAnswer> => Promise.reject(new Error('no page of the service was meant'));

function makeCheck({ policy, publicUrl = OWN, names = (host) => NAMES[host], ownPage = noOwnPage }: Options = {}) {
  const clock = createManualClock();
  const lookedUp: string[] = [];
  const check = createFrameCheck({
    clock,
    publicUrl: () => publicUrl,
    async lookUpAll(host) {
      lookedUp.push(host);
      const found = names(host);
      if (!found) throw Object.assign(new Error('no such name'), { code: 'ENOTFOUND' });
      return found.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));
    },
    ownPage,
  });
  const allowed: PagePolicy = { allowedHosts: ['*', ...NAMED], privatePages: 'loopback', ...policy };
  return {
    clock,
    lookedUp,
    async ask(url: string): Promise<FrameCheck> {
      const reply = await check(url, allowed);
      expect(traps.map(({ connections }) => connections)).toEqual([0, 0, 0]);
      expect(Check(FrameCheck, reply)).toBe(true);
      expect(reply.framable).toBe(reply.reason === null);
      expect(reply.framable).toBe(reply.fingerprint !== null);
      return reply;
    },
  };
}
const ask = (url: string, options?: Options): Promise<FrameCheck> => makeCheck(options).ask(url);
const at = (path: string, host = 'menu.example'): string => `http://${host}:${port}${path}`;
const sha256 = (text: string | Buffer): string => createHash('sha256').update(text).digest('hex');

describe('sign:frame_check reports whether a page loads in a frame', () => {
  test.each(['/tag', '/modified', '/tag-weak', '/ok'])(
    'G13: equal bodies have equal fingerprints, whatever the headers of %s say',
    async (path) => {
      expect(await ask(at(path))).toMatchObject({ framable: true, fingerprint: sha256(body) });
    },
  );

  test('G16: a framable page names the host on which its redirects end', async () => {
    pages['/away'] = leads(at('/ok', 'other.example'));
    expect(await ask(at('/away'))).toMatchObject({ framable: true, host: `other.example:${port}` });
  });

  test.each([
    ['accept', /^text\/html,.*\*\/\*/],
    ['accept-language', /^en/],
    ['user-agent', /^Mozilla\/5\.0 .* Chrome\/[\d.]+ Safari\/[\d.]+$/],
    ['upgrade-insecure-requests', /^1$/],
    ['sec-fetch-mode', /^navigate$/],
    ['sec-fetch-dest', /^iframe$/],
    ['sec-fetch-site', /^cross-site$/],
  ])('G17: a page that answers 406 without the %s of a frame’s navigation is framable', async (name, wanted) => {
    pages['/choosy'] = (response, request) =>
      page({}, wanted.test(String(request.headers[name])) ? 200 : 406)(response, request);
    expect(await ask(at('/choosy'))).toMatchObject({ framable: true, httpStatus: 200 });
  });

  test('a page without framing headers is framable, and the reply has its status and a fingerprint', async () => {
    const host = `menu.example:${port}`;
    const framable = { ok: true, framable: true, httpStatus: 200, host, reason: null, detail: '' };
    expect(await ask(at('/ok'))).toEqual({ ...framable, fingerprint: sha256(body) });
    for (const path of ['/csp-ours', '/report-only', '/cookie']) expect(await ask(at(path))).toMatchObject(framable);
  });

  test.each([
    ['/deny', 200, 'menu.example:PORT refuses to be shown in a frame.'],
    ['/options', 200, 'menu.example:PORT refuses to be shown in a frame.'],
    ['/csp', 200, 'menu.example:PORT refuses to be shown in a frame.'],
    ['/error', 503, 'menu.example:PORT answered with HTTP 503.'],
    ['/missing', 404, 'menu.example:PORT answered with HTTP 404.'],
    ['/odd', null, 'menu.example:PORT answered with HTTP 999.'],
    ['/nothing', 204, 'menu.example:PORT answered with nothing that a frame can show.'],
    ['/download', 200, 'menu.example:PORT answered with nothing that a frame can show.'],
  ])('%s is url_load_failed with status %s: %s', async (path, httpStatus, detail) => {
    const failed = { ok: true, framable: false, httpStatus, fingerprint: null, reason: 'url_load_failed' };
    expect(await ask(at(path))).toEqual({ ...failed, detail: detail.replace('PORT', String(port)) });
  });

  test('the check follows a redirect to another host, and names that host in a failure', async () => {
    pages['/away'] = leads(at('/ok', 'other.example'));
    pages['/away-denied'] = leads(at('/deny', 'other.example'), 308);
    expect(await ask(at('/away'))).toMatchObject({ framable: true });
    expect((await ask(at('/away-denied'))).detail).toBe(
      `menu.example:${port} leads to other.example:${port}, which refuses to be shown in a frame.`,
    );
    expect((await ask(at('/loop'))).detail).toBe(`menu.example:${port} leads on more than 5 times.`);
  });

  test('an https service refuses to frame an http page, also after a redirect', async () => {
    const publicUrl = 'https://signs.example';
    const denied = { framable: false, httpStatus: null, reason: 'url_load_failed' };
    const reply = await ask(at('/ok'), { publicUrl });
    expect(reply).toMatchObject({
      ...denied,
      detail: expect.stringContaining(`menu.example:${port} needs https`) as string,
    });
    const ownPage = async () => ({ ...ANSWER, status: 302, location: at('/ok') });
    const led = await ask(`${publicUrl}/go`, { publicUrl, ownPage });
    expect(led).toMatchObject({
      ...denied,
      detail: expect.stringContaining(`leads to menu.example:${port}, which needs https`) as string,
    });
  });

  test('the check reads a page of the service itself without a network connection', async () => {
    const { ask: askOne, lookedUp } = makeCheck({ ownPage: async () => ANSWER });
    expect(await askOne(`${OWN}/sample`)).toMatchObject({ framable: true, fingerprint: 'ab' });
    expect(lookedUp).toEqual([]);
  });

  test.each([
    [{ policies: ['frame-ancestors *'], options: [] }, true],
    [{ policies: [], options: [] }, true],
    [{ policies: ["frame-ancestors 'none'"], options: [] }, false],
    // The sandbox takes away the page's origin, so the browser refuses its scripts and styles: the page stays blank.
    [{ policies: ["frame-ancestors 'self'"], options: [] }, false],
    [{ policies: [`frame-ancestors ${OWN}`], options: [] }, false],
    [{ policies: [], options: ['SAMEORIGIN'] }, false],
  ])('a page of the service itself with %j is framable: %s', async (headers, framable) => {
    const reply = await ask(`${OWN}/wall`, { ownPage: async () => ({ ...ANSWER, ...headers }) });
    expect(reply).toMatchObject(
      framable
        ? { framable, detail: '' }
        : { framable, reason: 'url_load_failed', detail: 'signs.example refuses to be shown in a frame.' },
    );
  });

  test.each([
    ['http://nowhere.example/', 'nowhere.example is a name that does not exist (ENOTFOUND).'],
    ['http://empty.example/', 'empty.example is a name that does not exist (ENODATA).'],
    ['http://menu.example:2/', 'menu.example:2 refused the connection (ECONNREFUSED).'],
  ])('%s is url_unreachable: %s', async (url, detail) => {
    expect(await ask(url)).toMatchObject({ framable: false, httpStatus: null, reason: 'url_unreachable', detail });
  });

  test('an https page on a server without TLS is url_unreachable', async () => {
    expect(await ask(at('/ok').replace('http:', 'https:'))).toMatchObject({
      reason: 'url_unreachable',
      httpStatus: null,
    });
  });
});

const ANSWER: PageAnswer = {
  status: 200,
  location: null,
  landing: 'page',
  policies: [],
  options: [],
  fingerprint: 'ab',
};

describe('sign:frame_check opens no port that browsers block', () => {
  test.each([0, 22, 25, 6000, 10_080])('port %d is url_load_failed, and the name is not looked up', async (blocked) => {
    const { ask: askOne, lookedUp } = makeCheck();
    expect(await askOne(`http://menu.example:${blocked}/`)).toMatchObject({
      framable: false,
      httpStatus: null,
      reason: 'url_load_failed',
      detail: `menu.example:${blocked} is on a port at which browsers open no page.`,
    });
    expect(lookedUp).toEqual([]);
  });

  test('a redirect to a blocked port ends the check', async () => {
    pages['/to-mail'] = leads('https://other.example:25/');
    const detail = `menu.example:${port} leads to other.example:25, which is on a port at which browsers open no page.`;
    expect(await ask(at('/to-mail'))).toMatchObject({ framable: false, reason: 'url_load_failed', detail });
  });
});

describe('sign:frame_check has limits', () => {
  test.each(['/silent', '/drip', '/endless-headers'])(
    '%s is sign_timeout after 5 s, and its connection is closed',
    async (path) => {
      pages['/endless-headers'] = (response) => void response.socket!.write('HTTP/1.1 200 OK\r\nx: ');
      const { ask: askOne, clock } = makeCheck();
      const before = menu.requests.length;
      const asked = askOne(at(path));
      await expect.poll(() => menu.requests.length).toBe(before + 1);
      // `once` of node:events would reject if the check resets the connection.
      const gone = new Promise((resolve) => menu.requests.at(-1)!.socket.once('close', resolve));
      clock.advance(LIMITS.frameCheckMs);
      expect(await asked).toMatchObject({
        framable: false,
        reason: 'sign_timeout',
        detail: `menu.example:${port} did not answer in time.`,
      });
      await gone;
    },
  );

  test('a name server that never answers ends the check with sign_timeout', async () => {
    const clock = createManualClock();
    const check = createFrameCheck({
      clock,
      publicUrl: () => OWN,
      lookUpAll: () => new Promise(() => {}),
      ownPage: noOwnPage,
    });
    const asked = check('http://menu.example/', { allowedHosts: [], privatePages: 'ask' });
    clock.advance(LIMITS.frameCheckMs);
    expect(await asked).toMatchObject({ reason: 'sign_timeout' });
  });

  test('the check reads at most 2 MB, also of an endless page', async () => {
    const fingerprint = sha256(Buffer.alloc(LIMITS.frameCheckBytes, 'a'));
    for (const path of ['/large', '/endless'])
      expect(await ask(at(path))).toMatchObject({ framable: true, fingerprint });
  });

  test('the check never decompresses a page, so a gzip bomb takes no memory', async () => {
    const packed = gzipSync(Buffer.alloc(100 * 1024 * 1024));
    pages['/packed'] = page({ 'content-encoding': 'gzip' }, 200, packed);
    expect(await ask(at('/packed'))).toMatchObject({ framable: true, fingerprint: sha256(packed) });
    expect(menu.requests.at(-1)!.headers['accept-encoding']).toBe('identity');
  });

  test('the check reads as many headers as a browser does: 256 KiB', async () => {
    pages['/heads'] = page({ x: 'a'.repeat(40_000) });
    pages['/more-heads'] = page({ x: 'a'.repeat(300_000) });
    expect(await ask(at('/heads'))).toMatchObject({ framable: true });
    expect(await ask(at('/more-heads'))).toMatchObject({ framable: false, reason: 'url_load_failed' });
  });
});

/** URLs of the service's own network, in every notation that a URL allows. */
const INSIDE = [
  'http://127.0.0.2:PORT/',
  'http://2130706434:PORT/',
  'http://0x7f000002:PORT/',
  'http://0177.0.0.2:PORT/',
  'http://127.2:PORT/',
  'http://127.0.0.2.:PORT/',
  'http://[::1]:PORT/',
  'http://[::ffff:127.0.0.2]:PORT/',
  'http://[::ffff:7f00:2]:PORT/',
  'http://localhost:PORT/',
  'http://LOCALHOST.:PORT/',
  'http://a.localhost:PORT/',
  'http://0.0.0.0:PORT/',
  'http://0:PORT/',
  'http://[::]:PORT/',
  'http://10.0.0.4/',
  'http://192.168.0.1/',
  'http://100.64.0.1/',
  'http://169.254.169.254/latest/meta-data/',
  'http://[::ffff:169.254.169.254]/',
  'http://[fe80::1]/',
  'http://[fd00:ec2::254]/',
  'http://[64:ff9b::7f00:2]/',
  'http://metadata.google.internal/',
  'http://printer/',
  'http://trap.example:PORT/',
  'http://mixed.example:PORT/',
  'http://mapped.example:PORT/',
  'http://metadata.example/',
  'http://zero.example:PORT/',
  'http://private.example/',
];
const inside = (url: string): string => url.replace('PORT', String(port));

describe('A5: sign:frame_check never connects to a forbidden address', () => {
  test.each(INSIDE)('the check refuses %s as the page of a sign', async (url) => {
    const policy = { allowedHosts: [], privatePages: 'ask' } as const;
    const reply = await ask(inside(url), { policy });
    expect(reply).toMatchObject({ framable: false, httpStatus: null, reason: 'url_load_failed' });
  });

  test.each(INSIDE)('the check refuses %s as the target of a redirect', async (url) => {
    const policy = { allowedHosts: [], privatePages: 'ask' } as const;
    const ownPage = async () => ({ ...ANSWER, status: 307, location: inside(url) });
    const reply = await ask(`${OWN}/go`, { policy, ownPage });
    expect(reply).toMatchObject({ framable: false, httpStatus: null, reason: 'url_load_failed' });
    expect(reply.detail).toContain('leads to');
  });

  test.each([
    ['10.0.0.4', 'is at an address on a private network'],
    ['169.254.169.254', 'is at a link-local or cloud metadata address'],
    ['fe80::1', 'is at a link-local or cloud metadata address'],
    ['fd00:ec2::254', 'is at a link-local or cloud metadata address'],
    ['224.0.0.1', 'is at a multicast or reserved address'],
    ['127.0.0.2', "is at an address of the service's own machine"],
  ])('the refusal of a page whose host resolves to %s says that the host %s', async (address, kind) => {
    const names = () => ['93.184.216.34', address];
    const { detail } = await ask('http://page.example/', { names });
    expect(detail).toBe(`page.example ${kind}, where this service may not connect.`);
  });

  test.each([1, 2, 3, 4, 5])('the check refuses a forbidden address after %d allowed hosts', async (hops) => {
    pages['/hop'] = (response, request) => {
      const left = Number(request.url!.split('?')[1]);
      const host = left % 2 === 0 ? 'menu.example' : 'other.example';
      leads(left === 0 ? inside('http://trap.example:PORT/') : at(`/hop?${left - 1}`, host))(response, request);
    };
    const before = menu.requests.length;
    const reply = await ask(at(`/hop?${hops - 1}`));
    expect(reply).toMatchObject({ framable: false, httpStatus: null, reason: 'url_load_failed' });
    expect(reply.detail).toContain(
      `leads to trap.example:${port}, which is at an address of the service's own machine`,
    );
    expect(menu.requests.length - before).toBe(hops);
  });

  test.each(INSIDE.filter((url) => !/10\.0|192\.168|100\.64|private/.test(url)))(
    'the check refuses %s even if the organization names its host',
    async (url) => {
      const policy = { allowedHosts: ['*', new URL(inside(url)).hostname], privatePages: 'ask' } as const;
      expect(await ask(inside(url), { policy })).toMatchObject({ framable: false, httpStatus: null });
    },
  );

  test.each([
    'file:///etc/passwd',
    'ftp://menu.example/',
    'gopher://menu.example/',
    'data:text/html,x',
    'javascript:1',
    'http://user:secret@menu.example/',
    'http://user@menu.example/',
    '//user:secret@menu.example/',
    'http://',
    'http://[',
    'http://exa mple/',
  ])('a redirect to %s ends the check', async (location) => {
    pages['/odd-way'] = leads(location);
    const reply = await ask(at('/odd-way'));
    expect(reply).toMatchObject({ framable: false, reason: 'url_load_failed' });
    expect(reply.detail).toContain('leads to an address that is no web page');
  });

  test('the check stops at a redirect to a host that the organization does not allow', async () => {
    pages['/foreign'] = leads('http://trap.example/');
    const { ask: askOne, lookedUp } = makeCheck({ policy: { allowedHosts: NAMED } });
    const detail = `menu.example:${port} leads to trap.example, which this organization does not allow.`;
    expect(await askOne(at('/foreign'))).toMatchObject({ framable: false, reason: 'url_load_failed', detail });
    expect(lookedUp).toEqual(['menu.example']);
  });

  test('the check connects to the address that it approved, even if the name resolves to another address afterwards', async () => {
    let questions = 0;
    const names = () => ((questions += 1) === 1 ? [MENU] : [TRAP]);
    expect(await ask(at('/ok'), { names })).toMatchObject({ framable: true });
    expect(questions).toBe(1);
  });

  test('the check refuses a name if one of its addresses is forbidden', async () => {
    const allowed = fc.constantFrom('127.0.0.3', '8.8.8.8', '2606:4700::1');
    const refused = fc.constantFrom('169.254.169.254', '0.0.0.0', '::', 'fe80::1', '::ffff:169.254.1.1', '224.0.0.1');
    await fc.assert(
      fc.asyncProperty(fc.array(allowed), refused, fc.array(allowed), async (before, bad, after) => {
        const reply = await ask(at('/ok'), { names: () => [...before, bad, ...after] });
        expect(reply).toMatchObject({ framable: false, httpStatus: null, reason: 'url_load_failed' });
      }),
    );
  });
});
