import { once } from 'node:events';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import type { Places } from './row.ts';
import { PAGE_ROWS } from './rows.ts';

/** Serves the table of pages, byte by byte, on a loopback port. */
export interface PageTableServer {
  /** The URL of the row with that number. */
  url(row: number): string;
  /** Resolves once that row's page has been requested. */
  requested(row: number): Promise<void>;
  stop(): Promise<void>;
}

const HOST = '127.0.0.1';

/** A port that refuses connections; it was free a moment ago. */
async function closedPort(): Promise<number> {
  const server = createServer().listen(0, HOST);
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

export async function startPageTable(): Promise<PageTableServer> {
  const refusing = `http://${HOST}:${await closedPort()}/`;
  const sockets = new Set<Socket>();
  const requests = new Map<number, PromiseWithResolvers<void>>();
  const requestOf = (row: number): PromiseWithResolvers<void> => {
    const known = requests.get(row) ?? Promise.withResolvers<void>();
    requests.set(row, known);
    return known;
  };

  const places = (path: string): Places => ({ here: `${origin}${path}`, elsewhere: `${other}${path}`, refusing });

  function answer(socket: Socket, head: string): void {
    const [, path = '', row = '', rest = ''] = /^GET (\/row\/(\d+))([^ ?#]*)/.exec(head) ?? [];
    const found = PAGE_ROWS[Number(row)]?.answers[rest];
    requestOf(Number(row)).resolve();
    if (path === '' || found === undefined)
      return void socket.end('HTTP/1.1 404 Not Found\r\ncontent-length: 0\r\n\r\n');
    const { bytes, ending = 'close' } = found;
    const text = typeof bytes === 'string' ? bytes : bytes(places(path));
    if (ending === 'reset') return void socket.resetAndDestroy();
    if (ending === 'stay') return void socket.write(text, 'latin1');
    socket.end(text, 'latin1');
  }

  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => {}).on('close', () => sockets.delete(socket));
    let head = '';
    socket.on('data', (bytes) => {
      head += bytes.toString('latin1');
      if (!head.includes('\r\n\r\n')) return;
      const request = head;
      head = '';
      answer(socket, request);
    });
  });
  server.listen(0, HOST);
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const origin = `http://${HOST}:${port}`;
  const other = `http://localhost:${port}`;

  return {
    url: (row) => `${origin}/row/${row}`,
    requested: (row) => requestOf(row).promise,
    async stop() {
      server.close();
      for (const socket of sockets) socket.destroy();
      await once(server, 'close');
    },
  };
}
