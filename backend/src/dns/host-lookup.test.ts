import type { LookupAddress } from 'node:dns';
import { lookup } from 'node:dns/promises';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createLookUp, readHosts, type LookUpAll } from './host-lookup.ts';
import { startNameServer, type NameServer } from './testing/name-server.ts';

const NAMES: Record<string, string[] | 'silent'> = {
  'menu.example': ['192.0.2.1', '192.0.2.2', '2001:db8::1'],
  'four.example': ['192.0.2.4'],
  'six.example': ['2001:db8::6'],
  'mapped.example': ['::ffff:7f00:1'],
  'empty.example': [],
};
const HOSTS = `
127.0.0.1\tlocalhost
# 192.0.2.9 comment.example
192.0.2.7   Signage.Hall menu.hall # the media server
2001:db8::7 menu.hall
nonsense    menu.hall
`;

let server: NameServer;
let folder: string;
let lookUp: LookUpAll;
beforeAll(async () => {
  server = await startNameServer((name) => (name.startsWith('hangs') ? 'silent' : NAMES[name]));
  folder = await mkdtemp(join(tmpdir(), 'look-up-'));
  const hostsFile = join(folder, 'hosts');
  await writeFile(hostsFile, HOSTS);
  lookUp = createLookUp({ hostsFile, servers: [server.address], queries: { timeout: 600_000, tries: 1 } });
});
afterAll(async () => {
  server.close();
  await rm(folder, { recursive: true });
});

const never = new AbortController().signal;

/** Begins a lookup. `joined` resolves once it waits for an answer: it listens to its signal then. */
function begin(lookUpAll: LookUpAll, host: string) {
  const { promise: joined, resolve } = Promise.withResolvers<void>();
  const stop = new AbortController();
  const { signal } = stop;
  const listen = signal.addEventListener.bind(signal);
  signal.addEventListener = (...given: Parameters<typeof listen>): void => {
    listen(...given);
    resolve();
  };
  return { stop, joined, found: lookUpAll(host, signal) };
}

/** Each lookup begins once the one before it waits: they read the hosts file first, which may end in any order. */
async function beginInOrder(lookUpAll: LookUpAll, hosts: readonly string[]) {
  const lookedUp: ReturnType<typeof begin>[] = [];
  for (const host of hosts) {
    const one = begin(lookUpAll, host);
    await one.joined;
    lookedUp.push(one);
  }
  return lookedUp;
}

const addressesOf = async (host: string): Promise<string[]> =>
  (await lookUp(host, never)).map(({ address }) => address);

describe('details 100: how a host is resolved', () => {
  test('a name has the IPv4 and IPv6 addresses that the name server returns', async () => {
    expect(await lookUp('menu.example', never)).toEqual([
      { address: '192.0.2.1', family: 4 },
      { address: '192.0.2.2', family: 4 },
      { address: '2001:db8::1', family: 6 },
    ]);
    expect(await addressesOf('FOUR.example.')).toEqual(['192.0.2.4']);
    expect(await addressesOf('six.example')).toEqual(['2001:db8::6']);
    expect(await addressesOf('mapped.example')).toEqual(['::ffff:127.0.0.1']);
  });

  test('a missing name is ENOTFOUND, a name without addresses is ENODATA', async () => {
    await expect(lookUp('nowhere.example', never)).rejects.toMatchObject({ code: 'ENOTFOUND' });
    await expect(lookUp('empty.example', never)).rejects.toMatchObject({ code: 'ENODATA' });
  });

  test('a name in the hosts file has the addresses from there, and no name server is asked', async () => {
    expect(await addressesOf('menu.hall')).toEqual(['192.0.2.7', '2001:db8::7']);
    expect(await addressesOf('signage.hall.')).toEqual(['192.0.2.7']);
    expect(await addressesOf('localhost')).toEqual(['127.0.0.1']);
    expect(server.asked.filter((name) => /hall|localhost/.test(name))).toEqual([]);
  });

  test('a localhost name resolves to this machine without an entry in the hosts file', async () => {
    expect(await addressesOf('app.localhost')).toEqual(['127.0.0.1', '::1']);
  });

  test('a missing hosts file counts as an empty file', async () => {
    const elsewhere = createLookUp({ hostsFile: join(folder, 'missing'), servers: [server.address] });
    expect(await elsewhere('six.example', never)).toHaveLength(1);
  });

  test.each([
    '',
    '.',
    '..',
    'a..example',
    '-.example',
    `${'x'.repeat(64)}.example`,
    `${'x.'.repeat(200)}example`,
    'ä.example',
  ])('the impossible name “%s” is rejected with a code', async (host) => {
    await expect(lookUp(host, never)).rejects.toMatchObject({ code: expect.stringMatching(/^E/) as string });
  });

  test('readHosts returns only addresses, for any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.string(), (text, host) => {
        for (const { family } of readHosts(`${text} ${host}`, host)) expect([4, 6]).toContain(family);
      }),
    );
  });
});

describe('details 100: a name server that never answers', () => {
  test('an aborted check cancels its lookup', async () => {
    const stop = new AbortController();
    const lookedUp = lookUp('hangs.example', stop.signal);
    await server.whenAsked(1, 'hangs.');
    stop.abort();
    await expect(lookedUp).rejects.toMatchObject({ code: 'ECANCELLED' });
  });

  test('while 100 lookups hang, other page lookups and the process’s own succeed', async () => {
    const stop = new AbortController();
    const names = Array.from({ length: 100 }, (_, number) => `hangs-${number}.example`);
    const hanging = names.map((name) => lookUp(name, stop.signal));
    await server.whenAsked(100, 'hangs-');
    expect(await addressesOf('menu.example')).toHaveLength(3);
    expect(await lookup('localhost', { all: true })).not.toEqual([]);
    stop.abort();
    for (const each of hanging) await expect(each).rejects.toMatchObject({ code: 'ECANCELLED' });
  });

  /** The operating system's lookups, each of which hangs until `answer`. */
  function hangingSystem() {
    const asked: string[] = [];
    const hanging: ((found: LookupAddress[]) => void)[] = [];
    const waiting: (() => void)[] = [];
    return {
      asked,
      bySystem(host: string): Promise<LookupAddress[]> {
        asked.push(host);
        for (const go of waiting.splice(0)) go();
        return new Promise((resolve) => hanging.push(resolve));
      },
      async whenAsked(count: number): Promise<void> {
        while (asked.length < count) await new Promise<void>((resolve) => waiting.push(resolve));
      },
      answer: (address: string) => hanging.shift()!([{ address, family: 4 }]),
    };
  }

  test('a DNS lookup by the operating system is given up when its page check ends, even if the lookup is still queued', async () => {
    const system = hangingSystem();
    const slow = createLookUp({ bySystem: system.bySystem });
    const lookedUp = await beginInOrder(slow, ['printer', 'menu.local']);
    expect(system.asked).toEqual(['printer']);
    for (const { stop, found } of lookedUp) {
      stop.abort(new Error('time is up'));
      await expect(found).rejects.toThrow('time is up');
    }
  });

  test('checks of one .local name share its lookup, also a check that begins after others gave up', async () => {
    const system = hangingSystem();
    const slow = createLookUp({ bySystem: system.bySystem });
    const givenUp = [1, 2, 3].map(() => begin(slow, 'menu.local'));
    for (const { joined, stop, found } of givenUp) {
      await joined;
      stop.abort(new Error('time is up'));
      await expect(found).rejects.toThrow('time is up');
    }
    const others = ['menu.local', 'MENU.local.', 'printer'].map((host) => begin(slow, host));
    for (const { joined } of others) await joined;
    system.answer('192.0.2.1');
    for (const { found } of others.slice(0, 2)) expect(await found).toEqual([{ address: '192.0.2.1', family: 4 }]);
    await system.whenAsked(2);
    system.answer('192.0.2.2');
    expect(await others[2]!.found).toEqual([{ address: '192.0.2.2', family: 4 }]);
    expect(system.asked).toEqual(['menu.local', 'printer']);
  });

  test('a .local name that no check waits for any more is not looked up when its turn comes', async () => {
    const system = hangingSystem();
    const slow = createLookUp({ bySystem: system.bySystem });
    const lookedUp = await beginInOrder(slow, ['first.local', 'second.local', 'third.local']);
    const [first, second, third] = lookedUp;
    second!.stop.abort(new Error('time is up'));
    await expect(second!.found).rejects.toThrow('time is up');
    system.answer('192.0.2.1');
    await first!.found;
    await system.whenAsked(2);
    system.answer('192.0.2.3');
    await third!.found;
    expect(system.asked).toEqual(['first.local', 'third.local']);
  });
});
