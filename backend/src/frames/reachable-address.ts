import ipaddr from 'ipaddr.js';
import { isLoopbackAddress, isPublicAddress } from '../urls/public-address.ts';
import { isLoopbackHost, isNamed, isPrivateHost, type PagePolicy } from '../urls/url-policy.ts';

/**
 * Decides to which addresses the service may connect when it checks a page (docs/browser-sign.md). The URL policy
 * checks the host that the operator typed; this file checks the addresses to which that host resolves in the service's
 * network. Pure.
 */

export type AddressKind = 'public' | 'private' | 'loopback' | 'never';

/**
 * Private ranges that can hold web pages. Link-local (cloud metadata), unspecified, multicast, reserved and tunnelled
 * addresses never do.
 */
const PRIVATE_RANGES = ['private', 'uniqueLocal', 'carrierGradeNat'];
/** Metadata servers inside those ranges, which hand out cloud credentials (AWS, Alibaba). */
const METADATA = ['fd00:ec2::254', '100.100.100.200'];

export function kindOfAddress(address: string): AddressKind {
  if (isPublicAddress(address)) return 'public';
  if (isLoopbackAddress(address)) return 'loopback';
  if (!ipaddr.isValid(address)) return 'never';
  const parsed = ipaddr.process(address);
  if (METADATA.includes(parsed.toString())) return 'never';
  // An IPv6-only network reaches public IPv4 hosts through these addresses (NAT64, RFC 6052).
  if (parsed.range() === 'rfc6052')
    return isPublicAddress(parsed.toByteArray().slice(12).join('.')) ? 'public' : 'never';
  return PRIVATE_RANGES.includes(parsed.range()) ? 'private' : 'never';
}

/**
 * Whether the service may connect to `address`, to which the host of `url` resolves. A private address needs
 * PRIVATE_PAGES `allow`, or a host that the organization lists and a service that is itself in a private network. A
 * loopback address needs a host that is loopback or listed, and PRIVATE_PAGES other than `ask`.
 */
export function mayConnect(url: URL, address: string, policy: PagePolicy & { publicUrl: URL }): boolean {
  const { allowedHosts, privatePages, publicUrl } = policy;
  const isChosen = isNamed(url, allowedHosts);
  switch (kindOfAddress(address)) {
    case 'public':
      return true;
    case 'private':
      return privatePages === 'allow' || (isChosen && isPrivateHost(publicUrl));
    case 'loopback':
      return privatePages !== 'ask' && (isChosen || isLoopbackHost(url));
    case 'never':
      return false;
  }
}
