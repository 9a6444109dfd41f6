import { createHash } from 'node:crypto';
import { lookup } from 'node:dns';
import type { LookupFunction } from 'node:net';
import { exchange } from '@sign-display/backend/frames/http-exchange';
import type { AnswerHead } from '@sign-display/contracts/page-load/response-head';
import { isBlockedPort } from '@sign-display/contracts/page-load/blocked-ports';
import { landingOf, MOST_REDIRECTS, redirectOf } from '@sign-display/contracts/page-load/navigation-result';
import {
  DOWNLOAD,
  failureOf,
  failureOfStatus,
  NO_PAGE,
  type LoadFailure,
} from '@sign-display/contracts/page-load/load-failure';
import { SNIFFED_BYTES } from '@sign-display/contracts/page-load/detect-download';
import { NET_ERRORS, NetError, type NetErrorName } from '@sign-display/contracts/page-load/net-error';
import type { Clock } from '@sign-display/contracts/clock-and-random';
import type { CheckResult, FetchReport, ProofResult } from '@sign-display/kiosk-agent/ports';
import { inOneLine, whatIsMissing, whereItLeads } from '@sign-display/kiosk-agent/screen/load-detail';
import { PURPOSE_HEADER, type Purpose } from './content-server.ts';
import { decoded } from './decode-body.ts';
import { readAppearance, type PageAppearance } from './page-appearance.ts';
import { refreshOf } from './refresh-target.ts';
import { nameOf, resourcesOf, whichHang } from './resources.ts';

/** Told of each request when it has ended; null: no page came. */
export type OnFetched = (report: FetchReport, look: PageAppearance | null) => void;

/**
 * Loads pages over real HTTP as a kiosk's hidden view would, as far as the network goes. One for the whole fleet. Its
 * verdicts are those of Chromium in a real kiosk: both run the table of pages (docs/page-load.md).
 */
export interface PageClient {
  prove(url: string, purpose: Purpose, timeoutMs: number, onFetched?: OnFetched): Promise<ProofResult>;
  check(url: string, onFetched?: OnFetched): Promise<CheckResult>;
  close(): Promise<void>;
}

/** A page that takes longer than this to be checked does not answer: far beyond what any page here takes that does. */
const PATIENCE_MS = 30_000;
/** What comes after this of a body is read and forgotten. */
const STORED_BYTES = 4 * 1024 * 1024;

/** Of the content server's pages: they have a heading, or nothing. */
const hasNoHeading = (body: string): boolean => !body.includes('<h1>');

/** As browsers do: names below `localhost` are this machine (RFC 6761), which not every resolver knows. */
const lookupAsBrowsers: LookupFunction = (host, options, found) =>
  lookup(/\.localhost\.?$/i.test(host) ? 'localhost' : host, options, found);

type RequestHeaders = Readonly<Record<string, string>>;
const ACCEPTED = {
  accept: 'text/html,application/xhtml+xml,*/*;q=0.8',
  'accept-language': 'en-US,en;q=0.9',
  'accept-encoding': 'gzip, deflate',
};

/** A whole response that is no redirect. */
interface Loaded {
  url: URL;
  head: AnswerHead;
  body: Buffer;
  bytes: number;
}

const textOf = ({ body }: Loaded): string => body.toString();

/** Where a redirect leads. Throws a NetError where Chromium does not follow it. */
function targetOf(from: URL, location: string): URL {
  const to = URL.parse(location, from.href);
  if (to === null) throw new NetError('ERR_INVALID_REDIRECT');
  if (!['http:', 'https:'].includes(to.protocol)) throw new NetError('ERR_UNSAFE_REDIRECT');
  return to;
}

async function read(url: URL, headers: RequestHeaders, signal: AbortSignal): Promise<Loaded | { redirect: string }> {
  if (isBlockedPort(url)) throw new NetError('ERR_UNSAFE_PORT');
  const answer = await exchange(url, headers, lookupAsBrowsers, signal);
  try {
    const redirect = redirectOf(answer.head);
    if (redirect !== null) return { redirect };
    const parts: Uint8Array[] = [];
    let bytes = 0;
    for await (const part of decoded(answer.head, answer.body)) {
      if (bytes < STORED_BYTES) parts.push(part);
      bytes += part.length;
    }
    return { url, head: answer.head, body: Buffer.concat(parts).subarray(0, STORED_BYTES), bytes };
  } finally {
    answer.close();
  }
}

async function follow(first: URL, headers: RequestHeaders, signal: AbortSignal): Promise<Loaded> {
  let url = first;
  for (let step = 0; step <= MOST_REDIRECTS; step += 1) {
    const answer = await read(url, headers, signal);
    if (!('redirect' in answer)) return answer;
    url = targetOf(url, answer.redirect);
  }
  throw new NetError('ERR_TOO_MANY_REDIRECTS');
}

/** Why a browser shows no page; null where it does. */
function failureOfLanding({ head, body }: Loaded): LoadFailure | null {
  switch (landingOf(head, body.subarray(0, SNIFFED_BYTES))) {
    case 'error':
      return failureOfStatus(head.status);
    case 'download':
      return DOWNLOAD;
    case 'no content':
      return NO_PAGE;
    case 'page':
      return null;
  }
}

/** `clock` times the loads and ends those that hang. `isBlank` tells of a page's text whether it would leave the screen of one colour. */
export function createPageClient(clock: Clock, isBlank: (body: string) => boolean = hasNoHeading): PageClient {
  const closing = new AbortController();

  async function get(url: URL, purpose: Purpose, signal: AbortSignal, onFetched?: OnFetched): Promise<Loaded> {
    const startedMs = clock.monotonicMs();
    const told = (report: Pick<FetchReport, 'status' | 'bytes' | 'error'>, look: PageAppearance | null): void =>
      onFetched?.({ url: url.href, durationMs: clock.monotonicMs() - startedMs, fromCache: false, ...report }, look);
    try {
      const loaded = await follow(url, { ...ACCEPTED, [PURPOSE_HEADER]: purpose }, signal);
      told(
        { status: loaded.head.status, bytes: loaded.bytes, error: null },
        readAppearance(url.href, textOf(loaded), isBlank(textOf(loaded))),
      );
      return loaded;
    } catch (error) {
      told({ status: null, bytes: 0, error: failureFor(error).detail }, null);
      throw error;
    }
  }

  /** Runs `load` for at most `timeoutMs`; then its signal aborts. */
  async function within<Result>(timeoutMs: number, load: (signal: AbortSignal) => Promise<Result>): Promise<Result> {
    const late = new AbortController();
    const cancel = clock.after(timeoutMs, () => late.abort(new TooLate(timeoutMs)));
    const signal = AbortSignal.any([late.signal, closing.signal]);
    try {
      return await load(signal);
    } catch (error) {
      throw late.signal.aborted ? late.signal.reason : error;
    } finally {
      cancel();
    }
  }

  /** Loads the page, and those to which it goes on by itself. `redirectHost`: where the first one's redirects ended. */
  async function land(
    url: URL,
    purpose: Purpose,
    signal: AbortSignal,
    onFetched?: OnFetched,
  ): Promise<{ loaded: Loaded; redirectHost: string }> {
    const first = await get(url, purpose, signal, onFetched);
    let loaded = first;
    for (;;) {
      const onward =
        failureOfLanding(loaded) === null ? refreshOf(loaded.head, loaded.body.toString('latin1'), loaded.url) : null;
      if (onward === null) return { loaded, redirectHost: first.url.host };
      loaded = await get(onward, purpose, signal, onFetched);
    }
  }

  /** Waits for what the page's `load` event waits for (details 108). */
  async function finish(loaded: Loaded, timeoutMs: number): Promise<{ isSeen: boolean; missing: string }> {
    const text = textOf(loaded);
    const load = (resource: URL, signal: AbortSignal): Promise<Loaded> =>
      follow(resource, ACCEPTED, AbortSignal.any([signal, closing.signal]));
    const hang = await whichHang(resourcesOf(text, loaded.url), load, clock, timeoutMs);
    const isSeen = hang.every(({ holdsUp }) => holdsUp === null) && (hang.length === 0 || !isBlank(text));
    return { isSeen, missing: whatIsMissing(hang.map(nameOf)) };
  }

  return {
    async prove(url, purpose, timeoutMs, onFetched) {
      const startedMs = clock.monotonicMs();
      const loadMs = (): number => clock.monotonicMs() - startedMs;
      const fail = (failure: LoadFailure): ProofResult => ({ ok: false, loadMs: loadMs(), ...failure });
      let landed: Awaited<ReturnType<typeof land>>;
      try {
        landed = await within(timeoutMs, (signal) => land(new URL(url), purpose, signal, onFetched));
      } catch (error) {
        return fail(failureFor(error));
      }
      const { loaded, redirectHost } = landed;
      const failure = failureOfLanding(loaded);
      if (failure !== null) return fail(failure);
      const { isSeen, missing } = await finish(loaded, timeoutMs - loadMs());
      if (!isSeen) return fail({ reason: 'sign_timeout', detail: inOneLine(tooLate(timeoutMs), missing) ?? '' });
      const { host } = loaded.url;
      const detail = inOneLine(whereItLeads(new URL(url).host, host), missing);
      const about = {
        host,
        ...(redirectHost !== host && { redirectHost }),
        ...(detail !== undefined && { detail }),
      };
      return { ok: true, loadMs: loadMs(), httpStatus: loaded.head.status, ...about };
    },
    async check(url, onFetched) {
      try {
        const loaded = await within(PATIENCE_MS, (signal) => get(new URL(url), 'check', signal, onFetched));
        const { status } = loaded.head;
        const failure = failureOfStatus(status);
        if (failure !== null) return { ok: false, detail: failure.detail, httpStatus: status };
        const fingerprint = createHash('sha256').update(loaded.body).digest('hex');
        return { ok: true, fingerprint, host: loaded.url.host };
      } catch (error) {
        return { ok: false, detail: failureFor(error).detail };
      }
    },
    close: () => Promise.resolve(closing.abort()),
  };
}

const tooLate = (timeoutMs: number): string => `The page took longer than ${timeoutMs} ms`;

class TooLate extends Error {
  override readonly name = 'TooLate';
  constructor(timeoutMs: number) {
    super(tooLate(timeoutMs));
  }
}

/** The errors of the system as Chromium names them. */
const OF_SYSTEM: Readonly<Record<string, NetErrorName>> = {
  ECONNREFUSED: 'ERR_CONNECTION_REFUSED',
  ECONNRESET: 'ERR_CONNECTION_RESET',
  EPIPE: 'ERR_CONNECTION_RESET',
  ENOTFOUND: 'ERR_NAME_NOT_RESOLVED',
  EAI_AGAIN: 'ERR_NAME_NOT_RESOLVED',
  ETIMEDOUT: 'ERR_CONNECTION_TIMED_OUT',
  EHOSTUNREACH: 'ERR_ADDRESS_UNREACHABLE',
  ENETUNREACH: 'ERR_INTERNET_DISCONNECTED',
  EPROTO: 'ERR_SSL_PROTOCOL_ERROR',
};

function netErrorOf(error: unknown): NetErrorName {
  if (error instanceof NetError) return error.code;
  const { code = '' } = error as NodeJS.ErrnoException;
  if (/CERT|SIGNATURE|ISSUER|ALTNAME/.test(code)) return 'ERR_CERT_AUTHORITY_INVALID';
  if (/SSL|TLS/.test(code)) return 'ERR_SSL_PROTOCOL_ERROR';
  return OF_SYSTEM[code] ?? 'ERR_CONNECTION_CLOSED';
}

function failureFor(error: unknown): LoadFailure {
  if (error instanceof TooLate) return { reason: 'sign_timeout', detail: error.message };
  const name = netErrorOf(error);
  return failureOf(NET_ERRORS[name], name);
}
