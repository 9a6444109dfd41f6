import type { LoadFailureReason } from '../error-codes.ts';
import { NET_ERRORS } from './net-error.ts';

/**
 * Why a page was not loaded, in the contract's words (section 2): no HTTP answer (DNS, connection, TLS) is `url_unreachable`; an answer that is no
 * page (4xx, 5xx, a download, a crash) is `url_load_failed`.
 */
export interface LoadFailure {
  reason: LoadFailureReason;
  detail: string;
  /** The status of the response that is no page; absent without a response. */
  httpStatus?: number;
}

/** Chromium's net errors. Those of a connection and of a certificate stand in rows of a hundred. */
const CONNECTION = -100;
const CERTIFICATE = -200;
const HTTP = -300;
export const ABORTED = -3;
const TIMED_OUT = -7;
const NETWORK_CHANGED = -21;
const RESPONSE_CODE = -379;
const EMPTY_RESPONSE = -324;
/** Codes that mean a missing response although they are not in the ranges of the connection. */
const NO_ANSWER = [TIMED_OUT, NETWORK_CHANGED, EMPTY_RESPONSE];

export const DOWNLOAD: LoadFailure = {
  reason: 'url_load_failed',
  detail: 'The URL leads to a download, not to a page',
};
export const NO_PAGE: LoadFailure = { reason: 'url_load_failed', detail: 'The response is not a page' };

/** Electron leaves out the names of some errors. */
const NAMES = new Map<number, string>(Object.entries(NET_ERRORS).map(([name, code]) => [code, name]));

/** `code` and `name` as Chromium gives them to `did-fail-load` (`ERR_NAME_NOT_RESOLVED`). */
export function failureOf(code: number, name: string): LoadFailure {
  const isNetwork = (code <= CONNECTION && code > HTTP) || (code <= -800 && code > -900);
  const reason = isNetwork || NO_ANSWER.includes(code) ? 'url_unreachable' : 'url_load_failed';
  return { reason, detail: `${wordsFor(code)} (${name || NAMES.get(code) || `net error ${code}`})` };
}

function wordsFor(code: number): string {
  if (code === -105 || code === -137 || (code <= -800 && code > -900)) return 'The host name could not be resolved';
  if (code === -106) return 'This machine has no network';
  if (code === -102) return 'The host refused the connection';
  if (code <= CERTIFICATE && code > HTTP) return 'The certificate of the host is not trusted';
  if (code === -118 || code === TIMED_OUT) return 'The host did not answer in time';
  if (code === -310) return 'The page redirects in a loop';
  if (code === RESPONSE_CODE) return 'The page answered with an error and nothing to show';
  if (code === -20) return 'The sign does not load this kind of URL';
  return code <= CONNECTION && code > CERTIFICATE ? 'The host could not be reached' : 'The page could not be loaded';
}

/** Returns the failure that an HTTP status means; null below 400. */
export const failureOfStatus = (status: number): LoadFailure | null =>
  status < 400
    ? null
    : { reason: 'url_load_failed', detail: `The page answered with HTTP ${status}`, httpStatus: status };
