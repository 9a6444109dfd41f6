import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import { connect, createServer as createPlainServer, type AddressInfo, type Server as PlainServer } from 'node:net';
import type { Clock } from '@sign-display/contracts/clock-and-random';
import { PAGE_KINDS, type PageKind } from '../plan/scenario-terms.ts';
import { htmlOf, appearanceOfPath } from './page-appearance.ts';

/**
 * Why a kiosk asks for a page; it says so in a header. `claim`: to be claimed with it (promise C5 counts these), `show`: to put it on the screen of
 * a claimed sign, `check`: to see whether it answers.
 */
export type Purpose = 'claim' | 'show' | 'check';
export const PURPOSE_HEADER = 'x-simulator-purpose';

export interface ContentServer {
  /** The address of the page that kiosk `index` is given by `request`; it behaves as `page` says. */
  pageUrl(index: number, request: string, page: PageKind): string;
  /** How often that page was requested. Requests for pages that refuse or break TLS are not seen. */
  hits(index: number, request: string, purpose: Purpose): number;
  /** From now on that page has another content under the same address. */
  change(index: number, request: string): void;
  close(): Promise<void>;
}

const HOST = '127.0.0.1';
const HTML = { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-cache' };

/**
 * Starts the page servers on free loopback ports. `slowPageMs`: how long a slow page takes to answer. `untrusted`: a
 * certificate that no kiosk trusts, for the page over broken TLS.
 */
export async function startContentServer(
  clock: Clock,
  slowPageMs: number,
  untrusted: { key: string; cert: string },
): Promise<ContentServer> {
  const hits = new Map<string, number>();
  const editions = new Map<string, number>();

  const answers: Record<PageKind, (response: ServerResponse, path: string, edition: number) => void> = {
    good: goodPage,
    slow: (response, path, edition) => void clock.after(slowPageMs, () => goodPage(response, path, edition)),
    blank: (response) => response.writeHead(200, HTML).end('<!doctype html><title>blank</title>'),
    hanging: () => {},
    half_hanging: (response, path, edition) =>
      goodPage(response, path, edition, '<img src="/k/0/image/hanging" alt="never answers">'),
    not_found: (response) => response.writeHead(404, HTML).end('<!doctype html><h1>Not found</h1>'),
    server_error: (response) => response.writeHead(500, HTML).end('<!doctype html><h1>Something broke</h1>'),
    // Asked for over a port that answers: only a client that got past what should have stopped it comes here.
    refused: goodPage,
    tls_broken: goodPage,
  };

  function answer(request: IncomingMessage, response: ServerResponse): void {
    const path = request.url ?? '/';
    const [, , index, name, kind] = path.split('/');
    const page = PAGE_KINDS.find((known) => known === kind);
    if (!page) {
      response.writeHead(404, HTML).end();
      return;
    }
    const key = `${index}/${name}/${String(request.headers[PURPOSE_HEADER])}`;
    hits.set(key, (hits.get(key) ?? 0) + 1);
    const edition = editions.get(`${index}/${name}`) ?? 0;
    answers[page](response, path, edition);
  }

  const plain = createServer(answer);
  const secure = createSecureServer(untrusted, answer);
  const origin = `http://${HOST}:${await listen(plain)}`;
  const secureOrigin = `https://${HOST}:${await listen(secure)}`;
  const refusing = await holdClosedPort();
  const origins: Partial<Record<PageKind, string>> = {
    refused: `http://${HOST}:${refusing.port}`,
    tls_broken: secureOrigin,
  };

  return {
    pageUrl: (index, request, page) => `${origins[page] ?? origin}/k/${index}/${request}/${page}`,
    change(index, request) {
      const key = `${index}/${request}`;
      editions.set(key, (editions.get(key) ?? 0) + 1);
    },
    hits: (index, request, purpose) => hits.get(`${index}/${request}/${purpose}`) ?? 0,
    async close() {
      for (const server of [plain, secure]) server.closeAllConnections();
      await Promise.all([closed(plain), closed(secure), refusing.release()]);
    },
  };
}

function goodPage(response: ServerResponse, path: string, edition: number, more = ''): void {
  const body = htmlOf(appearanceOfPath(path, edition, false), path) + more;
  response.writeHead(200, { ...HTML, etag: `"${path}#${edition}"` }).end(body);
}

/**
 * A port that refuses for as long as it is held: it belongs to the client's end of an open connection, so nothing listens on it and
 * nobody else can be given it.
 */
async function holdClosedPort(): Promise<{ port: number; release(): Promise<void> }> {
  const holder = createPlainServer((socket) => socket.on('error', () => {}).resume());
  const holderPort = await listen(holder);
  const client = connect(holderPort, HOST);
  await new Promise<void>((resolve, reject) => client.once('connect', resolve).once('error', reject));
  return {
    port: client.localPort!,
    release() {
      client.destroy();
      return closed(holder);
    },
  };
}

function listen(server: Server | PlainServer): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, HOST, () => resolve((server.address() as AddressInfo).port));
  });
}

const closed = (server: PlainServer): Promise<void> => new Promise((resolve) => server.close(() => resolve()));
