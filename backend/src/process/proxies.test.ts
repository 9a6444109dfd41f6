import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { request } from 'node:https';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { setTimeout as pause } from 'node:timers/promises';
import { io } from 'socket.io-client';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { DASHBOARD_NAMESPACE } from '@sign-display/contracts/dashboard-events';
import { connectWireKiosk, type WireKiosk } from '../cluster/testing/socket-kiosk.ts';
import { findOutsideProgram } from '../testing/outside-programs.ts';
import { createTestDatabase, type TestDatabase } from '../testing/create-test-database.ts';
import { createRedisServer, findFreePort, redisProgram, type RedisServer } from '../testing/redis-server.ts';
import { makeTemporaryFolder } from '@sign-display/embedded-postgres/testing/temporary-folder';
import { createServiceProcesses, type ServiceProcess } from './testing/service-process.ts';

/** The files of docs/operations, in the real proxies, with two nodes of the service behind them. */

const OWNER = { email: 'owner@example.org', password: 'correct horse battery staple' };
const OPERATIONS = join(import.meta.dirname, '../../../docs/operations');
const nginx = findOutsideProgram('nginx', 'nginx-light');
const haproxy = findOutsideProgram('haproxy');

interface Place {
  folder: string;
  port: number;
  certificate: string;
  key: string;
  /** The ports of the two nodes. */
  nodes: readonly [number, number];
}

/** The file with its lines marked "yours" changed. Each must be there. */
async function adapt(file: string, changes: readonly [string, string][]): Promise<string> {
  let text = await readFile(join(OPERATIONS, file), 'utf8');
  for (const [from, to] of changes) {
    if (!text.includes(from)) throw new Error(`${file} has no "${from}"`);
    text = text.replace(from, to);
  }
  return text;
}

async function nginxCommand({ folder, port, certificate, key, nodes }: Place): Promise<[string, string[]]> {
  const site = await adapt('nginx.conf', [
    ['listen 443 ssl', `listen 127.0.0.1:${port} ssl`],
    ['/etc/ssl/signs.example.org.pem', certificate],
    ['/etc/ssl/signs.example.org.key', key],
    ['127.0.0.1:3000', `127.0.0.1:${nodes[0]}`],
    ['127.0.0.1:3001', `127.0.0.1:${nodes[1]}`],
  ]);
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((kind) => `${kind}_temp_path ${folder};`);
  const config = join(folder, 'nginx.conf');
  await writeFile(join(folder, 'site.conf'), site);
  await writeFile(
    config,
    `pid ${folder}/nginx.pid; worker_processes 1; events { worker_connections 256; }
     http { access_log off; ${temporary.join(' ')} include ${folder}/site.conf; }`,
  );
  return [nginx.path(), ['-p', folder, '-c', config, '-e', join(folder, 'error.log'), '-g', 'daemon off;']];
}

async function haproxyCommand({ folder, port, certificate, key, nodes }: Place): Promise<[string, string[]]> {
  const both = join(folder, 'both.pem');
  await writeFile(both, (await readFile(certificate, 'utf8')) + (await readFile(key, 'utf8')));
  const config = join(folder, 'haproxy.cfg');
  const text = await adapt('haproxy.cfg', [
    ['maxconn 25000', 'maxconn 200'],
    ['bind :443', `bind 127.0.0.1:${port}`],
    ['/etc/haproxy/signs.example.org.pem', both],
    ['127.0.0.1:3000', `127.0.0.1:${nodes[0]}`],
    ['127.0.0.1:3001', `127.0.0.1:${nodes[1]}`],
  ]);
  await writeFile(config, text);
  return [haproxy.path(), ['-db', '-f', config]];
}

const PROXIES = [
  { name: 'nginx', program: nginx, command: nginxCommand },
  { name: 'HAProxy', program: haproxy, command: haproxyCommand },
];

describe.skipIf(redisProgram.mayBeSkipped)(`two nodes; ${redisProgram.need}`, () => {
  let folder: Awaited<ReturnType<typeof makeTemporaryFolder>>;
  let database: TestDatabase;
  let redis: RedisServer;
  let certificate: string;
  let key: string;
  let nodes: readonly [ServiceProcess, ServiceProcess];
  let ports: readonly [number, number];
  let port: number;
  const services = createServiceProcesses();
  const kiosks: WireKiosk[] = [];

  beforeAll(async () => {
    folder = await makeTemporaryFolder();
    [certificate, key] = [join(folder.path, 'certificate.pem'), join(folder.path, 'key.pem')];
    const self = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', '-subj', '/CN=localhost'];
    await promisify(execFile)('openssl', [...self, '-keyout', key, '-out', certificate]);
    database = await createTestDatabase();
    redis = await createRedisServer();
    await redis.start();
  });
  beforeEach(async () => {
    port = await findFreePort();
    ports = [await findFreePort(), await findFreePort()];
    const start = (own: number) =>
      services.start({
        PORT: String(own),
        DATA_DIR: join(folder.path, `node-${own}`),
        DATABASE_URL: database.url,
        REDIS_URL: redis.url,
        AUTH_SECRET: 'one secret of all the nodes, long enough',
        BOOTSTRAP_EMAIL: OWNER.email,
        BOOTSTRAP_PASSWORD: OWNER.password,
        PUBLIC_URL: `https://localhost:${port}`,
        TRUST_PROXY: 'loopback',
        LOG_LEVEL: 'debug',
        ACK_TIMEOUT_MS: '60000',
        RATE_LIMIT_PER_MINUTE: '100000',
      });
    nodes = [start(ports[0]), start(ports[1])];
    await Promise.all(nodes.map((node) => node.ready()));
  });
  afterEach(async () => {
    for (const kiosk of kiosks.splice(0)) kiosk.cut();
    await services.end();
  });
  afterAll(async () => {
    await redis.remove();
    await database.drop();
    await folder.remove();
  });

  interface Answer {
    status: number;
    headers: Record<string, string | string[] | undefined>;
    body: string;
  }

  /** Asks the proxy as a browser would; the certificate is the test's own. */
  async function ask(method: string, path: string, headers: Record<string, string> = {}, body?: unknown) {
    const asked = request({
      host: '127.0.0.1',
      port,
      method,
      path,
      rejectUnauthorized: false,
      headers: { host: `localhost:${port}`, 'content-type': 'application/json', ...headers },
    });
    asked.end(body === undefined ? undefined : JSON.stringify(body));
    const [response] = await once(asked, 'response');
    let text = '';
    for await (const chunk of response) text += String(chunk);
    return { status: response.statusCode, headers: response.headers, body: text } as Answer;
  }

  async function startProxy(command: (place: Place) => Promise<[string, string[]]>, name: string): Promise<void> {
    const own = await makeTemporaryFolder();
    const [program, args] = await command({ folder: own.path, port, certificate, key, nodes: ports });
    const proxy = spawn(program, args, { stdio: ['ignore', 'ignore', 'pipe'] });
    let said = '';
    proxy.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()));
    const gone = once(proxy, 'exit');
    onTestFinished(async () => {
      proxy.kill('SIGTERM');
      await gone;
      await own.remove();
    });
    for (;;) {
      if (proxy.exitCode !== null) throw new Error(`${name} ended with ${proxy.exitCode}: ${said}`);
      const answer = await ask('GET', '/health/ready').catch(() => null);
      if (answer?.status === 200) return;
      await pause(20);
    }
  }

  async function connect(url: string): Promise<WireKiosk> {
    const kiosk = await connectWireKiosk(url, undefined, { rejectUnauthorized: false });
    if (typeof kiosk === 'string') throw new Error(`not let in: ${kiosk}`);
    kiosks.push(kiosk);
    return kiosk;
  }

  const origin = (): string => `https://localhost:${port}`;

  for (const { name, program, command } of PROXIES) {
    describe.skipIf(program.mayBeSkipped)(`behind ${name}; ${program.need}`, () => {
      it('the service has browsers and kiosks under its own name, with their addresses', async () => {
        await startProxy(command, name);
        const signIn = (from: string) =>
          ask('POST', '/api/auth/sign-in/email', { origin: from, 'x-forwarded-for': '203.0.113.9' }, OWNER);
        expect((await signIn('https://elsewhere.example')).status).toBe(403);
        const signedIn = await signIn(origin());
        expect(signedIn.status).toBe(200);
        const cookie = [signedIn.headers['set-cookie'] ?? []]
          .flat()
          .map((one) => one.split(';')[0]!)
          .join('; ');
        const me = await ask('GET', '/api/me', { cookie, origin: origin() });
        expect(JSON.parse(me.body)).toMatchObject({ user: { email: OWNER.email } });

        // The socket of a dashboard, by the same cookie.
        const options = { transports: ['websocket'], forceNew: true, reconnection: false, rejectUnauthorized: false };
        const dashboard = io(origin() + DASHBOARD_NAMESPACE, {
          ...options,
          extraHeaders: { cookie, origin: origin() },
        });
        onTestFinished(() => void dashboard.disconnect());
        await new Promise<void>((resolve, reject) => {
          dashboard.once('connect', resolve);
          dashboard.once('connect_error', reject);
        });

        const kiosk = await connect(origin());
        const acked = kiosk.next('heartbeat:ack');
        const metrics = { cpuLoad: 0.1, memUsedBytes: 1, memTotalBytes: 2, uptimeSeconds: 1 };
        kiosk.send('heartbeat', { seq: 7, status: 'unclaimed', mode: 'foreground', metrics, contentState: 'idle' });
        expect(await acked).toMatchObject({ seq: 7 });
        // Where it is, and not what it says: the proxy stands on this machine, and so does the kiosk.
        const connected = await Promise.race(nodes.map((node) => node.logged('kiosk connected')));
        expect(connected).toMatchObject({ signId: kiosk.signId, address: '127.0.0.1' });
      });

      it('R2: while a node drains, the other answers', async () => {
        await startProxy(command, name);
        const token = (await ask('POST', '/api/auth/sign-in/email', {}, OWNER)).headers['set-auth-token'] as string;
        const headers = { authorization: `Bearer ${token}` };
        const make = async (path: string, body: unknown) => JSON.parse((await ask('POST', path, headers, body)).body);
        const { id: organizationId } = await make('/api/organizations', { name: 'Opera' });
        const { id: eventId } = await make(`/api/organizations/${organizationId}/events`, {
          name: 'Ball',
          timeZone: 'UTC',
        });
        // A claim whose kiosk never answers keeps the first node draining: it waits some seconds for it.
        const first = `http://127.0.0.1:${ports[0]}`;
        const { signId, shortCode, next } = await connect(first);
        const asked = next('sign:apply_link');
        const claim = { organizationId, eventId, name: 'Foyer', location: 'Hall', url: 'https://example.com/' };
        const claiming = fetch(`${first}/api/signs/claim`, {
          method: 'POST',
          headers: { ...headers, 'content-type': 'application/json' },
          body: JSON.stringify({ ...claim, signId, shortCode }),
        }).catch(() => null);
        await asked;
        nodes[0].kill('SIGTERM');
        await nodes[0].logged('ending');
        const statuses: number[] = [];
        const drained = new AbortController();
        void nodes[0].exited.then(() => drained.abort());
        while (!drained.signal.aborted) statuses.push((await ask('GET', '/api/me', headers)).status);
        expect(statuses.length).toBeGreaterThan(10);
        expect(new Set(statuses)).toEqual(new Set([200]));
        await claiming;
        // Kiosks go to the other.
        await connect(origin());
      });
    });
  }
});
