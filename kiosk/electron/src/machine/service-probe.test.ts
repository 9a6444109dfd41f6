import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type RequestListener, type Server } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import { createServer as createSocketServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import type { Clock } from '@sign-display/kiosk-agent/ports';
import { probeName, probeService } from './service-probe.ts';

/** The deadline fires at once, so that a test of silence takes no time; else it never does. */
const clockThat = (fires: boolean): Clock => ({
  now: () => 0,
  monotonicMs: () => 0,
  after(_delayMs, task) {
    if (!fires) return () => {};
    const timer = setTimeout(task, 50);
    return () => clearTimeout(timer);
  },
});
const PATIENT = clockThat(false);

let servers: { close(): unknown }[] = [];
afterEach(() => {
  for (const server of servers) server.close();
  servers = [];
});

async function listening(server: Server, scheme = 'http'): Promise<string> {
  servers.push(server);
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return `${scheme}://localhost:${(server.address() as AddressInfo).port}`;
}
const answering = (status: number, body: string): Promise<string> =>
  listening(createServer((_request, response) => void response.writeHead(status).end(body)));

const LIVE = JSON.stringify({ status: 'live', uptimeSeconds: 12 });

describe('K8: who answers at the service’s address', () => {
  test('is ours where it says that it lives', async () => {
    expect(await probeService(await answering(200, LIVE), PATIENT)).toBe('ours');
  });

  test.each([
    ['a login page', 200, '<html>Welcome to the hotel</html>'],
    ['a redirect to one', 302, ''],
    ['another service', 404, '{"error":"not found"}'],
    ['another service that lives', 200, '{"status":"up"}'],
    ['something endless', 200, 'x'.repeat(100_000)],
  ])('is somebody else where it is %s', async (_, status, body) => {
    expect(await probeService(await answering(status, body), PATIENT)).toBe('other_service');
  });

  test('is somebody else where it speaks no HTTP, or no TLS', async () => {
    const server = createSocketServer((socket) => void socket.end('SSH-2.0-OpenSSH_9.2\r\n'));
    const origin = await listening(server as Server);
    expect(await probeService(origin, PATIENT)).toBe('other_service');
    const plain = await answering(200, LIVE);
    expect(await probeService(plain.replace('http:', 'https:'), PATIENT)).toBe('other_service');
  });

  test('is nobody where nothing listens, a proxy stands before nothing, or no answer ever comes', async () => {
    expect(await probeService('http://127.0.0.1:1', PATIENT)).toBe('no_answer');
    expect(await probeService(await answering(502, 'Bad Gateway'), PATIENT)).toBe('no_answer');
    const silent: RequestListener = () => {};
    const server = createServer(silent);
    expect(await probeService(await listening(server), clockThat(true))).toBe('no_answer');
    server.closeAllConnections();
  });

  test('is told by a certificate that nobody vouches for', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'sign-certificate-'));
    const [key, cert] = ['key.pem', 'cert.pem'].map((name) => join(folder, name)) as [string, string];
    const words = 'req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 -subj /CN=localhost';
    execFileSync('openssl', [...words.split(' '), '-keyout', key, '-out', cert], { stdio: 'ignore' });
    const files = { key: readFileSync(key), cert: readFileSync(cert) };
    rmSync(folder, { recursive: true });
    const server = createSecureServer(files, (_request, response) => void response.end(LIVE));
    expect(await probeService(await listening(server, 'https'), PATIENT)).toBe('certificate');
  });

  test('needs a name that is found', async () => {
    expect(await probeName('localhost', PATIENT)).toBe(true);
    expect(await probeName('no-such-host.invalid', PATIENT)).toBe(false);
  });
});
