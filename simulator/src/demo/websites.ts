import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { htmlOf } from '../pages/page-appearance.ts';
import { HOSTS, posterOf, type DemoHost, type DemoSign } from './venue.ts';

/** The pages that the demo's signs show: two hosts, on one port of the loopback interface. */
export interface Websites {
  /** The address of a sign's page; null where it has none. */
  pageOf(sign: DemoSign): string | null;
  /** Whether every page of the host is there, or answers with HTTP 503. */
  setUp(host: DemoHost, isUp: boolean): void;
  /** Whether there is nothing in a sign's page. */
  setBlank(sign: DemoSign, isBlank: boolean): void;
  close(): Promise<void>;
}

const HTML = { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-cache' };
const keyOf = (host: DemoHost, path: string): string => `${HOSTS[host]}${path}`;

/** Starts them on a free port. */
export async function openWebsites(signs: readonly DemoSign[]): Promise<Websites> {
  const pages = new Map(
    signs.flatMap((sign): [string, DemoSign][] =>
      sign.path === null ? [] : [[keyOf(sign.host, encodeURI(sign.path)), sign]],
    ),
  );
  const down = new Set<string>();
  const blank = new Set<DemoSign>();

  function answer(response: ServerResponse, host: string, path: string): void {
    const sign = pages.get(host + path);
    if (down.has(host)) response.writeHead(503, HTML).end('<!doctype html><h1>Service Unavailable</h1>');
    else if (!sign) response.writeHead(404, HTML).end('<!doctype html><h1>Not found</h1>');
    else if (blank.has(sign)) response.writeHead(200, HTML).end('<!doctype html><title>Wand</title>');
    else response.writeHead(200, HTML).end(htmlOf({ ...posterOf(sign), mark: 'disc', isBlank: false }, sign.name));
  }

  const server = createServer((request, response) => {
    const [host = ''] = (request.headers.host ?? '').split(':');
    answer(response, host, request.url ?? '/');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;

  return {
    pageOf: ({ host, path }) => (path === null ? null : `http://${HOSTS[host]}:${port}${encodeURI(path)}`),
    setUp: (host, isUp) => void (isUp ? down.delete(HOSTS[host]) : down.add(HOSTS[host])),
    setBlank: (sign, isBlank) => void (isBlank ? blank.add(sign) : blank.delete(sign)),
    async close() {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}
