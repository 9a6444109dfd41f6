import { isLoopbackHost } from '@sign-display/contracts/loopback-hosts';
import { isLinkLocalOrMetadata, kindOfAddress } from '../urls/address-kind.ts';
import { isNamed, isPrivateHost, type PagePolicy } from '../urls/url-policy.ts';

/**
 * Decides to which addresses the service may connect when it checks a page (docs/browser-sign.md). The URL policy
 * checks the host that the operator typed; this file checks the addresses to which that host resolves in the service's
 * network. Pure.
 */

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
      return privatePages !== 'ask' && (isChosen || isLoopbackHost(url.hostname));
    case 'never':
      return false;
  }
}

/** Where a forbidden address is, after "is at" in a refusal. */
export function describeForbidden(address: string): string {
  if (isLinkLocalOrMetadata(address)) return 'a link-local or cloud metadata address';
  switch (kindOfAddress(address)) {
    case 'loopback':
      return "an address of the service's own machine";
    case 'never':
      return 'a multicast or reserved address';
    default:
      return 'an address on a private network';
  }
}
