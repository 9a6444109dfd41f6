import type { ContentFetch } from '@sign-display/contracts/rest/telemetry';

/** What a request of a sign came to, and why it failed. Pure. */

/** The reasons that pages have words for. */
export const FETCH_REASONS = [
  'noNetwork',
  'noHost',
  'refused',
  'timedOut',
  'certificate',
  'unreachable',
  'redirects',
  'cancelled',
  'denied',
  'notFound',
  'rejected',
  'hostError',
] as const;
export type FetchReason = (typeof FETCH_REASONS)[number];

type Outcome = Pick<ContentFetch, 'status' | 'error'>;

/** The same condition as the filter `result=failed` of the service. */
export const hasFailed = ({ status, error }: Outcome): boolean => error !== null || (status ?? 0) >= 400;

/** Chromium's names of errors, as kiosks report them: `net::ERR_NAME_NOT_RESOLVED`. The first that fits counts. */
const ERRORS: readonly (readonly [RegExp, FetchReason])[] = [
  [/ERR_INTERNET_DISCONNECTED|ERR_NETWORK_CHANGED|ERR_NETWORK_IO_SUSPENDED/, 'noNetwork'],
  [/ERR_NAME_|ERR_DNS_|ENOTFOUND/, 'noHost'],
  [/ERR_CONNECTION_REFUSED|ECONNREFUSED/, 'refused'],
  [/TIMED_OUT|ETIMEDOUT/, 'timedOut'],
  [/ERR_CERT_|ERR_SSL_/, 'certificate'],
  [/ERR_TOO_MANY_REDIRECTS/, 'redirects'],
  [/ERR_ABORTED/, 'cancelled'],
  [/ERR_CONNECTION_|ERR_ADDRESS_|ERR_EMPTY_RESPONSE|ERR_SOCKET_|ERR_TUNNEL_|ERR_PROXY_/, 'unreachable'],
];

function reasonOfStatus(status: number): FetchReason {
  if (status >= 500) return 'hostError';
  if (status === 401 || status === 403) return 'denied';
  return status === 404 || status === 410 ? 'notFound' : 'rejected';
}

/** Why a request failed; null where it did not, or where no words fit its error. */
export function reasonOf({ status, error }: Outcome): FetchReason | null {
  if (error !== null) return ERRORS.find(([pattern]) => pattern.test(error))?.[1] ?? null;
  return status !== null && status >= 400 ? reasonOfStatus(status) : null;
}

/** What a person on the telephone can read out: `HTTP 404`, `ERR_NAME_NOT_RESOLVED`, or the error as the kiosk reported it; empty where there is nothing. */
export function codeOf({ status, error }: Outcome): string {
  if (error !== null) return /ERR_[A-Z0-9_]+/.exec(error)?.[0] ?? error;
  return status === null ? '' : `HTTP ${status}`;
}
