import { createHash } from 'node:crypto';
import type { LookupAddress } from 'node:dns';
import { request as requestHttp, type IncomingMessage, type RequestOptions } from 'node:http';
import { request as requestHttps } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { LIMITS } from '@sign-display/contracts/limits';
import type { FramingHeaders } from './framable.ts';

/**
 * Sends one GET for a page as a frame would, without cookies, and does not follow redirects. The only file in this
 * folder that uses the network.
 */

export interface PageAnswer extends FramingHeaders {
  status: number;
  location: string | null;
  isDownload: boolean;
  /** Hex hash of the body's beginning, whatever the headers say. Null for a redirect or an error. */
  fingerprint: string | null;
}

/** What Chromium sends when a page of another site is loaded in a frame: servers choose their answer by it. */
const HEADERS = {
  accept:
    'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,image/apng,*/*;q=0.8,application/signed-exchange;v=b3;q=0.7',
  // The service decompresses nothing, so the limit counts the bytes of the network.
  'accept-encoding': 'identity',
  'accept-language': 'en-US,en;q=0.9',
  'cache-control': 'no-cache',
  'upgrade-insecure-requests': '1',
  'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36',
  'sec-fetch-dest': 'iframe',
  'sec-fetch-mode': 'navigate',
  'sec-fetch-site': 'cross-site',
};

export const fingerprintOf = (text: string | Uint8Array): string => createHash('sha256').update(text).digest('hex');

/** The host of a URL, without the brackets of an IPv6 address. */
export const hostOf = ({ hostname }: URL): string => hostname.replace(/^\[(.*)\]$/, '$1');

/** Node's default, whatever flags it was started with. */
const HEADER_BYTES = 16 * 1024;

/** All values of a header that may be repeated. */
const valuesOf = (raw: readonly string[], name: string): string[] =>
  raw.filter((_, index) => index % 2 === 1 && raw[index - 1]!.toLowerCase() === name);

const redirects = [301, 302, 303, 307, 308];

export const isRedirect = ({ status, location }: Pick<PageAnswer, 'status' | 'location'>): boolean =>
  redirects.includes(status) && location !== null;

/** True for a success: a browser then shows the body in the frame. */
export const isPage = ({ status }: Pick<PageAnswer, 'status'>): boolean => status >= 200 && status < 300;

/** The parts of the response head that a check needs. */
export function readHead(status: number, raw: readonly string[]): Omit<PageAnswer, 'fingerprint'> {
  const first = (name: string): string | null => valuesOf(raw, name)[0] ?? null;
  const locations = new Set(valuesOf(raw, 'location'));
  return {
    status,
    // A browser follows no redirect to two addresses.
    location: locations.size === 1 ? first('location') : null,
    isDownload: /^\s*attachment\b/i.test(first('content-disposition') ?? ''),
    policies: valuesOf(raw, 'content-security-policy'),
    options: valuesOf(raw, 'x-frame-options'),
  };
}

/** The fingerprint of the first `frameCheckBytes` of the body. */
async function readBody(response: IncomingMessage): Promise<string> {
  const hash = createHash('sha256');
  let room: number = LIMITS.frameCheckBytes;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    hash.update(chunk.subarray(0, room));
    room -= chunk.length;
    if (room <= 0) break;
  }
  return hash.digest('hex');
}

/**
 * Connects only to `addresses`, which were resolved and approved once: a name that resolves differently a moment later
 * (DNS rebinding) changes nothing. Rejects with the system's error, and when `signal` aborts.
 */
export async function requestPage(
  url: URL,
  addresses: readonly LookupAddress[],
  signal: AbortSignal,
): Promise<PageAnswer> {
  const pinned: LookupFunction = (_host, { all }, done) =>
    all ? done(null, [...addresses]) : done(null, addresses[0]!.address, addresses[0]!.family);
  const host = hostOf(url);
  const options: RequestOptions = {
    host,
    port: url.port || (url.protocol === 'https:' ? 443 : 80),
    path: url.pathname + url.search,
    headers: { ...HEADERS, host: url.host },
    lookup: pinned,
    // No agent: a pooled connection could lead to an address that is no longer allowed.
    agent: false,
    signal,
    maxHeaderSize: HEADER_BYTES,
  };
  const send = url.protocol === 'https:' ? requestHttps : requestHttp;
  const request = send({
    ...options,
    ...(isIP(host) === 0 && { servername: host.replace(/\.$/, '') }),
  } as RequestOptions);
  // Node would drop all headers after the first 2,000.
  request.maxHeadersCount = 0;
  try {
    const response = await new Promise<IncomingMessage>((resolve, reject) => {
      request
        .once('response', resolve)
        .once('upgrade', (response, socket) => {
          socket.destroy();
          resolve(response);
        })
        .on('error', reject)
        .end();
    });
    const head = readHead(response.statusCode ?? 0, response.rawHeaders);
    return { ...head, fingerprint: isPage(head) ? await readBody(response) : null };
  } finally {
    request.destroy();
  }
}
