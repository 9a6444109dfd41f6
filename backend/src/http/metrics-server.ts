import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { isLoopbackHost } from '@sign-display/contracts/loopback-hosts';
import type { Registry } from 'prom-client';
import { httpUrl } from '../urls/build-server-url.ts';

/** A Host header without its port. */
const hostOf = (header = ''): string => header.replace(/:\d{1,5}$/, '');

/**
 * Serves `/metrics` as Prometheus text on a port of its own, on the loopback interface only (contract, section 6): `host` is `127.0.0.1` or `::1`.
 * Who asks by another name than the machine's own is refused (421): it may be a page in a browser here, whose name was made to lead to this
 * address. Rejects with the system's error where the port is taken.
 */
export async function startMetricsServer(
  registry: Registry,
  { host, port }: { host: '127.0.0.1' | '::1'; port: number },
): Promise<{ url: string; close(): Promise<void> }> {
  const server = createServer((request, response) => {
    if (!isLoopbackHost(hostOf(request.headers.host))) {
      const text = 'Only asked by localhost, 127.0.0.1 or [::1] in the Host header.\n';
      response.writeHead(421, { 'content-type': 'text/plain' }).end(text);
      return;
    }
    if (request.method !== 'GET' || request.url?.split('?')[0] !== '/metrics') {
      response.writeHead(404, { 'content-type': 'text/plain' }).end('Only GET /metrics is here.\n');
      return;
    }
    registry.metrics().then(
      (text) => response.writeHead(200, { 'content-type': registry.contentType }).end(text),
      () => response.writeHead(500).end(),
    );
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });
  const { port: taken } = server.address() as AddressInfo;
  return {
    url: `${httpUrl(host, taken)}/metrics`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
