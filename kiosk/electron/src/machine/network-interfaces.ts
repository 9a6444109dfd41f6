import { promises as fs } from 'node:fs';
import { networkInterfaces as systemInterfaces } from 'node:os';
import { dirname, join } from 'node:path';
import { rankInterface } from '@sign-display/kiosk-agent/state/identity-and-hardware-check';
import type { Interface } from '@sign-display/kiosk-shell/judge-network-checklist';

/**
 * The machine's network interfaces (promise K1). Node's own list leaves out interfaces that are down or have no address: by it, a pulled cable would look like a
 * swapped mainboard. Linux lists all of them in `/sys/class/net`.
 */
type SystemInterfaces = ReturnType<typeof systemInterfaces>;

export interface InterfaceSources {
  platform: string;
  /** `/sys/class/net`, or what a test has in its place. */
  sysFolder: string;
  list(): SystemInterfaces;
}

export const MACHINE_SOURCES: InterfaceSources = {
  platform: process.platform,
  sysFolder: '/sys/class/net',
  list: systemInterfaces,
};

/** Those of the machine, in the order in which they stand for it, then by name. Rejects if the system lists none. */
export async function listInterfaces(sources: InterfaceSources = MACHINE_SOURCES): Promise<Interface[]> {
  const system = sources.list();
  const found = sources.platform === 'linux' ? await fromSys(sources.sysFolder, system) : fromSystem(system);
  return found.sort((a, b) => rankInterface(a) - rankInterface(b) || (a.name < b.name ? -1 : 1));
}

const isLinkLocal = (address: string): boolean => address.startsWith('169.254.') || /^fe[89ab]/i.test(address);

function addressesOf(system: SystemInterfaces, name: string): string[] {
  const infos = (system[name] ?? []).filter(({ internal, address }) => !internal && !isLinkLocal(address));
  const isFour = ({ family }: { family: string | number }): boolean => family === 'IPv4' || family === 4;
  return [...infos.filter(isFour), ...infos.filter((info) => !isFour(info))].map(({ address }) => address);
}

async function fromSys(folder: string, system: SystemInterfaces): Promise<Interface[]> {
  const names = await fs.readdir(folder);
  const found = await Promise.all(names.map((name) => readOne(join(folder, name), name, system)));
  return found.filter((one): one is Interface => one !== null);
}

const readText = (file: string): Promise<string | null> =>
  fs.readFile(file, 'utf8').then(
    (content) => content.trim(),
    () => null,
  );

/** `addr_assign_type` of a card's permanent address, NET_ADDR_PERM. The others are drawn at random, taken over from another interface, or set. */
const PERMANENT = '0';

/**
 * Whether hardware is plugged in from outside. The kernel says of USB ports and of PCI slots behind Thunderbolt whether they are `fixed` or
 * `removable`; a card in a dock is `fixed` in its dock, which is `removable`. A USB device of which nothing is known counts as removable.
 */
async function isRemovable(device: string): Promise<boolean> {
  const path = await fs.realpath(device).catch(() => null);
  if (path === null) return false;
  const known: string[] = [];
  for (let at = path; at !== dirname(at); at = dirname(at)) {
    const word = await readText(join(at, 'removable'));
    if (word !== null) known.push(word);
  }
  return known.includes('removable') || (/\/usb\d+\//.test(path) && known[0] !== 'fixed');
}

async function readOne(folder: string, name: string, system: SystemInterfaces): Promise<Interface | null> {
  // Reading `carrier` of an interface that is down is refused.
  const text = (file: string): Promise<string | null> => readText(join(folder, file));
  const isThere = (file: string): Promise<boolean> =>
    fs.stat(join(folder, file)).then(
      () => true,
      () => false,
    );
  // A bond gives its members its own address, and services that scan for wireless networks make one up; the card's own is kept beside it.
  const own = (await text('bonding_slave/perm_hwaddr')) ?? (await text('phy80211/macaddress'));
  const mac = own || (await text('address'));
  if (!mac) return null;
  const [physical, wireless, phy, carrier, assignType, removable] = await Promise.all([
    isThere('device'),
    isThere('wireless'),
    isThere('phy80211'),
    text('carrier'),
    text('addr_assign_type'),
    isRemovable(join(folder, 'device')),
  ]);
  const addresses = addressesOf(system, name);
  const hasLink = carrier === '1';
  return {
    name,
    macAddress: mac.toLowerCase(),
    physical,
    removable,
    // A card's own address, which is kept beside the present one, is permanent. Old kernels don't say how the present one came about.
    madeUp: !own && assignType !== null && assignType !== PERMANENT,
    kind: wireless || phy ? 'wifi' : 'ethernet',
    hasLink,
    addresses,
    connected: hasLink && addresses.length > 0,
  };
}

/** Loopback, tunnels, bridges, and what virtual machines and phones bring, as macOS and Windows name them. */
const VIRTUAL =
  /^(lo|utun|awdl|llw|bridge|ap\d|anpi|gif|stf|ipsec|vmnet|vEthernet|Loopback|VirtualBox|VMware|Bluetooth|Tailscale|WireGuard|OpenVPN|TAP|ZeroTier)/i;
const WIRELESS = /wi-?fi|wlan|wireless/i;

/**
 * Elsewhere only what is up is listed, so a missing address proves nothing: `physical` stays false, with which the agent never finds the hardware foreign
 * (its check is inconclusive), and takes its address from here at a first start.
 */
function fromSystem(system: SystemInterfaces): Interface[] {
  return Object.entries(system).flatMap(([name, infos = []]) => {
    const mac = infos.find(({ internal }) => !internal)?.mac;
    if (mac === undefined || VIRTUAL.test(name)) return [];
    const addresses = addressesOf(system, name);
    const connected = addresses.length > 0;
    const kind = WIRELESS.test(name) ? 'wifi' : 'ethernet';
    return [{ name, macAddress: mac.toLowerCase(), physical: false, kind, hasLink: true, addresses, connected }];
  });
}
