import type { Refusal } from '@sign-display/contracts/error-codes';

/**
 * Which pages a sign may be told to show (promise A4): absolute http(s) URLs without user info, on the hosts that the
 * organization allows.
 */

/** The page that `text` names, in the URL standard's normal form (WHATWG URL); null if it is not one that may be shown. */
export function parsePageUrl(text: string): URL | null {
  // The URL parser forgives what no operator means: blanks around it, and tabs and line ends inside of it.
  if (/[\s\p{Cc}]/u.test(text)) return null;
  // "https:example.com" and "https:/example.com" parse as well, and are typing mistakes.
  if (!/^https?:\/\//i.test(text)) return null;
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url === null || url.hostname === '' || url.username !== '' || url.password !== '') return null;
  return url;
}

/**
 * A host as hosts are compared: lower case, an international name in its ASCII form, an address in its shortest, without the dot that
 * ends a name fully. Null for what is no host.
 */
function normalHost(host: string): string | null {
  const address = `http://${host}/`;
  return URL.canParse(address) ? new URL(address).hostname.replace(/\.$/, '') : null;
}

const isAddress = (host: string): boolean => host.startsWith('[') || /^\d+\.\d+\.\d+\.\d+$/.test(host);

/**
 * Whether an organization's list lets `url` through, on whatever port. An empty list allows every host; `*.example.com` means the hosts
 * below it, and no wildcard means an address.
 */
export function isHostAllowed(url: URL, allowedHosts: readonly string[]): boolean {
  if (allowedHosts.length === 0) return true;
  const host = normalHost(url.hostname);
  if (host === null) return false;
  return allowedHosts.some((entry) => {
    if (!entry.startsWith('*.')) return normalHost(entry) === host;
    const domain = normalHost(entry.slice(2));
    return domain !== null && !isAddress(host) && host.endsWith(`.${domain}`);
  });
}

/** Null where a sign may be told to show `url` (null: nothing); else `invalid_url`, in words for whoever typed it. */
export function checkPageUrl(url: string | null, allowedHosts: readonly string[]): Refusal | null {
  if (url === null) return null;
  const parsed = parsePageUrl(url);
  if (!parsed)
    return {
      code: 'invalid_url',
      detail: 'The address must be an absolute http or https URL without a user name or password.',
    };
  if (isHostAllowed(parsed, allowedHosts)) return null;
  return { code: 'invalid_url', detail: `This organization does not allow pages of ${parsed.hostname}.` };
}
