import { createHash } from 'node:crypto';
import type { LookupAddress } from 'node:dns';
import type { LookupFunction } from 'node:net';
import { LIMITS } from '@sign-display/contracts/limits';
import { linesOf, valuesOf, type AnswerHead } from '@sign-display/contracts/page-load/response-head';
import { landingOf, redirectOf, type Landing } from '@sign-display/contracts/page-load/navigation-result';
import { SNIFFED_BYTES } from '@sign-display/contracts/page-load/detect-download';
import type { BrowserHeaders } from '../sockets/pick-browser-headers.ts';
import type { FramingHeaders } from './frame-permission.ts';
import { exchange } from './http-exchange.ts';

/** Sends one GET for a page as a frame would, without cookies, and does not follow redirects. */

export interface PageAnswer extends FramingHeaders {
  status: number;
  /** Where a redirect leads; null: the response is none. */
  location: string | null;
  /** What a browser makes of a response that is no redirect. */
  landing: Landing;
  /** Hex hash of the body's beginning, whatever the headers say. Null for a redirect or an error. */
  fingerprint: string | null;
}

/**
 * What Chromium sends when a page of another site is loaded in a frame: servers choose their answer by it. The tab's own
 * browser and languages take the place of these.
 */
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

/** Whether the check reads the body: a redirect that leads nowhere has one that a browser shows. */
export const hasFingerprint = ({ location, landing }: Pick<PageAnswer, 'location' | 'landing'>): boolean =>
  location === null && landing !== 'error';

/** The parts of the response head that a check needs. `start`: the first bytes of the body. */
export function readHead(head: AnswerHead, start: Uint8Array): Omit<PageAnswer, 'fingerprint'> {
  return {
    status: head.status,
    location: redirectOf(head),
    landing: landingOf(head, start),
    policies: linesOf(head, 'content-security-policy'),
    options: linesOf(head, 'x-frame-options'),
  };
}

/** The fingerprint of the first `frameCheckBytes` of the body, and its first bytes. */
async function readBody(body: AsyncIterable<Uint8Array>): Promise<{ fingerprint: string; start: Uint8Array }> {
  const hash = createHash('sha256');
  let start = Buffer.alloc(0);
  let room: number = LIMITS.frameCheckBytes;
  for await (const chunk of body) {
    if (start.length < SNIFFED_BYTES) start = Buffer.concat([start, chunk.subarray(0, SNIFFED_BYTES)]);
    hash.update(chunk.subarray(0, room));
    room -= chunk.length;
    if (room <= 0) break;
  }
  return { fingerprint: hash.digest('hex'), start };
}

/**
 * Connects only to `addresses`, which were resolved and approved once: a name that resolves differently a moment later
 * (DNS rebinding) changes nothing. Rejects with a NetError or the system's error, and when `signal` aborts.
 */
export async function requestPage(
  url: URL,
  addresses: readonly LookupAddress[],
  browser: BrowserHeaders,
  signal: AbortSignal,
): Promise<PageAnswer> {
  const pinned: LookupFunction = (_host, { all }, done) =>
    all ? done(null, [...addresses]) : done(null, addresses[0]!.address, addresses[0]!.family);
  const { head, body, close } = await exchange(url, { ...HEADERS, ...browser }, pinned, signal);
  try {
    const withoutBody = readHead(head, new Uint8Array());
    if (!hasFingerprint(withoutBody)) return { ...withoutBody, fingerprint: null };
    const { fingerprint, start } = await readBody(body);
    const isPacked = valuesOf(head, 'content-encoding').length > 0;
    return { ...(isPacked ? withoutBody : readHead(head, start)), fingerprint };
  } finally {
    close();
  }
}
