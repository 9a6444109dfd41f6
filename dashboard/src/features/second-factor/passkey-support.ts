import type { Problem } from '@sign-display/contracts/rest/problem';

/**
 * Why a page can't use passkeys (Web Authentication, level 3, sections 5 and 13.4.9): http, an IP address in its URL, or an
 * old browser. `service`: PUBLIC_URL has an IP address. `otherHost`: PUBLIC_URL has another host name than the page.
 */
export type NoPasskeys = 'http' | 'address' | 'browser' | 'service' | 'otherHost';

interface PageFacts {
  /** As in `location`: an IPv6 address is in brackets. */
  hostname: string;
  isSecureContext: boolean;
  hasWebAuthn: boolean;
}

/** An IPv4 address as URLs have it after parsing, or an IPv6 address. */
const isIpAddress = (hostname: string): boolean => /^\[|^\d+(?:\.\d+){3}$/.test(hostname);

/** Undefined: the page itself can use passkeys. Pure. */
export function whyNoPasskeys({ hostname, isSecureContext, hasWebAuthn }: PageFacts): NoPasskeys | undefined {
  if (isIpAddress(hostname)) return 'address';
  if (!isSecureContext) return 'http';
  return hasWebAuthn ? undefined : 'browser';
}

type OptionsAnswer =
  { ok: true; body: { options: { rpId: string } } } | { ok: false; body: Pick<Problem, 'code'> | null };

/** The host name of the service's passkeys, by its options for a sign-in; null: it has none; undefined: not known. Pure. */
export function passkeyHostOf(answer: OptionsAnswer): string | null | undefined {
  if (answer.ok) return answer.body.options.rpId;
  return answer.body?.code === 'conflict' ? null : undefined;
}

/** Undefined: passkeys of `host` (of `passkeyHostOf`) work at a page of this host name, or nothing is known against it. Pure. */
export function whyNotForHost(host: string | null | undefined, hostname: string): NoPasskeys | undefined {
  if (host === null) return 'service';
  return host === undefined || host === hostname ? undefined : 'otherHost';
}
