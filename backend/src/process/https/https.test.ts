import { X509Certificate, createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdir, readFile, stat, writeFile } from 'node:fs/promises';
import { request as requestPlain, createServer, type IncomingMessage } from 'node:http';
import { Agent, request as requestSecure } from 'node:https';
import { connect as connectTcp, type AddressInfo } from 'node:net';
import { networkInterfaces } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { DASHBOARD_NAMESPACE } from '@sign-display/contracts/dashboard-events';
import { makeTemporaryFolder } from '@sign-display/embedded-postgres/testing/temporary-folder';
import { io } from 'socket.io-client';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { issueLeaf, makeAuthority } from '../../adapters/issue-certificates.ts';
import { systemRandom } from '../../adapters/system-random.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/create-test-database.ts';
import { createServiceProcesses, ownerPrintedIn, type ServiceProcess } from '../testing/service-process.ts';
import { loadOrCreateAuthority } from './local-authority.ts';
import { lanAddresses } from './local-networks.ts';

/** `npm start -- --https` as people run it: a process, its addresses, and what it hands out. */

const services = createServiceProcesses();
let database: TestDatabase;
let folder: { path: string; remove(): Promise<void> };
beforeAll(async () => {
  database = await createTestDatabase();
  folder = await makeTemporaryFolder();
});
afterAll(async () => {
  await services.end();
  await database.drop();
  await folder.remove();
});

const environment = (more: Record<string, string> = {}) => ({
  DATA_DIR: join(folder.path, 'data'),
  DATABASE_URL: database.url,
  // Several nodes run on this database, one of them with another data folder.
  AUTH_SECRET: 'one secret for all nodes of this database',
  HTTP_PORT: '0',
  ...more,
});
const start = (more: Record<string, string> = {}, args = ['--https']) => services.start(environment(more), { args });

interface Ready {
  url: string;
  helpUrl: string;
  authority: string;
  fingerprint: string;
}
const readyOf = async (service: ServiceProcess) => (await service.logged('ready')) as unknown as Ready;

type Asked = { status: number; headers: IncomingMessage['headers']; body: Buffer };
/** `Connection: close`, each on a connection of its own. */
async function ask(
  url: string,
  options: { ca?: string; method?: string; headers?: Record<string, string>; body?: string } = {},
): Promise<Asked> {
  const { ca, body, ...rest } = options;
  const asked = url.startsWith('https:')
    ? requestSecure(url, { ...rest, agent: new Agent({ ca }) })
    : requestPlain(url, { ...rest, agent: false });
  asked.end(body);
  const [answer] = (await once(asked, 'response')) as [IncomingMessage];
  return { status: answer.statusCode!, headers: answer.headers, body: await buffer(answer) };
}

describe('a service that was started with --https', () => {
  let ready: Ready;
  let service: ServiceProcess;
  let ca: string;
  beforeAll(async () => {
    service = start({ HOST: 'localhost' });
    ready = await readyOf(service);
    ca = await readFile(ready.authority, 'utf8');
  });

  test('R1: serves https to who trusts its authority, and to nobody else', async () => {
    expect(ready.url).toMatch(/^https:\/\/localhost:\d+$/);
    expect((await ask(`${ready.url}/health/live`, { ca })).status).toBe(200);
    await expect(ask(`${ready.url}/health/live`)).rejects.toMatchObject({ code: 'UNABLE_TO_VERIFY_LEAF_SIGNATURE' });
  });

  test('A5: a session’s cookie is Secure and bound to the host, and no browser is told to stay with https', async () => {
    const { headers, status } = await ask(`${ready.url}/api/auth/sign-in/email`, {
      ca,
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: ready.url },
      body: JSON.stringify(ownerPrintedIn(service)),
    });
    expect(status).toBe(200);
    expect(String(headers['set-cookie'])).toMatch(/^__Host-[^;]*;.*Secure/);
    expect(headers['strict-transport-security']).toBeUndefined();
  });

  test('R1: the socket is there over wss, for who trusts the authority', async () => {
    const connect = (more: object): Promise<string> => {
      const socket = io(ready.url + DASHBOARD_NAMESPACE, { transports: ['websocket'], reconnection: false, ...more });
      onTestFinished(() => void socket.close());
      // Without a session it is refused, which the service alone can say.
      return new Promise((resolve) => {
        socket.on('connect_error', (error: Error & { data?: { code?: string } }) =>
          resolve(error.data?.code ?? error.message),
        );
      });
    };
    expect(await connect({ ca })).toBe('unauthenticated');
    expect(await connect({})).toBe('websocket error');
  });

  test('R1: a request by plain http at the port of https is led to https, path, method and body kept', async () => {
    const plain = ready.url.replace('https:', 'http:');
    for (const method of ['GET', 'HEAD', 'POST']) {
      const { status, headers } = await ask(`${plain}/claim?code=4QB50C`, { method });
      expect([status, headers.location, headers.connection]).toEqual([307, `${ready.url}/claim?code=4QB50C`, 'close']);
      expect(headers['strict-transport-security']).toBeUndefined();
    }
  });

  test('R1: what is neither TLS nor http at the port of https is ended, and so is who leaves without a word', async () => {
    const { hostname, port } = new URL(ready.url);
    for (const bytes of ['\u0000\u0001garbage\r\n\r\n', '\u0016\u0003garbage', null]) {
      const socket = connectTcp({ host: hostname, port: Number(port) });
      await once(socket, 'connect');
      if (bytes === null) socket.end();
      else socket.write(bytes, 'latin1');
      socket.resume().on('error', () => undefined);
      await once(socket, 'close');
    }
    expect((await ask(`${ready.url}/health/live`, { ca })).status).toBe(200);
  });

  test('A5: the plain port gives the certificate in both forms, and says the fingerprint that the terminal shows', async () => {
    const certificate = await ask(`${ready.helpUrl}/authority.crt`);
    expect(certificate.headers['content-type']).toBe('application/x-x509-ca-cert');
    const parsed = new X509Certificate(certificate.body);
    expect([parsed.ca, parsed.fingerprint256]).toEqual([true, ready.fingerprint]);
    expect(service.stderr).toContain(`fingerprint  ${ready.fingerprint}`);
    expect(service.stderr).toContain(`On a phone, open ${ready.helpUrl} `);
    const apple = await ask(`${ready.helpUrl}/authority.mobileconfig`);
    expect(apple.headers['content-type']).toBe('application/x-apple-aspen-config');
    expect(apple.body.toString()).toContain('com.apple.security.root');
    expect(apple.body.toString()).toContain(certificate.body.toString('base64'));
    expect(apple.body.toString()).not.toContain('PRIVATE');
  });

  test.each([
    ['de-AT,de;q=0.9,en;q=0.8', 'de', 'Profil laden'],
    ['fr,en-GB;q=0.8', 'en', 'Download the profile'],
    ['', 'en', 'Download the profile'],
  ])(
    'the page with the steps, asked for in “%s”, is in %s, and its policy allows its own style alone',
    async (languages, language, words) => {
      const { status, body, headers } = await ask(`${ready.helpUrl}/`, { headers: { 'accept-language': languages } });
      const page = body.toString();
      expect([status, headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
      expect(page).toContain(`<html lang="${language}">`);
      expect(page).toContain(words);
      expect(page).toContain(ready.fingerprint);
      expect(page).toContain(`href="${ready.url}/claim"`);
      const style = /<style>(.*?)<\/style>/s.exec(page)![1]!;
      const hash = createHash('sha256').update(style).digest('base64');
      expect(headers['content-security-policy']).toBe(
        `default-src 'none';style-src 'sha256-${hash}';base-uri 'none';form-action 'none';frame-ancestors 'none'`,
      );
      expect(page).not.toMatch(/<script| style=|https?:\/\/(?!localhost)/);
    },
  );

  test('everything else on the plain port leads to https, at the host that was asked, and never to a stranger’s', async () => {
    const { port } = new URL(ready.url);
    const go = async (path: string, host?: string, method = 'GET') => {
      const { status, headers } = await ask(ready.helpUrl + path, { method, ...(host && { headers: { host } }) });
      return [status, headers.location];
    };
    expect(await go('/claim?code=4QB50C')).toEqual([307, `https://localhost:${port}/claim?code=4QB50C`]);
    expect(await go('/claim', '127.0.0.1:80')).toEqual([307, `https://127.0.0.1:${port}/claim`]);
    expect(await go('/claim', 'evil.example')).toEqual([307, `https://localhost:${port}/claim`]);
    expect(await go('//evil.example/', 'evil example')).toEqual([307, `https://localhost:${port}//evil.example/`]);
    expect(await go('/api/auth/sign-in/email', undefined, 'POST')).toEqual([
      307,
      `https://localhost:${port}/api/auth/sign-in/email`,
    ]);
  });

  test('R5: a connection on which nothing was asked keeps no service that is told to end', async () => {
    const idle = requestSecure(`${ready.url}/health/live`, { ca, agent: new Agent({ ca, keepAlive: true }) });
    idle.flushHeaders();
    idle.on('error', () => {});
    const [answer] = (await once(idle, 'response')) as [IncomingMessage];
    await buffer(answer);
    const unused = requestSecure(`${ready.url}/health/live`, { ca, agent: new Agent({ ca }) });
    unused.on('error', () => {});
    const [socket] = (await once(unused, 'socket')) as [import('node:tls').TLSSocket];
    await once(socket, 'secureConnect');
    service.kill('SIGTERM');
    expect(await service.exited).toEqual({ code: 0, signal: null });
  });
});

describe('in the last days of its authority', () => {
  test('A5: the authority goes on signing, and page, profile, terminal and log hand out the next one beside it', async () => {
    const dataDirectory = join(folder.path, 'last-days');
    await mkdir(dataDirectory);
    await writeFile(join(dataDirectory, 'sign-display-service.txt'), '');
    const startedMs = Date.now() - 700 * 86_400_000;
    const clock = { now: () => startedMs };
    const certificates = { makeAuthority, issueLeaf };
    const first = await loadOrCreateAuthority(dataDirectory, { clock, random: systemRandom, certificates });
    const service = start({ HOST: 'localhost', DATA_DIR: dataDirectory });
    const { url, helpUrl, fingerprint } = await readyOf(service);
    expect((await ask(`${url}/health/live`, { ca: first.cert })).status).toBe(200);
    const [now, next] = await Promise.all(
      ['/authority.crt', '/authority-next.crt'].map(
        async (path) => new X509Certificate((await ask(helpUrl + path)).body),
      ),
    );
    expect(now!.fingerprint256).toBe(fingerprint);
    expect(now!.raw).toEqual(first.certificate.raw);
    expect(next!.validToDate.getTime()).toBeGreaterThan(first.certificate.validToDate.getTime());
    const page = (await ask(`${helpUrl}/`)).body.toString();
    const day = first.certificate.validToDate.toISOString().slice(0, 10);
    for (const words of [`expires on ${day}`, now!.fingerprint256, next!.fingerprint256, 'href="/authority-next.crt"'])
      expect(page).toContain(words);
    const profile = (await ask(`${helpUrl}/authority.mobileconfig`)).body.toString();
    for (const { raw } of [now!, next!]) expect(profile).toContain(raw.toString('base64'));
    expect(service.stderr).toContain(`This certificate expires on ${day}.`);
    expect(service.stderr).toContain(next!.fingerprint256);
    const warned = await service.logged(
      'the local certificate authority expires soon: install the next certificate on each phone from the same page, and copy the new file to each kiosk (docs/operations/https.md)',
    );
    expect(warned).toMatchObject({ endsAt: first.certificate.validToDate.toISOString() });
  });
});

describe('where --https can’t be', () => {
  let wrong: ServiceProcess;
  const said = async (): Promise<[number | null, string]> => [(await wrong.exited).code, wrong.stderr];

  test('R1: a plain port that is taken is told with the setting that changes it', async () => {
    const other = createServer();
    other.listen(0, '127.0.0.1');
    await once(other, 'listening');
    onTestFinished(() => void other.close());
    const { port } = other.address() as AddressInfo;
    wrong = start({ HOST: '127.0.0.1', HTTP_PORT: String(port) });
    expect(await said()).toEqual([2, expect.stringMatching(`127.0.0.1:${port} is in use.*set HTTP_PORT`)]);
  });

  test.each([
    [{ PUBLIC_URL: 'http://localhost:3000' }, /PUBLIC_URL: expected an https address, because HTTPS is set/],
    [{ PUBLIC_URL: 'https://signs.example.com' }, /PUBLIC_URL: signs\.example\.com is not on a local network.*proxy/],
  ])('R1: %o is refused in words, with exit code 2', async (settings, words) => {
    wrong = start({ HOST: '127.0.0.1', ...settings });
    expect(await said()).toEqual([2, expect.stringMatching(words)]);
  });

  test('R1: an argument that is none is named', async () => {
    wrong = start({}, ['--https', '--htps']);
    expect(await said()).toEqual([2, expect.stringContaining('--htps')]);
  });
});

describe('on all of a machine’s addresses', () => {
  const addresses = lanAddresses(networkInterfaces()).filter((address) => !address.includes(':'));
  test.runIf(addresses.length > 0)(
    'R1: each is served by https to who trusts the authority, PUBLIC_URL chooses the one that is told, and another start has the same authority',
    async () => {
      const service = start({ PUBLIC_URL: `https://${addresses.at(-1)}:4433` });
      const { url, authority } = await readyOf(service);
      const { port } = new URL(url);
      const ca = await readFile(authority, 'utf8');
      for (const address of [...addresses, '127.0.0.1', 'localhost'])
        expect((await ask(`https://${address}:${port}/health/live`, { ca })).status).toBe(200);
      expect(service.stderr).toContain(`Sign in at https://${addresses.at(-1)}:4433`);
      expect((await stat(join(folder.path, 'data/https/authority-1.pem'))).mode & 0o777).toBe(0o600);
      const again = start({ HTTPS: 'true', HOST: '127.0.0.1' }, []);
      expect((await ask(`${(await readyOf(again)).url}/health/live`, { ca })).status).toBe(200);
    },
  );
});
