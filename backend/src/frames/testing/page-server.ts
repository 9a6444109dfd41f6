import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A web server on one loopback address; it counts its connections. */
export interface PageServer {
  port: number;
  connections: number;
  requests: IncomingMessage[];
  close(): Promise<void>;
}

export async function startPageServer(
  address: string,
  answer: (request: IncomingMessage, response: ServerResponse) => void,
  port = 0,
): Promise<PageServer> {
  const server = createServer((request, response) => {
    started.requests.push(request);
    answer(request, response);
  });
  const started: PageServer = {
    port: 0,
    connections: 0,
    requests: [],
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  server.on('connection', () => (started.connections += 1));
  await new Promise<void>((resolve) => server.listen(port, address, resolve));
  started.port = (server.address() as AddressInfo).port;
  return started;
}
