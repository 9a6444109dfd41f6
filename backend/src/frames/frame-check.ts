import type { LookupAddress } from 'node:dns';
import { isIP } from 'node:net';
import type { LoadFailureReason } from '@sign-display/contracts/error-codes';
import type { FrameCheck } from '@sign-display/contracts/kiosk-events';
import { LIMITS } from '@sign-display/contracts/limits';
import { isBlockedPort } from '@sign-display/contracts/page-load/blocked-ports';
import { failureOf } from '@sign-display/contracts/page-load/load-failure';
import { NET_ERRORS, NetError, type NetErrorName } from '@sign-display/contracts/page-load/net-error';
import type { Clock } from '@sign-display/contracts/clock-and-random';
import { checkPageUrl, parsePageUrl, type PagePolicy } from '../urls/url-policy.ts';
import type { BrowserHeaders } from '../sockets/pick-browser-headers.ts';
import { isFramable } from './frame-permission.ts';
import type { LookUpAll } from '../dns/host-lookup.ts';
import { hostOf } from './http-exchange.ts';
import { requestPage, type PageAnswer } from './page-request.ts';
import { describeForbidden, mayConnect } from './may-connect-to-address.ts';

/**
 * Whether a page loads in a frame of this service's page `/sign` (details 100). The first URL and every redirect must
 * pass the organization's URL policy, and `mayConnect` must allow every IP address of their hosts.
 */

export interface FrameCheckDeps {
  clock: Clock;
  publicUrl(): string;
  lookUpAll: LookUpAll;
  /** Reads the service's own pages without a network: a service often can't reach itself by its public name. */
  ownPage(path: string): Promise<PageAnswer>;
}

/** A server may answer with any number. */
const reportable = (status: number | null): number | null =>
  status !== null && status >= 100 && status < 600 ? status : null;

/** Ends the check with the reason why the page can't be shown. */
class Verdict extends Error {
  override readonly name = 'Verdict';
  readonly reason: LoadFailureReason;
  readonly httpStatus: number | null;
  constructor(reason: LoadFailureReason, detail: string, httpStatus: number | null = null) {
    super(detail);
    this.reason = reason;
    this.httpStatus = httpStatus;
  }
}

/**
 * Stands for the framing page when a page of the service itself is checked. The sandboxed frame gives that page an opaque
 * origin, so the browser blocks its scripts and styles as cross-origin. Only a page that any origin may frame works so.
 */
const ANY_ORIGIN = new URL('https://any-origin.invalid');

const codeOf = (error: unknown): string => (error as NodeJS.ErrnoException).code ?? 'unknown';

const NO_NAME = ['ENOTFOUND', 'EAI_NONAME', 'ENODATA', 'EBADNAME'];

/** Describes a failed lookup in plain words. */
function unresolved(who: string, error: unknown): Verdict {
  const code = codeOf(error);
  if (NO_NAME.includes(code)) return new Verdict('url_unreachable', `${who} is a name that does not exist (${code}).`);
  return new Verdict('url_unreachable', `${who} could not be looked up: the name server gave no answer (${code}).`);
}

const BROKEN_OFF: readonly NetErrorName[] = [
  'ERR_CONNECTION_CLOSED',
  'ERR_CONTENT_LENGTH_MISMATCH',
  'ERR_EMPTY_RESPONSE',
  'ERR_INCOMPLETE_CHUNKED_ENCODING',
  'ERR_RESPONSE_HEADERS_TRUNCATED',
];

/** Describes a response that no browser shows, with the reason that a kiosk gives for it. */
function unreadable(who: string, code: NetErrorName): Verdict {
  const { reason } = failureOf(NET_ERRORS[code], code);
  const what = BROKEN_OFF.includes(code)
    ? 'closed the connection before the page was complete'
    : 'did not answer as a web server does';
  return new Verdict(reason, `${who} ${what} (${code}).`);
}

/** Describes a failed connection in plain words. */
function unreachable(who: string, error: unknown): Verdict {
  const code = codeOf(error);
  if (code === 'ECONNREFUSED') return new Verdict('url_unreachable', `${who} refused the connection (${code}).`);
  if (/CERT|SIGNATURE|SELF_SIGNED|ISSUER|ALTNAME/.test(code))
    return new Verdict('url_unreachable', `${who} has a certificate that is not trusted (${code}).`);
  if (error instanceof NetError) return unreadable(who, error.code);
  if (code === 'ECONNRESET')
    return new Verdict('url_unreachable', `${who} closed the connection before the page was complete (${code}).`);
  return new Verdict('url_unreachable', `${who} could not be reached (${code}).`);
}

/** The host for a message: `menu.example.com`, or `menu.example.com leads to other.example, which`. */
const namedBy = (first: URL, url: URL): string =>
  first.host === url.host ? url.host : `${first.host} leads to ${url.host}, which`;

async function addressesOf(url: URL, lookUpAll: LookUpAll, signal: AbortSignal): Promise<readonly LookupAddress[]> {
  const host = hostOf(url);
  const family = isIP(host);
  return family === 0 ? await lookUpAll(host, signal) : [{ address: host, family }];
}

/** One check: for which organization and browser, and until when. */
interface Check {
  policy: PagePolicy;
  browser: BrowserHeaders;
  signal: AbortSignal;
}

export function createFrameCheck({ clock, publicUrl, lookUpAll, ownPage }: FrameCheckDeps) {
  async function answerOf(url: URL, who: string, { policy, browser, signal }: Check): Promise<PageAnswer> {
    const own = new URL(publicUrl());
    if (url.origin === own.origin) return await ownPage(url.pathname + url.search);
    const addresses = await addressesOf(url, lookUpAll, signal).catch((error: unknown) => {
      throw unresolved(who, error);
    });
    signal.throwIfAborted();
    if (addresses.length === 0) throw unresolved(who, { code: 'ENODATA' });
    const forbidden = addresses.find(({ address }) => !mayConnect(url, address, { ...policy, publicUrl: own }));
    if (forbidden) {
      const where = describeForbidden(forbidden.address);
      throw new Verdict('url_load_failed', `${who} is at ${where}, where this service may not connect.`);
    }
    return await requestPage(url, addresses, browser, signal).catch((error: unknown) => {
      throw signal.aborted ? error : unreachable(who, error);
    });
  }

  /** Follows redirects to the page. Throws a Verdict if the page can't be shown. */
  async function follow(first: URL, check: Check): Promise<PageAnswer & { url: URL }> {
    const needsHttps = publicUrl().startsWith('https:');
    let url = first;
    for (let step = 0; step <= LIMITS.frameCheckRedirects; step += 1) {
      const who = namedBy(first, url);
      const refused = checkPageUrl(url.href, check.policy);
      if (refused) {
        const detail = step === 0 ? refused.detail! : `${who} this organization does not allow.`;
        throw new Verdict('url_load_failed', detail);
      }
      if (needsHttps && url.protocol === 'http:')
        throw new Verdict(
          'url_load_failed',
          `${who} needs https: this service is on https, and a browser shows no http page in it.`,
        );
      if (isBlockedPort(url))
        throw new Verdict('url_load_failed', `${who} is on a port at which browsers open no page.`);
      const answer = await answerOf(url, who, check);
      if (answer.location === null) return { ...answer, url };
      const next = URL.parse(answer.location, url.href);
      if (next === null || parsePageUrl(next.href) === null)
        throw new Verdict('url_load_failed', `${who} leads to an address that is no web page.`, answer.status);
      url = next;
    }
    throw new Verdict('url_load_failed', `${first.host} leads on more than ${LIMITS.frameCheckRedirects} times.`);
  }

  function judge(first: URL, { url, status, landing, fingerprint, ...answer }: PageAnswer & { url: URL }): FrameCheck {
    const who = namedBy(first, url);
    const fail = (detail: string): never => {
      throw new Verdict('url_load_failed', `${who} ${detail}`, status);
    };
    if (landing === 'error') fail(`answered with HTTP ${status}.`);
    const own = new URL(publicUrl());
    if (!isFramable(answer, url, url.origin === own.origin ? ANY_ORIGIN : own)) fail('refuses to be shown in a frame.');
    if (landing !== 'page') fail('answered with nothing that a frame can show.');
    return {
      ok: true,
      framable: true,
      httpStatus: reportable(status),
      fingerprint,
      host: url.host,
      reason: null,
      detail: '',
    };
  }

  /**
   * `text` is the URL as the operator typed it. Resolves within `LIMITS.frameCheckMs`; a fault of the page or the
   * network never rejects. `browser`: what the tab's browser sends; the rest is fixed.
   */
  return async function checkFrame(
    text: string,
    policy: PagePolicy,
    browser: BrowserHeaders = {},
  ): Promise<FrameCheck> {
    const stop = new AbortController();
    const timeUp = Promise.withResolvers<never>();
    const first = parsePageUrl(text);
    const cancel = clock.after(LIMITS.frameCheckMs, () => {
      timeUp.reject(new Verdict('sign_timeout', `${first?.host ?? text} did not answer in time.`));
      stop.abort();
    });
    try {
      if (first === null) throw new Verdict('url_load_failed', 'This is not the address of a web page.');
      const check = { policy, browser, signal: stop.signal };
      return judge(first, await Promise.race([follow(first, check), timeUp.promise]));
    } catch (error) {
      if (!(error instanceof Verdict)) throw error;
      const { reason, message, httpStatus } = error;
      return {
        ok: true,
        framable: false,
        httpStatus: reportable(httpStatus),
        fingerprint: null,
        reason,
        detail: message.slice(0, 2_000),
      };
    } finally {
      cancel();
      stop.abort();
      timeUp.promise.catch(() => {});
    }
  };
}

export type CheckFrame = ReturnType<typeof createFrameCheck>;
