import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { checkHardware, chooseMac } from '@sign-display/kiosk-agent/state/identity';
import { listInterfaces, type InterfaceSources } from './network-interfaces.ts';

type System = ReturnType<InterfaceSources['list']>;
const info = (address: string, mac: string, internal = false) => ({
  address,
  mac,
  internal,
  netmask: '',
  cidr: null,
  ...(address.includes(':') ? { family: 'IPv6' as const, scopeid: 0 } : { family: 'IPv4' as const }),
});

let sysFolder: string;
beforeEach(async () => {
  sysFolder = await mkdtemp(join(tmpdir(), 'sign-sys-'));
});
afterEach(() => rm(sysFolder, { recursive: true }));

/** An interface as Linux describes it; a carrier of null can't be read, as of one that is down. */
async function put(name: string, mac: string, carrier: string | null, ...extras: string[]): Promise<void> {
  const files: [string, string][] = [['address', `${mac}\n`], ...extras.map((e): [string, string] => [`${e}/x`, ''])];
  if (carrier !== null) files.push(['carrier', `${carrier}\n`]);
  for (const [file, content] of files) {
    await mkdir(dirname(join(sysFolder, name, file)), { recursive: true });
    await writeFile(join(sysFolder, name, file), content);
  }
}

const ETHERNET = 'c8:2a:14:9f:03:1b';
const WIFI = '3c:22:fb:00:00:02';
const list = (system: System = {}, platform = 'linux') => listInterfaces({ platform, sysFolder, list: () => system });

describe('K1: the interfaces of a Linux machine', () => {
  test('count also when they are down or have no address, and the ones with hardware are told apart', async () => {
    await put('lo', '00:00:00:00:00:00', '1');
    await put('docker0', '02:42:ac:11:00:01', '1');
    await put('eth0', ETHERNET.toUpperCase(), null, 'device');
    await put('wlan0', WIFI, '1', 'device', 'wireless');
    const found = await list({ wlan0: [info('fe80::1', WIFI), info('2001:db8::5', WIFI), info('10.0.0.5', WIFI)] });
    expect(found.map(({ name, physical }) => [name, physical])).toEqual([
      ['eth0', true],
      ['wlan0', true],
      ['lo', false],
      ['docker0', false],
    ]);
    expect(found[0]).toMatchObject({ macAddress: ETHERNET, kind: 'ethernet', hasLink: false, connected: false });
    expect(found[1]).toMatchObject({ kind: 'wifi', connected: true, addresses: ['10.0.0.5', '2001:db8::5'] });
  });

  test('say the same hardware with the cable pulled, and foreign hardware after the card was swapped', async () => {
    await put('eth0', ETHERNET, '1', 'device');
    const mac = chooseMac(await list({ eth0: [info('10.0.0.5', ETHERNET)] }), false);
    expect(mac).toBe(ETHERNET);
    await put('eth0', ETHERNET, '0', 'device');
    expect(checkHardware(ETHERNET, await list())).toBe('same');
    await put('eth0', '00:11:22:33:44:55', '1', 'device');
    expect(checkHardware(ETHERNET, await list())).toBe('foreign');
  });

  test('name a locally administered address last, and a bond’s member by the address of its own', async () => {
    await put('eth0', '02:00:00:00:00:01', '1', 'device');
    await put('eth1', 'aa:00:00:00:00:09', '1', 'device');
    await mkdir(join(sysFolder, 'eth1/bonding_slave'));
    await writeFile(join(sysFolder, 'eth1/bonding_slave/perm_hwaddr'), `${ETHERNET}\n`);
    expect((await list()).map(({ macAddress }) => macAddress)).toEqual([ETHERNET, '02:00:00:00:00:01']);
  });

  test('are a wireless card by the address that it was made with, whatever a scan has put in its place', async () => {
    await put('wlan0', '6a:11:22:33:44:55', '0', 'device', 'wireless', 'phy80211');
    await writeFile(join(sysFolder, 'wlan0/phy80211/macaddress'), `${WIFI}\n`);
    expect(await list()).toMatchObject([{ macAddress: WIFI, kind: 'wifi' }]);
    await put('wlan0', 'aa:66:77:88:99:00', '1', 'device', 'wireless', 'phy80211');
    expect(checkHardware(WIFI, await list())).toBe('same');
    await rm(join(sysFolder, 'wlan0/phy80211/macaddress'));
    expect(checkHardware(WIFI, await list())).toBe('inconclusive');
  });

  test('have no address where they only gave themselves one', async () => {
    await put('eth0', ETHERNET, '1', 'device');
    const [found] = await list({ eth0: [info('169.254.3.4', ETHERNET), info('fe80::1', ETHERNET)] });
    expect(found).toMatchObject({ hasLink: true, connected: false, addresses: [] });
  });
});

test('K1: where a system lists only what is up, a missing interface proves nothing, and virtual ones are left out', async () => {
  const system = {
    en0: [info('10.0.0.5', ETHERNET)],
    utun3: [info('10.9.0.1', '00:00:00:00:00:00')],
    lo0: [info('127.0.0.1', '00:00:00:00:00:00', true)],
    'vEthernet (Default Switch)': [info('172.16.0.1', '00:15:5d:00:00:01')],
  };
  const found = await list(system, 'darwin');
  expect(found.map(({ name }) => name)).toEqual(['en0']);
  expect(chooseMac(found, true)).toBe(ETHERNET);
  expect(checkHardware(WIFI, found)).toBe('inconclusive');
});
