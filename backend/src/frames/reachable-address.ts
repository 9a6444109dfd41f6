import ipaddr from 'ipaddr.js';
import { isLoopbackAddress, isPublicAddress } from '../urls/public-address.ts';
import { isLoopbackHost, isNamed, isPrivateHost, type PagePolicy } from '../urls/url-policy.ts';

/**
 * Where the service may connect when it checks a page (docs/browser-sign.md). The URL policy decides about the host that a person typed; this decides about the
 * addresses that the name has for the service, which are another network's than the sign's. Pure.
 */

export type AddressKind = 'public' | 'private' | 'loopback' | 'never';

/** The ranges that people run pages in. Link-local ones (a cloud's metadata), unspecified, multicast, reserved and tunnelled ones are never a page. */
const PRIVATE_RANGES = ['private', 'uniqueLocal', 'carrierGradeNat'];
/** Where clouds keep their machines' credentials inside of those ranges (AWS, Alibaba). */
const METADATA = ['fd00:ec2::254', '100.100.100.200'];

export function kindOfAddress(address: string): AddressKind {
  if (isPublicAddress(address)) return 'public';
  if (isLoopbackAddress(address)) return 'loopback';
  if (!ipaddr.isValid(address)) return 'never';
  const parsed = ipaddr.process(address);
  if (METADATA.includes(parsed.toString())) return 'never';
  // A network without IPv4 of its own reaches public hosts of IPv4 so (NAT64, RFC 6052).
  if (parsed.range() === 'rfc6052')
    return isPublicAddress(parsed.toByteArray().slice(12).join('.')) ? 'public' : 'never';
  return PRIVATE_RANGES.includes(parsed.range()) ? 'private' : 'never';
}

/**
 * Whether the service may connect to `address`, which the host of `url` has. A private one must be named by the organization (or PRIVATE_PAGES is `allow`), and
 * the service must be in a private network itself. One of the service's own machine needs a host that says so, and an installation that allows it.
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
