import { request } from 'node:http';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { buffer } from 'node:stream/consumers';
import { mkdir, readFile, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PAGES, type PageName } from '@sign-display/contracts/page-paths';
import { makeTemporaryFolder } from '@sign-display/embedded-postgres/testing/temporary-folder';
import { PROBLEM_CONTENT_TYPE } from '@sign-display/contracts/rest/problem';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { systemClock } from '../../adapters/system-clock.ts';
import { startListeningApp, type ListeningApp } from '../../process/testing/listening-app.ts';
import { findOrBuildPages } from '../../process/find-or-build-pages.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/create-test-database.ts';

/** The dashboard as browsers and others fetch it: raw requests to a node that listens (docs/pages.md). */

let database: TestDatabase;
let built: ReturnType<typeof findOrBuildPages>;
let folder: string;
let node: ListeningApp;
/** A script of the page. */
let script: string;
beforeAll(async () => {
  database = await createTestDatabase();
  built = findOrBuildPages({ clock: systemClock, log: pino({ level: 'silent' }) });
  folder = (await built.folder)!;
  node = await startListeningApp(database.db, { pages: built.folder });
  [script = ''] = (await readFile(join(folder, 'index.html'), 'utf8')).match(/\/assets\/[\w-]+\.js/) ?? [];
});
afterAll(async () => {
  await node.close();
  await built.stop();
  await database.drop();
});

interface Fetched {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  body: Buffer;
}

/** Asks with the path as it is written here: no client of ours would send some of them. */
function ask(path: string, headers: Record<string, string> = {}, method = 'GET', url = node.url): Promise<Fetched> {
  return new Promise((resolve, reject) => {
    const { hostname, port } = new URL(url);
    request({ hostname, port, path, method, headers }, (response) => {
      void buffer(response).then(
        (body) => resolve({ status: response.statusCode!, headers: response.headers, body }),
        reject,
      );
    })
      .on('error', reject)
      .end();
  });
}

const isProblem = ({ status, headers }: Fetched): boolean =>
  status === 404 && headers['content-type'] === PROBLEM_CONTENT_TYPE;

/** Each page's path as a mail has it. */
const addresses = (Object.keys(PAGES) as PageName[]).map((name) => PAGES[name].replace(/:\w+/g, 'x%20y'));

describe('the page', () => {
  test.each(addresses)('%s is answered with the dashboard, which a browser keeps only after asking', async (path) => {
    const html = await readFile(join(folder, 'index.html'));
    for (const one of [path, `${path}?next=%2Fclaim`, path === '/' ? path : `${path}/`]) {
      const page = await ask(one);
      expect(page.status).toBe(200);
      expect(page.headers).toMatchObject({ 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-cache' });
      expect(page.body.equals(html)).toBe(true);
    }
  });

  test.each([
    ['/events/%E0%A4%A', '/events/%25E0%25A4%25A'],
    ['/events/%zz?next=%2Fclaim', '/events/%25zz?next=%2Fclaim'],
    ['//elsewhere.example/%E0', '/elsewhere.example/%25E0'],
    ['/\\elsewhere.example/%E0', '/elsewhere.example/%25E0'],
  ])('who goes to %s, whose escapes mean nothing, is sent to the page of %s', async (path, to) => {
    const sent = await ask(path, { accept: 'text/html' });
    expect([sent.status, sent.headers['location']]).toEqual([302, to]);
    const page = await ask(to, { accept: 'text/html' });
    expect(page.headers['content-type']).toBe('text/html; charset=utf-8');
    const other = await ask(path, { accept: 'application/json' });
    expect([other.status, other.headers['content-type']]).toEqual([400, PROBLEM_CONTENT_TYPE]);
  });

  test('one that has not changed is not sent again, and HEAD has the headers alone', async () => {
    const { headers } = await ask('/');
    const again = await ask('/', { 'if-none-match': String(headers.etag) });
    expect([again.status, again.body.length]).toEqual([304, 0]);
    const head = await ask('/claim', {}, 'HEAD');
    expect([head.status, head.body.length, head.headers.etag]).toEqual([200, 0, headers.etag]);
    expect(head.headers['content-length']).toBe(headers['content-length']);
  });

  test('it loads from its own host alone, and nothing in it is inline', async () => {
    const { headers, body } = await ask('/sign-in');
    const policy = String(headers['content-security-policy']);
    expect(policy).toContain("default-src 'none'");
    expect(policy).not.toMatch(/unsafe|https?:|wss?:|\*/);
    const html = body.toString();
    expect(html).not.toMatch(/<style|\sstyle=|\son\w+=|<script>|javascript:/i);
    for (const [, address] of html.matchAll(/(?:src|href)="([^"]+)"/g)) {
      expect(address).toMatch(/^\/(assets\/|boot\.js$|manifest\.webmanifest$)/);
      expect((await ask(address!)).status).toBe(200);
    }
  });

  test('it has the headers of every answer, too', async () => {
    expect((await ask('/')).headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'cross-origin-opener-policy': 'same-origin',
    });
  });
});

describe('the sign in a browser tab', () => {
  test('details 100: /sign has its own page, and the browser revalidates it at each load', async () => {
    const html = await readFile(join(folder, 'sign.html'));
    for (const path of ['/sign', '/sign/', '/sign?x=1']) {
      const page = await ask(path);
      expect(page.status).toBe(200);
      expect(page.headers).toMatchObject({ 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-cache' });
      expect(page.body.equals(html)).toBe(true);
    }
    for (const [, address] of html.toString().matchAll(/(?:src|href)="([^"]+)"/g))
      expect((await ask(address!)).status).toBe(200);
  });

  test('details 100: only /sign may frame foreign pages and be framed by this service; the rest of its policy is the dashboard’s', async () => {
    const directives = async (path: string): Promise<string[]> =>
      String((await ask(path)).headers['content-security-policy']).split(';');
    const [sign, other] = [await directives('/sign'), await directives('/claim')];
    expect(sign).toContain('frame-src http: https:');
    expect(sign).toContain("frame-ancestors 'self'");
    const isOfFrames = (directive: string): boolean => directive.startsWith('frame-');
    expect(sign.filter((one) => !isOfFrames(one))).toEqual(other.filter((one) => !isOfFrames(one)));
    expect(other.filter(isOfFrames)).toEqual(["frame-src 'self'", "frame-ancestors 'none'"]);
  });
});

describe('assets', () => {
  test('a browser keeps one for a year without asking: its name says what is in it', async () => {
    const { status, headers } = await ask(script);
    expect(status).toBe(200);
    expect(headers).toMatchObject({
      'cache-control': 'public, max-age=31536000, immutable',
      'content-type': 'application/javascript; charset=utf-8',
    });
    const again = await ask(script, { 'if-none-match': String(headers.etag) });
    expect(again.status).toBe(304);
  });

  test.each([
    ['br, gzip', 'br'],
    ['gzip, deflate', 'gzip'],
    ['gzip;q=0.1, br;q=0', 'gzip'],
    ['identity', undefined],
    ['br;q=0, gzip;q=0', undefined],
    ['', undefined],
  ])('Accept-Encoding "%s" is answered with %s, from a file that was compressed before', async (accepted, encoding) => {
    const raw = await readFile(join(folder, script));
    const { headers, body } = await ask(script, { 'accept-encoding': accepted });
    expect(headers['content-encoding']).toBe(encoding);
    const unpacked = encoding === 'br' ? brotliDecompressSync(body) : encoding === 'gzip' ? gunzipSync(body) : body;
    expect(unpacked.equals(raw)).toBe(true);
    expect(String(headers.vary).toLowerCase()).toContain('accept-encoding');
    expect(headers['content-type']).toBe('application/javascript; charset=utf-8');
  });
});

describe('what is no page and no asset', () => {
  test.each([
    '/nowhere',
    '/events',
    '/events/1/2/3',
    '/index.html',
    '/assets',
    '/assets/',
    '/assets/none.js',
    '/assets/index.html',
    '/api/nowhere',
    '/api',
    '/favicon.ico',
    '/ui',
  ])('%s stays a problem with 404', async (path) => {
    expect(isProblem(await ask(path))).toBe(true);
  });

  test('the compressed forms have no address', async () => {
    for (const ending of ['.br', '.gz']) expect(isProblem(await ask(script + ending))).toBe(true);
  });

  test.each([
    '/assets/../index.html',
    '/assets/..%2findex.html',
    '/assets/..%2f..%2f..%2fpackage.json',
    '/assets/%2e%2e/%2e%2e/package.json',
    '/assets/..%5c..%5cpackage.json',
    '/assets//etc/passwd',
    '/assets/%2fetc%2fpasswd',
    '/assets/.%00./package.json',
    '/assets/%c0%ae%c0%ae/package.json',
    '/../package.json',
    '/assets/./../../package.json',
  ])('%s leads out of the folder, and gets nothing', async (path) => {
    const { status, body } = await ask(path);
    expect([400, 404]).toContain(status);
    expect(body.toString()).not.toMatch(/root:|workspaces|<html/);
  });

  /** What browsers send where a person opens an address. */
  const READING = { accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8' };

  test.each(['/claims', '/evnts/x', '/events', '/index.html', '/nowhere?next=%2F', '/events/1/2/3', '/apis'])(
    'K5: %s, opened in a browser, is answered with the page that says so, with 404 and the same policy',
    async (path) => {
      const page = await ask(path, READING);
      const claim = await ask('/claim', READING);
      expect(page.status).toBe(404);
      expect(page.headers['content-type']).toBe('text/html; charset=utf-8');
      expect(page.headers['content-security-policy']).toBe(claim.headers['content-security-policy']);
      expect(page.headers['cache-control']).toBe('no-cache');
      expect(page.body.equals(claim.body)).toBe(true);
      // Known by its ETag it would be 304, and so a page after all.
      expect((await ask(path, { ...READING, 'if-none-match': String(claim.headers.etag) })).status).toBe(404);
      const head = await ask(path, READING, 'HEAD');
      expect([head.status, head.body.length]).toEqual([404, 0]);
      expect(isProblem(await ask(path))).toBe(true);
    },
  );

  test.each(['/api/nowhere', '/api', '/api/', '/assets/none.js', '/assets/'])(
    'K5: %s stays a problem, also in a browser',
    async (path) => {
      expect(isProblem(await ask(path, READING))).toBe(true);
    },
  );

  test.each(['POST', 'PUT', 'DELETE'])('%s to a page is no route', async (method) => {
    expect((await ask('/claim', {}, method)).status).toBe(404);
  });
});

describe('a build that is not there', () => {
  async function startWith(pages: Promise<string | null>): Promise<string> {
    const other = await startListeningApp(database.db, { pages });
    onTestFinished(() => other.close());
    return other.url;
  }

  test('R1: where the pages could not be built, an address says so and what helps, and everything else works', async () => {
    const url = await startWith(Promise.resolve(null));
    const page = await ask('/claim', {}, 'GET', url);
    expect(page.status).toBe(503);
    expect(page.headers['retry-after']).toBe('30');
    expect(page.body.toString()).toContain('npm run build:pages');
    expect(isProblem(await ask(script, {}, 'GET', url))).toBe(true);
    expect((await ask('/health', {}, 'GET', url)).status).toBe(200);
  });

  test('R1: while they are being built, the API answers, and a page is answered when they are there', async () => {
    const { promise, resolve } = Promise.withResolvers<string | null>();
    const url = await startWith(promise);
    const page = ask('/', {}, 'GET', url);
    expect((await ask('/health', {}, 'GET', url)).status).toBe(200);
    resolve(folder);
    expect((await page).status).toBe(200);
  });
});

describe('two builds side by side', () => {
  /** A folder of builds of one small page each, all of one size and time. */
  async function makeBuilds() {
    const dist = await makeTemporaryFolder();
    onTestFinished(() => dist.remove());
    return async function add(name: string, asset: string): Promise<string> {
      const build = join(dist.path, name);
      await mkdir(join(build, 'assets'), { recursive: true });
      await writeFile(join(build, 'index.html'), `<script src="/assets/${asset}"></script>`);
      await utimes(join(build, 'index.html'), 0, 0);
      await writeFile(join(build, 'assets', asset), `// ${asset}`);
      return build;
    };
  }

  async function serve(build: string): Promise<string> {
    const other = await startListeningApp(database.db, { pages: Promise.resolve(build) });
    onTestFinished(() => other.close());
    return other.url;
  }

  test('R1: the page of another build has another ETag, even where size and time of the files are the same', async () => {
    const add = await makeBuilds();
    const older = await serve(await add('00aa', 'one-a.js'));
    const newer = await serve(await add('00bb', 'two-b.js'));
    const etag = String((await ask('/', {}, 'GET', older)).headers.etag);
    expect((await ask('/', { 'if-none-match': etag }, 'GET', older)).status).toBe(304);
    const page = await ask('/', { 'if-none-match': etag, 'if-modified-since': new Date().toUTCString() }, 'GET', newer);
    expect([page.status, page.body.toString()]).toEqual([200, '<script src="/assets/two-b.js"></script>']);
  });

  test('R1: a node serves the assets of the builds that lie beside its own, also of one that came after its start', async () => {
    const add = await makeBuilds();
    await add('00aa', 'one-a.js');
    const url = await serve(await add('00bb', 'two-b.js'));
    for (const asset of ['one-a.js', 'two-b.js'])
      expect((await ask(`/assets/${asset}`, {}, 'GET', url)).body.toString()).toBe(`// ${asset}`);
    expect((await ask('/assets/three-c.js', {}, 'GET', url)).status).toBe(404);
    await add('00cc', 'three-c.js');
    expect((await ask('/assets/three-c.js', {}, 'GET', url)).status).toBe(200);
  });

  test('R1: what is not whole yet is not served', async () => {
    const add = await makeBuilds();
    await add('making-x', 'half.js');
    const url = await serve(await add('00aa', 'one-a.js'));
    expect((await ask('/assets/half.js', {}, 'GET', url)).status).toBe(404);
  });
});
