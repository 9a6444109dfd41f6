import { X509Certificate } from 'node:crypto';
import { once } from 'node:events';
import { chmod, mkdir, readFile, readdir, stat, writeFile } from 'node:fs/promises';
import { createServer, request, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { makeTemporaryFolder } from '@sign-display/embedded-postgres/testing/temporary-folder';
import { pino } from 'pino';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { issueLeaf, makeAuthority } from '../../adapters/issue-certificates.ts';
import { systemRandom } from '../../adapters/system-random.ts';
import { loadOrCreateAuthority } from './local-authority.ts';
import { openLocalHttps } from './renew-local-certificate.ts';
import { OWN_NETWORKS, type Interfaces } from './local-networks.ts';

/** The local authority and its certificates, on real TLS connections. Only the time and the network cards are the test's. */

const DAY_MS = 86_400_000;
const certificates = { makeAuthority, issueLeaf };

let folder: string;
beforeEach(async () => {
  const made = await makeTemporaryFolder();
  folder = made.path;
  onTestFinished(() => made.remove());
});

/** A clock that stands until it is moved; what was to be done by then is done. */
function makeClock(startMs = Date.now()) {
  let nowMs = startMs;
  const tasks = new Map<() => void, number>();
  let told = (): void => {};
  return {
    now: () => nowMs,
    monotonicMs: () => nowMs,
    after(delayMs: number, task: () => void) {
      tasks.set(task, nowMs + delayMs);
      told();
      return () => void tasks.delete(task);
    },
    /** Until somebody sets a task again, after `what`. */
    untilNext(what: () => void): Promise<void> {
      return new Promise((resolve) => {
        told = resolve;
        what();
      });
    },
    move(ms: number) {
      nowMs += ms;
      const due = Array.from(tasks).filter(([, atMs]) => atMs <= nowMs);
      for (const [task] of due) {
        tasks.delete(task);
        task();
      }
    },
  };
}

const card = (...addresses: string[]) =>
  addresses.map((address) => ({ address, family: address.includes(':') ? 'IPv6' : 'IPv4', internal: false }));

const open = (
  more: {
    host?: string;
    publicUrl?: string | null;
    clock?: ReturnType<typeof makeClock>;
    interfaces?: () => Interfaces;
    certificates?: typeof certificates;
  } = {},
) =>
  openLocalHttps({
    http: { host: more.host ?? '0.0.0.0', publicUrl: more.publicUrl ?? null },
    dataDirectory: folder,
    clock: more.clock ?? makeClock(),
    random: systemRandom,
    certificates: more.certificates ?? certificates,
    log: pino({ level: 'silent' }),
    machine: {
      interfaces: more.interfaces ?? (() => ({ wlan0: card('192.168.1.20'), eth0: card('10.4.0.9') })),
      hostname: () => 'Laptop',
    },
  });

async function serve(tls: { key: string; cert: string }): Promise<{ server: Server; port: number }> {
  const server = createServer(tls, (_, response) => response.end('here'));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  return { server, port: (server.address() as AddressInfo).port };
}

/** What a client that asks the server by this name is told, or why it turned away. Its connection goes to the test's server whatever the name. */
function ask(port: number, host: string, ca?: string): Promise<string> {
  return new Promise((resolve) => {
    const servername = /^[\d.]+$|:/.test(host) ? '' : host;
    const asked = request({ host: '127.0.0.1', port, servername, agent: false, ca, ...(ca && checked(host)) });
    asked.on('error', ({ code, message }: NodeJS.ErrnoException) =>
      resolve(code === undefined || code === 'UNSPECIFIED' ? message : code),
    );
    asked.on('response', (answer) => {
      answer.resume();
      resolve(String(answer.statusCode));
    });
    asked.end();
  });
}
/** The connection is checked against the name that the client meant, not against where the test sends it. */
const checked = (host: string) => ({
  checkServerIdentity(_: string, { raw }: { raw: Buffer }) {
    const certificate = new X509Certificate(raw);
    const fits = /^[\d.]+$|:/.test(host) ? certificate.checkIP(host) : certificate.checkHost(host);
    return fits === undefined
      ? Object.assign(new Error('another host'), { code: 'ERR_TLS_CERT_ALTNAME_INVALID' })
      : undefined;
  },
});

test('a client that trusts the authority is served at each address and name of the machine; one that does not, and another name, are not', async () => {
  const local = await open();
  const { port } = await serve(local.tls);
  expect(local.hosts()).toEqual(['192.168.1.20', '10.4.0.9', 'localhost', '127.0.0.1', '::1', 'laptop.local']);
  for (const host of local.hosts()) {
    expect([host, await ask(port, host, local.authority().cert)]).toEqual([host, '200']);
    expect([host, await ask(port, host)]).toEqual([host, 'UNABLE_TO_VERIFY_LEAF_SIGNATURE']);
  }
  expect(await ask(port, '192.168.1.21', local.authority().cert)).toBe('ERR_TLS_CERT_ALTNAME_INVALID');
});

test('the likeliest address is told first, PUBLIC_URL’s host before it, and HOST alone where it is one address', async () => {
  expect((await open()).likeliest()).toBe('192.168.1.20');
  expect((await open({ publicUrl: 'https://10.4.0.9:3000' })).likeliest()).toBe('10.4.0.9');
  expect((await open({ publicUrl: 'https://hall.lan/' })).hosts()).toContain('hall.lan');
  expect((await open({ host: '10.4.0.9' })).hosts()).not.toContain('192.168.1.20');
});

test('what nobody could reach, and what the public internet has, is refused in words', async () => {
  await expect(open({ interfaces: () => ({ eth0: card('203.0.113.7') }) })).rejects.toThrow(
    /no address on a local network/,
  );
  await expect(open({ publicUrl: 'https://signs.example.com' })).rejects.toThrow(/^PUBLIC_URL: signs.example.com/);
  await expect(open({ host: '203.0.113.7' })).rejects.toThrow(/^HOST: 203.0.113.7/);
});

test('an authority that is stolen vouches for no public name: clients that trust it turn away', async () => {
  const authority = (await open()).authority();
  const now = Date.now();
  const forged = await issueLeaf(authority, ['example.com', '203.0.113.7'], {
    fromMs: now - DAY_MS,
    untilMs: now + DAY_MS,
  });
  const { port } = await serve(forged);
  expect(await ask(port, 'example.com', authority.cert)).toBe('permitted subtree violation');
  expect(await ask(port, '203.0.113.7', authority.cert)).toBe('permitted subtree violation');
});

test('addresses that come later are served within seconds, and those that went are not', async () => {
  const clock = makeClock();
  let cards: Interfaces = { wlan0: card('192.168.1.20') };
  const local = await open({ clock, interfaces: () => cards });
  const { server, port } = await serve(local.tls);
  const changed = Promise.withResolvers<void>();
  const watch = local.watch({
    setSecureContext(context) {
      server.setSecureContext(context);
      changed.resolve();
    },
  });
  cards = { wlan0: card('192.168.178.5') };
  clock.move(10_000);
  await changed.promise;
  expect(await ask(port, '192.168.178.5', local.authority().cert)).toBe('200');
  expect(await ask(port, '192.168.1.20', local.authority().cert)).toBe('ERR_TLS_CERT_ALTNAME_INVALID');
  expect(local.likeliest()).toBe('192.168.178.5');
  watch.stop();
});

test('the certificate is made anew ten days before it ends, while the service runs', async () => {
  const clock = makeClock();
  const local = await open({ clock });
  const made: string[] = [];
  const watch = local.watch({ setSecureContext: ({ cert }) => made.push(String(cert)) });
  await clock.untilNext(() => clock.move(19 * DAY_MS));
  expect(made).toEqual([]);
  await clock.untilNext(() => clock.move(DAY_MS + 10_000));
  watch.stop();
  expect(new X509Certificate(made[0]!).validToDate.getTime()).toBeGreaterThan(clock.now() + 29 * DAY_MS);
});

const keep = (clock = makeClock()) => loadOrCreateAuthority(folder, { clock, random: systemRandom, certificates });

test('the authority stays the same over starts, its key readable by its owner alone', async () => {
  const first = await keep();
  const second = await keep();
  expect([first.isNew, second.isNew, second.cert]).toEqual([true, false, first.cert]);
  const names = (await readdir(join(folder, 'https'))).toSorted();
  expect(names).toEqual(['authority-1.pem', 'authority.crt']);
  expect((await stat(join(folder, 'https'))).mode & 0o777).toBe(0o700);
  expect((await stat(join(folder, 'https/authority-1.pem'))).mode & 0o777).toBe(0o600);
  expect(await readFile(second.path, 'utf8')).toBe(first.cert);
  expect(await readFile(second.path, 'utf8')).not.toContain('PRIVATE');
});

test('starts at once end with one authority', async () => {
  const all = await Promise.all(Array.from({ length: 6 }, () => keep()));
  expect(new Set(all.map(({ cert }) => cert)).size).toBe(1);
  expect((await readdir(join(folder, 'https'))).toSorted()).toEqual(['authority-1.pem', 'authority.crt']);
});

test('R1: the authority signs until its end; 45 days before, a successor is there beside it, and starts at once agree on it', async () => {
  const clock = makeClock();
  const first = await keep(clock);
  clock.move((730 - 46) * DAY_MS);
  expect(await keep(clock)).toMatchObject({ cert: first.cert, successor: null });
  clock.move(2 * DAY_MS);
  const all = await Promise.all([keep(clock), keep(clock), keep(clock)]);
  expect(new Set(all.map(({ cert }) => cert))).toEqual(new Set([first.cert]));
  expect(new Set(all.map(({ successor }) => successor?.cert)).size).toBe(1);
  const { successor, path } = all[0]!;
  expect(await readFile(path, 'utf8')).toBe(first.cert + successor!.cert);
  clock.move(44 * DAY_MS);
  expect(await keep(clock)).toMatchObject({ cert: successor!.cert, successor: null, isNew: false });
  expect(await readFile(path, 'utf8')).toBe(successor!.cert);
});

test('R1: who trusts the authority is served after a start in its last days, and who installed both is served after its end', async () => {
  const start = async (atMs: number) => {
    const local = await open({ clock: makeClock(atMs) });
    return { authority: local.authority(), port: (await serve(local.tls)).port };
  };
  const now = Date.now();
  const { authority: first } = await start(now - 690 * DAY_MS);
  const last = await start(now);
  const both = await readFile(last.authority.path, 'utf8');
  expect([await ask(last.port, 'localhost', first.cert), await ask(last.port, 'localhost', both)]).toEqual([
    '200',
    '200',
  ]);
});

test('R1: a service that runs over the end of its authority goes on by the successor, and none of its certificates outlives who signed it', async () => {
  const clock = makeClock();
  const local = await open({ clock });
  const first = local.authority();
  const made: X509Certificate[] = [new X509Certificate(local.tls.cert)];
  const watch = local.watch({ setSecureContext: ({ cert }) => made.push(new X509Certificate(String(cert))) });
  for (let day = 0; day < 740; day += 1) await clock.untilNext(() => clock.move(DAY_MS));
  await clock.untilNext(() => clock.move(10_000));
  watch.stop();
  const roots = [first.certificate, local.authority().certificate];
  expect(roots[1]!.fingerprint256).not.toBe(roots[0]!.fingerprint256);
  expect(made.at(-1)!.verify(roots[1]!.publicKey)).toBe(true);
  expect(made.at(-1)!.validToDate.getTime()).toBeGreaterThan(clock.now());
  for (const leaf of made) {
    const root = roots.find(({ publicKey }) => leaf.verify(publicKey))!;
    expect(leaf.validToDate.getTime()).toBeLessThanOrEqual(root.validToDate.getTime());
  }
});

test('R1: a certificate that could not be made for new addresses is made at the next look', async () => {
  const clock = makeClock();
  let cards: Interfaces = { wlan0: card('192.168.1.20') };
  let fails = 0;
  const failing: typeof certificates = {
    makeAuthority,
    issueLeaf: (...given) => (fails-- > 0 ? Promise.reject(new Error('no memory')) : issueLeaf(...given)),
  };
  const local = await open({ clock, interfaces: () => cards, certificates: failing });
  const { server, port } = await serve(local.tls);
  const watch = local.watch(server);
  cards = { wlan0: card('192.168.178.5') };
  fails = 1;
  await clock.untilNext(() => clock.move(10_000));
  expect(local.likeliest()).toBe('192.168.1.20');
  await clock.untilNext(() => clock.move(10_000));
  expect([local.likeliest(), await ask(port, '192.168.178.5', local.authority().cert)]).toEqual([
    '192.168.178.5',
    '200',
  ]);
  watch.stop();
});

test('a key that others may read, and one that is damaged or another’s, is refused with what to do', async () => {
  const { key } = await keep();
  const path = join(folder, 'https/authority-1.pem');
  await chmod(path, 0o640);
  await expect(keep()).rejects.toThrow(/other users of this machine can read it.*chmod 600/);
  await chmod(path, 0o600);
  for (const content of [
    '',
    key,
    `${key}${(await makeAuthority('x', OWN_NETWORKS, { fromMs: 0, untilMs: 1 })).cert}`,
  ]) {
    await writeFile(path, content);
    await expect(keep()).rejects.toThrow(/is damaged\. Restore it, or delete it/);
  }
});

test('a folder that is no folder is told by the system’s own word', async () => {
  await mkdir(join(folder, 'sub'));
  await writeFile(join(folder, 'sub/https'), '');
  await expect(
    loadOrCreateAuthority(join(folder, 'sub'), { clock: makeClock(), random: systemRandom, certificates }),
  ).rejects.toThrow(/EEXIST|ENOTDIR/);
});
