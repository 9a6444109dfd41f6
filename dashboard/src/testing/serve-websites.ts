import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** The pages that signs are sent to. Any path below `url` is a good page, but for those that have a name here. */
export interface Websites {
  /** A page of that name: `page('bar')`. */
  page(name: string): string;
  /** Answers 503. */
  broken: string;
  /** From now on the page of that name answers 503, until `mend`. */
  breakPage(name: string): void;
  mend(name: string): void;
  /** Answers nothing until `release`: without that the sign gives up. */
  slow: string;
  /** Resolves once `slow` is asked for, from now on. */
  asked(): Promise<void>;
  /** How often a page of that name was loaded to be proved or shown. Checks whether it still answers don't count: a sign makes the first at a random time. */
  timesLoaded(name: string): number;
  /** Lets all that wait for `slow` have their page. */
  release(): void;
  /** Of a name that no name server knows. */
  unreachable: string;
  close(): Promise<void>;
}

/** In this header a virtual sign says why it asks for a page: `claim`, `show` or `check` (`simulator/src/pages/content-server.ts`). */
const PURPOSE_HEADER = 'x-simulator-purpose';

export async function openWebsites(): Promise<Websites> {
  const waiting = new Set<ServerResponse>();
  const loads = new Map<string, number>();
  const broken = new Set(['broken']);
  const answer = (response: ServerResponse, title: string): void =>
    void response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(`<h1>${title}</h1>`);
  const server = createServer((request, response) => {
    const path = new URL(request.url ?? '/', 'http://pages').pathname.slice(1);
    if (request.headers[PURPOSE_HEADER] !== 'check') loads.set(path, (loads.get(path) ?? 0) + 1);
    if (broken.has(path)) return void response.writeHead(503).end('closed today');
    if (path !== 'slow') return answer(response, path);
    waiting.add(response);
    response.on('close', () => waiting.delete(response));
    server.emit('asked');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    page: (name) => `${url}/${name}`,
    broken: `${url}/broken`,
    breakPage: (name) => void broken.add(name),
    mend: (name) => void broken.delete(name),
    slow: `${url}/slow`,
    asked: async () => void (await once(server, 'asked')),
    timesLoaded: (name) => loads.get(name) ?? 0,
    release() {
      for (const response of waiting) answer(response, 'slow');
    },
    unreachable: 'http://menu.nobody.invalid/bar',
    async close() {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}
