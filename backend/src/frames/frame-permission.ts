/**
 * Whether a page lets another origin show it in a frame: `frame-ancestors` of its content security policies (CSP level
 * 3, 6.4.2 and 6.7.2), and without that directive `X-Frame-Options` (HTML standard, 7.6.1). Where browsers differ from
 * the standards, Chromium decides. Pure.
 */

export interface FramingHeaders {
  /** Each value of `content-security-policy`. Leave out `-report-only` policies: they refuse nothing. */
  policies: readonly string[];
  /** Each value of `x-frame-options`. */
  options: readonly string[];
}

/** The ASCII whitespace at which the standards split. */
const SPACE = /[\t\n\f\r ]+/;
const DEFAULT_PORTS: Record<string, string> = { 'http:': '80', 'https:': '443' };

const portOf = (url: URL): string => url.port || DEFAULT_PORTS[url.protocol]!;

/** The sources of the first `frame-ancestors` in one policy; null without one. */
function ancestorsOf(policy: string): string[] | null {
  for (const directive of policy.split(';')) {
    const [name = '', ...sources] = directive.split(SPACE).filter((part) => part !== '');
    if (name.toLowerCase() === 'frame-ancestors') return sources;
  }
  return null;
}

/** A source with http also matches https. */
const fitsScheme = (named: string, scheme: string): boolean =>
  named === scheme || (named === 'http:' && scheme === 'https:');

const HOST_SOURCE =
  /^(?:(?<scheme>[a-z][a-z0-9+.-]*):\/\/)?(?<host>\*|(?:\*\.)?[a-z0-9-]+(?:\.[a-z0-9-]+)*\.?)(?::(?<port>\d{1,5}|\*))?(?<path>\/[^?#]*)?$/;

function fitsHost(named: string, host: string): boolean {
  if (named === '*') return true;
  return named.startsWith('*.') ? host.endsWith(named.slice(1)) : named === host;
}

function fitsPort(named: string | undefined, origin: URL): boolean {
  const port = portOf(origin);
  if (named === undefined) return port === DEFAULT_PORTS[origin.protocol];
  return named === '*' || Number(named) === Number(port) || (Number(named) === 80 && port === '443');
}

/** The page's own origin, or https on the same host. */
function isSelf(page: URL, origin: URL): boolean {
  if (page.origin === origin.origin) return true;
  const bothDefault = [page, origin].every((url) => portOf(url) === DEFAULT_PORTS[url.protocol]);
  return (
    page.hostname === origin.hostname &&
    (bothDefault || portOf(page) === portOf(origin)) &&
    origin.protocol === 'https:' &&
    page.protocol === 'http:'
  );
}

function fitsSource(source: string, page: URL, origin: URL): boolean {
  const written = source.toLowerCase();
  if (written === '*') return true;
  if (written === "'self'") return isSelf(page, origin);
  const scheme = /^[a-z][a-z0-9+.-]*:$/.exec(written)?.[0];
  if (scheme !== undefined) return fitsScheme(scheme, origin.protocol);
  const named = HOST_SOURCE.exec(written)?.groups;
  if (!named) return false;
  return (
    fitsScheme(named.scheme === undefined ? page.protocol : `${named.scheme}:`, origin.protocol) &&
    fitsHost(named.host!, origin.hostname) &&
    fitsPort(named.port, origin) &&
    // An ancestor is an origin without a path, so a source with a longer path never matches.
    (named.path === undefined || named.path === '/')
  );
}

/** Different values of which at least one is known contradict each other, so they refuse framing. */
function optionsAllow(options: readonly string[], page: URL, origin: URL): boolean {
  const values = new Set(
    options
      .flatMap((value) => value.split(','))
      .map((value) => value.replace(/^[\t\n\r ]+|[\t\n\r ]+$/g, '').toLowerCase()),
  );
  if (values.size > 1) return !['deny', 'allowall', 'sameorigin'].some((value) => values.has(value));
  if (values.has('deny')) return false;
  return !values.has('sameorigin') || page.origin === origin.origin;
}

/** Whether these headers of `page` let pages of `origin` frame it. Both are http(s) URLs. */
export function isFramable({ policies, options }: FramingHeaders, page: URL, origin: URL): boolean {
  const lists = policies
    .flatMap((value) => value.split(','))
    .map(ancestorsOf)
    .filter((list) => list !== null);
  if (lists.length === 0) return optionsAllow(options, page, origin);
  return lists.every((sources) => sources.some((source) => fitsSource(source, page, origin)));
}
