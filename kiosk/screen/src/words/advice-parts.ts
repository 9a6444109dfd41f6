import type { Advice } from '../decisions/advice.ts';
import { hostOf, withoutMiddle } from '../decisions/text-fit.ts';
import type { LastTry } from '../model.ts';
import type { Sentence } from './sentence.ts';

/** What stands left of the QR, and above it on an upright screen. */
export interface AdviceWords {
  title: string;
  /** `bad`: no claim can work, or the last one failed. `warn`: it works, and something is wrong. */
  tone: 'plain' | 'bad' | 'warn';
  paragraphs: readonly Sentence[];
  steps: readonly Sentence[];
  /** What the sign does by itself. */
  small: string | null;
}

/** The words of each kind of advice in one language. */
export type AdviceOf = {
  [Kind in Advice['kind']]: (advice: Extract<Advice, { kind: Kind }>, now: () => number) => AdviceWords;
};
/** Describes a server whose answer is not valid, or that doesn't answer. */
export type OnHost = Extract<Advice, { kind: 'no_answer' }>;

export const plain = { tone: 'plain', steps: [], small: null } as const;
export const short = (host: string): string => withoutMiddle(host, 60);
export const portOf = (host: string): string => /:(\d+)$/.exec(host)?.[1] ?? '443';

/** Chromium's names for failures. */
const LOAD_ERRORS: [RegExp, keyof LoadFailures][] = [
  [/^ERR_FRAME_REFUSED/, 'frame'],
  [/^ERR_NEEDS_HTTPS/, 'https'],
  [/^ERR_(NAME_|DNS_)/, 'name'],
  [/^ERR_(CERT_|SSL_|BAD_SSL)/, 'certificate'],
  [/^ERR_(INTERNET_DISCONNECTED|NETWORK_)/, 'network'],
  [/^ERR_TOO_MANY_REDIRECTS/, 'redirects'],
  [/^ERR_(CONNECTION_|ADDRESS_|EMPTY_|TIMED_OUT)/, 'noAnswer'],
];

/** Why a page did not load, as a person would say it on the telephone. */
export interface LoadFailures {
  page: string;
  notCompleted: string;
  frame(host: string): string;
  https(host: string): string;
  name(host: string): string;
  certificate(host: string): string;
  network(host: string): string;
  redirects(host: string): string;
  noAnswer(host: string): string;
  tooLong(host: string): string;
  status(host: string, status: number): string;
  error(host: string): string;
  /** The whole sentence. */
  notLoaded(why: string): string;
}

export function whyFailed({ url, reason, error, httpStatus }: LastTry, said: LoadFailures): string {
  if (reason === null) return said.notCompleted;
  const host = url === null ? said.page : short(hostOf(url));
  if (httpStatus !== null && httpStatus >= 400) return said.notLoaded(said.status(host, httpStatus));
  if (reason === 'sign_timeout') return said.notLoaded(said.tooLong(host));
  const known = LOAD_ERRORS.find(([pattern]) => pattern.test(error ?? ''));
  if (known) return said.notLoaded((said[known[1]] as (host: string) => string)(host));
  const code = error === null ? '' : ` (${withoutMiddle(error, 60)})`;
  return said.notLoaded((reason === 'url_unreachable' ? said.noAnswer(host) : said.error(host)) + code);
}
