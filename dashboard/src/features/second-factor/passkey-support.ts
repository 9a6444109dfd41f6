/** Why a page can't use passkeys (Web Authentication, level 3, sections 5 and 13.4.9): http, an IP address in its URL, or an old browser. Pure. */
export type NoPasskeys = 'http' | 'address' | 'browser';

interface PageFacts {
  /** As in `location`: an IPv6 address is in brackets. */
  hostname: string;
  isSecureContext: boolean;
  hasWebAuthn: boolean;
}

/** An IPv4 address as URLs have it after parsing, or an IPv6 address. */
const isIpAddress = (hostname: string): boolean => /^\[|^\d+(?:\.\d+){3}$/.test(hostname);

/** Undefined: the page can use passkeys. */
export function whyNoPasskeys({ hostname, isSecureContext, hasWebAuthn }: PageFacts): NoPasskeys | undefined {
  if (isIpAddress(hostname)) return 'address';
  if (!isSecureContext) return 'http';
  return hasWebAuthn ? undefined : 'browser';
}
