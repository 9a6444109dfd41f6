import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Test pages of other origins for a sign in a tab: good, broken and hostile pages. */
export interface ForeignPages {
  /** The `Cookie` header of each request so far, empty where there was none. */
  cookies(): string[];
  /** The user agent and the languages of each request for the page so far. */
  browsers(name: string): { userAgent: string; languages: string }[];
  url(name: string): string;
  /** The same server under another host name, so another origin. */
  elsewhere(name: string): string;
  /** From now on answers requests for `held`, which the page `with-held` needs to be loaded. */
  letGo(): void;
  /** A URL that refuses every connection. */
  refusing: string;
  /** All reports so far that begin with `what`. */
  reports(what: string): string[];
  /** Resolves with the report number `count` that begins with `what`, from 1. */
  reported(what: string, count?: number): Promise<string>;
  stop(): Promise<void>;
}

const SLOW_MS = 1_500;
/** Sends a report from a page to the test. */
const REPORT = `const report = (what) => navigator.sendBeacon('/report?' + encodeURIComponent(what));
const outcome = async (call) => { try { return String(await call()) } catch (error) { return error.name } };`;
const html = (script: string, colour: string): string =>
  `<!doctype html><title>page</title><style>html{height:100%;background:${colour}}</style><h1>A page</h1><script>${REPORT}${script}</script>`;

/** Each page runs its attack at load, and again later when it is on screen. */
const twice = (script: string): string =>
  html(`const go = async () => {${script}}; go(); setTimeout(go, 3000);`, '#6a1010');

const PAGES: Record<string, string> = {
  good: html('', '#10a040'),
  blue: html('', '#1040a0'),
  blank: '<!doctype html><title>blank</title>',
  clicks: html(
    `addEventListener('click', ({ clientX, clientY }) => report('click: ' + Math.round(clientX) + ',' + Math.round(clientY) + ' of ' + innerWidth + ', ' + innerHeight));`,
    '#404040',
  ),
  'with-held': '<!doctype html><title>held</title><h1>A page</h1><img src="/held">',
  top: twice(`report('top: ' + [
    await outcome(() => { top.location.href = location.origin + '/blue' }),
    await outcome(() => { parent.location.replace(location.origin + '/blue') }),
    await outcome(() => parent.document.title),
  ].join());
  const link = document.body.appendChild(document.createElement('a'));
  Object.assign(link, { href: '/blue', target: '_top' }).click();`),
  windows: twice(`const link = document.body.appendChild(document.createElement('a'));
  Object.assign(link, { href: '/blue', target: '_blank' }).click();
  report('windows: ' + await outcome(() => open('/blue')));`),
  dialogs: twice(
    `report('dialogs: ' + [await outcome(() => alert(1)), await outcome(() => confirm(2)), await outcome(() => prompt(3))].join())`,
  ),
  storage: twice(`report('storage: ' + [
    await outcome(() => localStorage.length),
    await outcome(() => document.cookie),
    await outcome(() => new Promise((done, failed) => { const open = indexedDB.open('sign-display-sign'); open.onsuccess = () => done('opened'); open.onerror = () => failed(open.error) })),
    await outcome(() => navigator.locks.query()),
    window.origin,
  ].join())`),
  /** Sends the sign every message that it might act on. */
  messages:
    twice(`for (const message of ['load', 1, { id: 1 }, { kind: 'is here' }, { type: 'page_failed' }]) parent.postMessage(message, '*');
  report('messages: sent');`),
};

export async function startForeignPages(): Promise<ForeignPages> {
  const reports: string[] = [];
  const cookies: string[] = [];
  const browsers: { name: string; userAgent: string; languages: string }[] = [];
  let waiting: (() => void)[] = [];
  let held: ServerResponse[] | null = [];

  const reportsOf = (what: string): string[] => reports.filter((one) => one.startsWith(what));

  function answer(path: string, response: ServerResponse): void {
    if (path === 'hanging') return;
    if (path === 'redirects') return void response.writeHead(302, { location: elsewhere('blue') }).end();
    if (path === 'redirects-held') return void response.writeHead(302, { location: elsewhere('with-held') }).end();
    if (path === 'held') return void (held === null ? response.writeHead(204).end() : held.push(response));
    if (path === 'redirects-inside') return void response.writeHead(302, { location: 'http://10.11.12.13/' }).end();
    if (path === 'broken') return void response.writeHead(500).end('<h1>Broken</h1>');
    if (path === 'slow') return void setTimeout(() => answer('good', response), SLOW_MS);
    const page = PAGES[path === 'refuses' || path === 'refuses-by-policy' ? 'good' : path];
    response.writeHead(page === undefined ? 404 : 200, {
      'content-type': 'text/html; charset=utf-8',
      ...(path === 'refuses' && { 'x-frame-options': 'DENY' }),
      ...(path === 'refuses-by-policy' && { 'content-security-policy': "frame-ancestors 'none'" }),
    });
    response.end(page ?? '<h1>No such page</h1>');
  }
  const server = createServer((request, response) => {
    const [path = '', query = ''] = (request.url ?? '/').slice(1).split('?');
    if (path !== 'report') cookies.push(request.headers.cookie ?? '');
    const { 'user-agent': userAgent = '', 'accept-language': languages = '' } = request.headers;
    browsers.push({ name: path, userAgent, languages });
    if (path !== 'report') return answer(path, response);
    reports.push(decodeURIComponent(query));
    for (const go of waiting.splice(0)) go();
    response.end();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const closed = createServer().listen(0, '127.0.0.1');
  await once(closed, 'listening');
  const refusing = `http://127.0.0.1:${(closed.address() as AddressInfo).port}/`;
  closed.close();
  const elsewhere = (name: string): string => `http://localhost:${port}/${name}`;

  return {
    url: (name) => `http://127.0.0.1:${port}/${name}`,
    elsewhere,
    refusing,
    letGo() {
      for (const response of held ?? []) response.writeHead(204).end();
      held = null;
    },
    cookies: () => [...cookies],
    browsers: (name) => browsers.filter((one) => one.name === name).map(({ name: _, ...browser }) => browser),
    reports: reportsOf,
    async reported(what, count = 1) {
      for (;;) {
        const found = reportsOf(what)[count - 1];
        if (found !== undefined) return found;
        await new Promise<void>((resolve) => waiting.push(resolve));
      }
    },
    async stop() {
      waiting = [];
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
