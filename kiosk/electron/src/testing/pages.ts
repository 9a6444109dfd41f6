import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { HOSTILE_PAGES, SERVICE_WORKER, html } from './hostile-pages.ts';

/** Pages that are what a sign meets: good ones of a colour that is found again on the display, and hostile ones. */

const PAGES: Record<string, string> = {
  good: html(''),
  changing: html(''),
  blue: html('', '#1040a0'),
  /** Draws in animation frames alone, and nothing before the tenth. */
  frames:
    '<!doctype html><body style="margin:0"><script>let n=0;(function f(){if(++n===10)document.body.style.cssText="margin:0;height:100vh;background:linear-gradient(#a01080 90%,#fff 90%)";requestAnimationFrame(f)})()</script>',
  blank: '<!doctype html><title>blank</title>',
  ...HOSTILE_PAGES,
};
/** Has a square of 40 pixels in each corner, clockwise from the left above: red, green, blue, yellow. Its own rules are against being turned. */
PAGES['corners'] =
  `<!doctype html><title>corners</title><style>html,body{margin:0;height:100%;position:relative}html{transform:none!important}i{position:absolute;width:40px;height:40px}</style>${[
    'left:0;top:0;background:#d00000',
    'right:0;top:0;background:#009000',
    'right:0;bottom:0;background:#0000d0',
    'left:0;bottom:0;background:#d0c000',
  ]
    .map((style) => `<i style="${style}"></i>`)
    .join('')}`;
/** Load themselves anew, or go on to another page. */
PAGES['refresh'] = `<meta http-equiv="refresh" content="1">${html('')}`;
PAGES['onward'] = html('setTimeout(()=>{location.href="/blue"},2000)');
/** Leaves something on the machine; tells what it finds there. */
PAGES['keep'] = html('localStorage.mark="kept";document.cookie="mark=kept;max-age=9999"');
PAGES['recall'] = html('report("recalled "+localStorage.mark+" "+document.cookie)', '#1040a0');
/** Has a frame of the same server under its other name, which tells after some seconds that it is alive. */
PAGES['framed'] = html(
  'document.addEventListener("DOMContentLoaded",()=>{const f=document.createElement("iframe");f.src="http://127.0.0.1:"+location.port+"/inner";document.body.append(f)})',
);
PAGES['inner'] = html('setTimeout(()=>report("frame alive"),8000)');
/** How a page tells the test something. */
const REPORT = '<script>function report(what){navigator.sendBeacon("/report?"+encodeURIComponent(what))}</script>';

export interface TestPages {
  url(name: string): string;
  /** An address that refuses every connection. */
  refusing: string;
  /** Resolves with what a page reports, once one has. `times`: the last of so many such reports. */
  reported(wanted: (what: string) => boolean, times?: number): Promise<string>;
  /** Resolves once `name` has been asked for so many more times than now without being loaded. */
  checked(name: string, times: number): Promise<void>;
  /** From now on `name` is the page that `to` is. */
  change(name: string, to: string): void;
  /** From now on `name` is answered by an error page (`status`), or the connection is cut (`gone`); null: as before. */
  breakPage(name: string, how: 'status' | 'gone' | null): void;
  /** The pages that were asked for to be loaded, one by one since the start. A sign's check of an address is no load. */
  loads: string[];
  /** How often `name` was. */
  loadsOf(name: string): number;
  /** Resolves once `name` is loaded for so many more times than now. */
  loadedAgain(name: string, times: number): Promise<void>;
  stop(): Promise<void>;
}

export async function startPages(): Promise<TestPages> {
  const loads: string[] = [];
  const checks: string[] = [];
  const stands = new Map<string, string>();
  const reports: string[] = [];
  const broken = new Map<string, 'status' | 'gone'>();
  let waiting: (() => void)[] = [];
  const news = (): Promise<void> => new Promise((resolve) => waiting.push(resolve));
  const count = (list: string[], name: string): number => list.filter((one) => one === name).length;
  async function more(list: string[], name: string, times: number): Promise<void> {
    const wanted = count(list, name) + times;
    while (count(list, name) < wanted) await news();
  }
  const answer = (path: string, query: string, response: ServerResponse): void => {
    if (path === 'report') {
      reports.push(decodeURIComponent(query));
      for (const go of waiting.splice(0)) go();
      return void response.end();
    }
    if (broken.get(path) === 'gone') return void response.destroy();
    if (broken.get(path) === 'status') return void response.writeHead(500).end('<h1>Broken</h1>');
    if (path === 'hanging') return;
    if (path === 'missing') return void response.writeHead(404).end('<h1>No such page</h1>');
    if (path === 'to-file') return void response.writeHead(302, { location: 'file:///etc/passwd' }).end();
    if (path === 'password')
      return void response.writeHead(401, { 'www-authenticate': 'Basic realm="sign"' }).end('<h1>Password</h1>');
    if (path === 'worker.js')
      return void response.writeHead(200, { 'content-type': 'text/javascript' }).end(SERVICE_WORKER);
    if (path === 'file.bin')
      return void response
        .writeHead(200, { 'content-disposition': 'attachment', 'content-type': 'application/octet-stream' })
        .end('x');
    const page = PAGES[stands.get(path) ?? path];
    response.writeHead(page === undefined ? 404 : 200, { 'content-type': 'text/html; charset=utf-8' });
    response.end(page && REPORT + page);
  };
  const server = createServer((request, response) => {
    const [path = '', query = ''] = (request.url ?? '/').slice(1).split('?');
    // A check sends what a load of a page sends, and asks for no copy of a cache.
    const isPage = request.headers['sec-fetch-dest'] === 'document';
    const isCheck = request.headers['cache-control'] === 'no-cache';
    (isPage && !isCheck ? loads : checks).push(path);
    for (const go of waiting.splice(0)) go();
    answer(path, query, response);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const closed = createServer().listen(0, '127.0.0.1');
  await once(closed, 'listening');
  const { port: closedPort } = closed.address() as AddressInfo;
  closed.close();
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url: (name) => `${origin}/${name}`,
    refusing: `http://127.0.0.1:${closedPort}/`,
    loads,
    loadsOf: (name) => count(loads, name),
    loadedAgain: (name, times) => more(loads, name, times),
    checked: (name, times) => more(checks, name, times),
    change: (name, to) => void stands.set(name, to),
    breakPage(name, how) {
      if (how === null) broken.delete(name);
      else broken.set(name, how);
    },
    async reported(wanted, times = 1) {
      for (;;) {
        const found = reports.filter(wanted)[times - 1];
        if (found !== undefined) return found;
        await news();
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
