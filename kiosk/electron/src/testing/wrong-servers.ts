import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';

/** What a sign may find where its service should be. Each ends with the test. */

async function originOf(server: Server, scheme: string): Promise<string> {
  await once(server.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(() => void server.close());
  return `${scheme}://localhost:${(server.address() as AddressInfo).port}`;
}

/** A login page, as a hotel's network has it. */
export const startLoginPage = (): Promise<string> =>
  originOf(
    createServer((_request, response) => void response.end('<html>Welcome to the hotel</html>')),
    'http',
  );

function selfSigned(): { key: Buffer; cert: Buffer } {
  const folder = mkdtempSync(join(tmpdir(), 'sign-display-certificate-'));
  const [key, certificate] = [join(folder, 'key.pem'), join(folder, 'certificate.pem')];
  const words =
    'req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 1 -subj /CN=localhost -addext subjectAltName=DNS:localhost';
  execFileSync('openssl', [...words.split(' '), '-keyout', key, '-out', certificate], { stdio: 'ignore' });
  const read = { key: readFileSync(key), cert: readFileSync(certificate) };
  rmSync(folder, { recursive: true });
  return read;
}

/** A service whose certificate nobody has signed but itself. */
export const startSelfSigned = (): Promise<string> => originOf(createSecureServer(selfSigned()), 'https');

/** The same that says of itself that it lives, as the service does, with the certificate (PEM) that vouches for it. */
export async function startHallService(): Promise<{ origin: string; certificate: string }> {
  const files = selfSigned();
  const server = createSecureServer(files, (_request, response) =>
    response.end(JSON.stringify({ status: 'live', uptimeSeconds: 1 })),
  );
  return { origin: await originOf(server, 'https'), certificate: files.cert.toString() };
}

/** Nothing: the port was free a moment ago. */
export async function nobody(): Promise<string> {
  const server = createServer();
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  return `http://localhost:${port}`;
}
