import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { checkHardware, chooseMac, isMadeUpAmong } from '@sign-display/kiosk-agent/state/identity-and-hardware-check';
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

let root: string;
let sysFolder: string;
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'sign-sys-'));
  sysFolder = join(root, 'class/net');
  await mkdir(sysFolder, { recursive: true });
});
afterEach(() => rm(root, { recursive: true }));

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

/** Writes what Linux says of how an interface got its address. */
const assign = (name: string, type: number): Promise<void> =>
  writeFile(join(sysFolder, name, 'addr_assign_type'), `${type}\n`);

/** Puts the hardware of `name` at `path` of the device tree. `removable` is what the kernel says of folders above it. */
async function putDevice(name: string, path: string, removable: Record<string, string> = {}): Promise<void> {
  const devices = join(root, 'devices');
  await mkdir(join(devices, path), { recursive: true });
  for (const [folder, word] of Object.entries(removable))
    await writeFile(join(devices, folder, 'removable'), `${word}\n`);
  await mkdir(join(sysFolder, name), { recursive: true });
  await symlink(join(devices, path), join(sysFolder, name, 'device'));
}

describe('G11: a card with another address at each boot', () => {
  const RANDOM = ['5e:01:02:03:04:05', '9a:11:12:13:14:15'] as const;

  test('is the same machine’s', async () => {
    await put('eth0', RANDOM[0], '1', 'device');
    await assign('eth0', 1);
    const first = await list();
    const stored = chooseMac(first, false)!;
    expect([stored, isMadeUpAmong(first, stored)]).toEqual([RANDOM[0], true]);
    await put('eth0', RANDOM[1], '1', 'device');
    expect(checkHardware(stored, await list(), true)).toBe('inconclusive');
    expect(checkHardware(ETHERNET, await list())).toBe('inconclusive');
  });

  test.each([
    ['drawn by the kernel', 1],
    ['taken over', 2],
    ['set by a service', 3],
  ])('proves nothing where its address is %s, even if a maker could have assigned it', async (_, type) => {
    await put('eth0', ETHERNET, '1', 'device');
    await assign('eth0', type);
    expect(await list()).toMatchObject([{ macAddress: ETHERNET, madeUp: true }]);
    expect(checkHardware('00:11:22:33:44:55', await list())).toBe('inconclusive');
    await assign('eth0', 0);
    expect(checkHardware('00:11:22:33:44:55', await list())).toBe('foreign');
  });

  test('proves nothing where a boot loader drew the address, which the kernel then takes for permanent', async () => {
    await put('eth0', RANDOM[0], '1', 'device');
    await assign('eth0', 0);
    expect(checkHardware(ETHERNET, await list())).toBe('inconclusive');
  });

  test('is known by the permanent address that a bond or a wireless card keeps beside the present one', async () => {
    await put('eth0', RANDOM[0], '1', 'device');
    await put('wlan0', RANDOM[1], '1', 'device', 'wireless', 'phy80211');
    await assign('eth0', 3);
    await assign('wlan0', 3);
    await mkdir(join(sysFolder, 'eth0/bonding_slave'));
    await writeFile(join(sysFolder, 'eth0/bonding_slave/perm_hwaddr'), `${ETHERNET}\n`);
    await writeFile(join(sysFolder, 'wlan0/phy80211/macaddress'), `${WIFI}\n`);
    expect(await list()).toMatchObject([
      { macAddress: ETHERNET, madeUp: false },
      { macAddress: WIFI, madeUp: false },
    ]);
  });
});

describe('G11: the address of the first boot', () => {
  const ADAPTER = '00:e0:4c:68:00:01';
  const PCI = 'pci0000:00/0000:00:1f.6';
  const USB = 'pci0000:00/0000:00:14.0/usb1/1-2';

  test.each([
    ['a USB adapter', `${USB}/1-2:1.0`, {}],
    ['a USB adapter in a port for people', `${USB}/1-2:1.0`, { [USB]: 'removable' }],
    ['a USB adapter of which the kernel knows nothing', `${USB}/1-2:1.0`, { [USB]: 'unknown' }],
    ['a card that is fixed in a dock', `${USB}/1-2.1/1-2.1:1.0`, { [USB]: 'removable', [`${USB}/1-2.1`]: 'fixed' }],
    ['an adapter in a built-in hub', `${USB}/1-2.1/1-2.1:1.0`, { [USB]: 'fixed', [`${USB}/1-2.1`]: 'unknown' }],
    ['a card behind Thunderbolt', 'pci0000:00/0000:00:07.0/0000:05:00.0', { 'pci0000:00/0000:00:07.0': 'removable' }],
  ])('is that of the built-in card, not that of %s with a lower name', async (_, path, removable) => {
    await put('eth0', ADAPTER, '1');
    await putDevice('eth0', path, removable);
    await put('eth1', ETHERNET, null);
    await putDevice('eth1', PCI);
    await assign('eth0', 0);
    await assign('eth1', 0);
    expect(chooseMac(await list(), false)).toBe(ETHERNET);
    expect((await list()).map(({ name, removable: is }) => [name, is])).toEqual([
      ['eth1', false],
      ['eth0', true],
    ]);
  });

  test('is that of a card which is soldered to the board’s USB hub', async () => {
    await put('wlan0', ADAPTER, '1', 'wireless');
    await putDevice('wlan0', `${USB}.4/1-2.4:1.0`);
    await put('eth0', ETHERNET, '1');
    await putDevice('eth0', `${USB}/1-2.1/1-2.1:1.0`, { [USB]: 'unknown', [`${USB}/1-2.1`]: 'fixed' });
    expect(chooseMac(await list(), false)).toBe(ETHERNET);
  });

  test('is a permanent one, though its card is removable and the built-in one has another address at each boot', async () => {
    await put('eth0', '5e:01:02:03:04:05', '1');
    await putDevice('eth0', PCI);
    await assign('eth0', 1);
    await put('eth1', ADAPTER, '1');
    await putDevice('eth1', `${USB}/1-2:1.0`);
    await assign('eth1', 0);
    expect(chooseMac(await list(), false)).toBe(ADAPTER);
    await rm(join(sysFolder, 'eth1'), { recursive: true });
    expect(checkHardware(ADAPTER, await list())).toBe('inconclusive');
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

test('G11: where a system does not say how an address came about, a private one comes last and proves nothing', async () => {
  const system = { en0: [info('10.0.0.5', '5e:01:02:03:04:05')], en1: [info('10.0.0.6', ETHERNET)] };
  const found = await list(system, 'darwin');
  expect(chooseMac(found, true)).toBe(ETHERNET);
  const { en0 } = system;
  expect(checkHardware('9a:11:12:13:14:15', await list({ en0 }, 'win32'))).toBe('inconclusive');
});
