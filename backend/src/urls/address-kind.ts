import { isIP } from 'node:net';
import { isLoopbackHost } from '@sign-display/contracts/loopback-hosts';
import ipaddr from 'ipaddr.js';

/** Classifies IP addresses. All rules about addresses use this. Pure. */

/** `never`: an address that has no web page (link-local, multicast, reserved, tunnels, cloud metadata). */
export type AddressKind = 'public' | 'private' | 'loopback' | 'never';

const PRIVATE_RANGES = ['private', 'uniqueLocal', 'carrierGradeNat'];
/** All of the internet's IPv6 addresses. */
const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR('2000::/3');
/** An IPv6-only network reaches IPv4 hosts through these addresses (NAT64, RFC 6052). */
const NAT64 = ipaddr.IPv6.parseCIDR('64:ff9b::/96');
/** Servers inside of public and private ranges that give a cloud's machine its credentials or settings. */
const METADATA = [
  '100.100.100.200/32', // Alibaba Cloud
  '168.63.129.16/32', // Azure
  'fd00:ec2::/32', // AWS
  'fd20:ce::/32', // Google Cloud
].map((network) => ipaddr.parseCIDR(network));

/** The URL standard's form: ipaddr.js takes `::8.8.8.8` (IPv4-compatible) for an IPv4-mapped address, but not `::808:808`. */
const normal = (address: string): string =>
  isIP(address) === 6 ? new URL(`http://[${address}]/`).hostname.slice(1, -1) : address;

const isIn = (address: ipaddr.IPv4 | ipaddr.IPv6, network: [ipaddr.IPv4 | ipaddr.IPv6, number]): boolean =>
  address.kind() === network[0].kind() && address.match(network as never);

/** The kind of an IP address without brackets. IPv4-mapped IPv6 is the IPv4 address; every other text is `never`. */
export function kindOfAddress(address: string): AddressKind {
  // An address with a zone (`fe80::1%eth0`) means a network card.
  if (isIP(address) === 0 || address.includes('%')) return 'never';
  const shortest = normal(address);
  if (isLoopbackHost(shortest)) return 'loopback';
  const parsed = ipaddr.process(shortest);
  if (METADATA.some((network) => isIn(parsed, network))) return 'never';
  if (isIn(parsed, NAT64))
    return kindOfAddress(parsed.toByteArray().slice(12).join('.')) === 'public' ? 'public' : 'never';
  if (PRIVATE_RANGES.includes(parsed.range())) return 'private';
  const isGlobal = parsed.kind() === 'ipv4' || isIn(parsed, GLOBAL_UNICAST);
  return isGlobal && parsed.range() === 'unicast' ? 'public' : 'never';
}

/** Whether an address is link-local, or of a cloud provider's metadata server, also behind NAT64. */
export function isLinkLocalOrMetadata(address: string): boolean {
  if (isIP(address) === 0) return false;
  if (address.includes('%')) return isLinkLocalOrMetadata(address.slice(0, address.indexOf('%')));
  const parsed = ipaddr.process(normal(address));
  if (isIn(parsed, NAT64)) return isLinkLocalOrMetadata(parsed.toByteArray().slice(12).join('.'));
  return parsed.range() === 'linkLocal' || METADATA.some((network) => isIn(parsed, network));
}

/** Whether an address is on the internet, and not in a network of its own. */
export const isPublicAddress = (address: string): boolean => kindOfAddress(address) === 'public';
