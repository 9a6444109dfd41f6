import { FIELD_MESSAGES } from '@sign-display/contracts/field-messages';
import type { Refusal } from '@sign-display/contracts/error-codes';
import { isLoopbackHost } from '@sign-display/contracts/loopback-hosts';
import { isLinkLocalOrMetadata, isPublicAddress, kindOfAddress } from './address-kind.ts';

/**
 * Which pages a sign may be told to show (promise A4): absolute http(s) URLs without user info, on the hosts that the
 * organization allows. Pages inside of a network (private addresses, names without a public DNS) must be named by it: a sign stands in somebody's
 * network, and that need not be the one of who tells it what to show.
 */

type Wrong = 'urlBlank' | 'urlForm' | 'urlUser' | 'urlHostless';

/** The page that `text` names, in the URL standard's normal form (WHATWG URL); what is wrong with it if it is not one that may be shown. */
function readPageUrl(text: string): URL | Wrong {
  // The URL parser forgives what no operator means: blanks around it, and tabs and line ends inside of it.
  if (/[\s\p{Cc}]/u.test(text)) return 'urlBlank';
  // "https:example.com" and "https:/example.com" parse as well, and are typing mistakes.
  if (!/^https?:\/\//i.test(text)) return 'urlForm';
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url === null || url.hostname === '') return 'urlHostless';
  return url.username === '' && url.password === '' ? url : 'urlUser';
}

/** The same; null where something is wrong. */
export function parsePageUrl(text: string): URL | null {
  const read = readPageUrl(text);
  return typeof read === 'string' ? null : read;
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

const hostOf = (url: URL): string => url.hostname.replace(/\.$/, '').toLowerCase();
const bare = (host: string): string => host.replace(/^\[(.*)\]$/, '$1');

/** Names that no public DNS has: of one label, or below what is reserved for, or in use for, networks of one's own (RFC 6762, RFC 6761, RFC 8375). */
const PRIVATE_NAME = /(^[^.]+|\.(local|localhost|internal|intranet|lan|home|corp|private|home\.arpa))$/;

/** Whether what is at the host is inside of a network, by its address or its name alone: what a public name means there is not looked up. */
export function isPrivateHost(url: URL): boolean {
  const host = hostOf(url);
  return isAddress(host) ? !isPublicAddress(bare(host)) : PRIVATE_NAME.test(host);
}

/** Whether the host is an address where no web page is: the service refuses it to signs in browser tabs, under any setting. */
function holdsNoPage(url: URL): boolean {
  const host = hostOf(url);
  return isAddress(host) && kindOfAddress(bare(host)) === 'never';
}

/** Every public host, beside those that are named. */
const ALL_PUBLIC = '*';

/** Whether an entry of the list names the host of `url`, on whatever port. */
export function isNamed(url: URL, allowedHosts: readonly string[]): boolean {
  const host = normalHost(url.hostname);
  if (host === null) return false;
  return allowedHosts.some((entry) => {
    if (!entry.startsWith('*.')) return normalHost(entry) === host;
    const domain = normalHost(entry.slice(2));
    return domain !== null && !isAddress(host) && host.endsWith(`.${domain}`);
  });
}

/**
 * Whether an organization's list lets `url` through, on whatever port. An empty list allows every host, and `*` every public one;
 * `*.example.com` means the hosts below it, and no wildcard means an address.
 */
export function isHostAllowed(url: URL, allowedHosts: readonly string[]): boolean {
  if (allowedHosts.length === 0 || isNamed(url, allowedHosts)) return true;
  return allowedHosts.includes(ALL_PUBLIC) && !isPrivateHost(url);
}

/** The host of a page, as it is compared; null for what is no page. */
export function hostOfPage(text: string): string | null {
  const url = parsePageUrl(text);
  return url && hostOf(url);
}

/**
 * PRIVATE_PAGES (decision 19): pages inside of a network need an entry in their organization's list (`ask`), all but those of the kiosk's own machine
 * (`loopback`), or none does (`allow`).
 */
export const PRIVATE_PAGES = ['ask', 'loopback', 'allow'] as const;
export type PrivatePages = (typeof PRIVATE_PAGES)[number];

/** What may be shown: an organization's list, and the service's setting. */
export interface PagePolicy {
  allowedHosts: readonly string[];
  privatePages: PrivatePages;
}

/** `invalid_url` for what no organization may show; null (nothing) may be shown always. */
export function checkPageForm(url: string | null): Refusal | null {
  const read = url === null ? null : readPageUrl(url);
  return typeof read === 'string' ? { code: 'invalid_url', detail: FIELD_MESSAGES[read] } : null;
}

/** Null where a sign may be told to show `url` (null: nothing); else `invalid_url`, in words for whoever typed it. */
export function checkPageUrl(url: string | null, { allowedHosts, privatePages }: PagePolicy): Refusal | null {
  const parsed = url === null ? null : parsePageUrl(url);
  if (parsed === null) return checkPageForm(url);
  const isAsked =
    privatePages !== 'allow' &&
    isPrivateHost(parsed) &&
    !(privatePages === 'loopback' && isLoopbackHost(parsed.hostname));
  if (isAsked ? isNamed(parsed, allowedHosts) : isHostAllowed(parsed, allowedHosts)) return null;
  const { hostname } = parsed;
  if (!isAsked) return { code: 'invalid_url', detail: `This organization does not allow pages from ${hostname}.` };
  const entries =
    allowedHosts.length === 0 ? `["*", "${hostname}"], where "*" stands for all public hosts,` : `"${hostname}"`;
  const add = `add ${entries} to the organization's allowedUrlHosts.`;
  if (holdsNoPage(parsed)) {
    const never = 'No setting allows it for a sign in a browser tab.';
    const kind = isLinkLocalOrMetadata(bare(hostOf(parsed))) ? 'link-local or cloud metadata' : 'multicast or reserved';
    const detail = `${hostname} is a ${kind} address. ${never} For other signs, an admin can ${add}`;
    return { code: 'invalid_url', detail };
  }
  return { code: 'invalid_url', detail: `${hostname} is on a private network. An admin can allow it: ${add}` };
}

/** The entry of the list by which signs may show `url`; null where it needs none, and where they may not. */
export function ruleOf(url: string, policy: PagePolicy): string | null {
  const parsed = parsePageUrl(url);
  if (parsed === null || checkPageUrl(url, policy)) return null;
  const named = policy.allowedHosts.find((entry) => isNamed(parsed, [entry]));
  return named ?? (policy.allowedHosts.includes(ALL_PUBLIC) && !isPrivateHost(parsed) ? ALL_PUBLIC : null);
}
