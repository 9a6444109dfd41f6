import { BlockList, isIP } from 'node:net';
import type { Bounds } from './certificate-types.ts';

/** What a local authority may vouch for, and which addresses of a machine phones of the same network may use. Pure. */

/**
 * Names and addresses that the public internet has not (RFC 1918, 3927, 4193, 6598, 6761, 6762, 8375; and 5737, which sandboxes use). An authority that somebody steals is good
 * for nothing else, wherever the one who trusts it looks at name constraints.
 */
export const OWN_NETWORKS: Bounds = {
  names: ['localhost', 'local', 'internal', 'intranet', 'lan', 'home', 'corp', 'private', 'home.arpa'],
  networks: [
    '10.0.0.0/8',
    '172.16.0.0/12',
    '192.168.0.0/16',
    '100.64.0.0/10',
    '169.254.0.0/16',
    '127.0.0.0/8',
    '192.0.2.0/24',
    'fc00::/7',
    'fe80::/10',
    '::1/128',
  ],
};

const networks = new BlockList();
for (const network of OWN_NETWORKS.networks) {
  const [address = '', bits] = network.split('/');
  networks.addSubnet(address, Number(bits), isIP(address) === 6 ? 'ipv6' : 'ipv4');
}

/** Whether the authority may vouch for a host: a name, or an address without brackets. */
export function isOwnHost(host: string): boolean {
  const family = isIP(host);
  if (family !== 0) return networks.check(host, family === 6 ? 'ipv6' : 'ipv4');
  return OWN_NETWORKS.names.some((name) => host === name || host.endsWith(`.${name}`));
}

/** As `os.networkInterfaces()` has them. */
export type Interfaces = Readonly<
  Record<string, readonly { address: string; family: string; internal: boolean }[] | undefined>
>;

/** Cards of virtual machines, containers and tunnels: no phone is in their network. */
const VIRTUAL =
  /^(docker|br-|veth|virbr|vmnet|vboxnet|vethernet|tun|tap|utun|wg|tailscale|zt|bridge|awdl|llw|podman|cni)/i;
/** What a hall's network mostly has comes first. */
const USUAL = [/^192\.168\./, /^10\./, /^172\./, /^\d+\./];

const rank = (card: string, address: string): number => {
  const usual = USUAL.findIndex((pattern) => pattern.test(address));
  return (
    (VIRTUAL.test(card) ? 100 : 0) + (address.startsWith('169.254.') ? 50 : 0) + (usual < 0 ? USUAL.length : usual)
  );
};

/**
 * This machine's addresses in networks of its own, the one that phones are likeliest to reach first. Link-local ones of IPv6 are left out: they mean nothing
 * without the card's name, which no browser takes.
 */
export function lanAddresses(interfaces: Interfaces): string[] {
  return Object.entries(interfaces)
    .flatMap(([card, addresses = []]) => addresses.map((each) => ({ card, ...each })))
    .filter(({ address, internal }) => !internal && !/^fe80:/i.test(address) && isOwnHost(address))
    .map(({ card, address }) => ({ address, rank: rank(card, address) }))
    .toSorted((a, b) => a.rank - b.rank)
    .map(({ address }) => address);
}
