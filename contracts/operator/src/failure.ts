import { ERROR_CODES, type ErrorCode, type Refusal, type RestErrorCode } from '@sign-display/contracts/error-codes';
import { createCheck } from '@sign-display/client/answer-check';
import { Unreachable, accepted, type ClientOptions } from '@sign-display/client/client';
import type { Problem } from '@sign-display/contracts/rest/problem';
import { explain } from './error-text.ts';

export const EXIT = { done: 0, refused: 1, usage: 2, unreached: 3, interrupted: 130 } as const;

/** Why a command ended without what was asked for: in words, for machines, and as an exit code. */
export class Failure extends Error {
  override name = 'Failure';
  readonly exit: number;
  /** What `--json` prints of it. */
  readonly facts: { code: string; title: string; next: string } & Record<string, unknown>;
  readonly details: readonly string[];

  constructor(exit: number, facts: Failure['facts'], details: readonly string[] = [], options?: ErrorOptions) {
    super(facts.title, options);
    this.exit = exit;
    this.facts = facts;
    this.details = details;
  }
}

export const wrongUsage = (title: string, next: string): Failure =>
  new Failure(EXIT.usage, { code: 'usage', title, next });

/** Makes the failure of a refusal by the service. `also`: a consequence to add ("The sign was not claimed."). */
export function refused(problem: Omit<Problem, 'type'>, also = ''): Failure {
  const { title, next, details } = explain(problem);
  return new Failure(EXIT.refused, { ...problem, title: `${title}${also && ` ${also}`}`, next }, details);
}

const isRestCode = (code: ErrorCode): code is RestErrorCode => ERROR_CODES[code].status !== null;

/** Of a socket's refusal. A code that exists on sockets only is one that this program can do nothing about. */
export function refusedOnSocket({ code, detail = ERROR_CODES[code].title, ...more }: Refusal): Failure {
  const { title } = ERROR_CODES[code];
  if (isRestCode(code)) return refused({ ...more, code, status: ERROR_CODES[code].status, title, detail });
  return new Failure(EXIT.refused, { code, title, next: 'Update this program.' }, [detail]);
}

/** The causes of a request without a response: Node's code or message, its meaning, and the next step. */
const CAUSES: readonly (readonly [cause: RegExp, why: string, next: string])[] = [
  [
    /^ECONNREFUSED$/,
    'nothing answers at this address',
    'Start the service with npm start, or pass its URL with --server.',
  ],
  [/^(ENOTFOUND|EAI_AGAIN)$/, 'its name was not found', 'Check the spelling of --server, and your network.'],
  [
    /^(EHOSTUNREACH|ENETUNREACH)$/,
    'the network has no route to this address',
    'Check --server, and check that this computer is on the network of the service.',
  ],
  [
    /timed? ?out|^(ETIMEDOUT|UND_ERR_(CONNECT|HEADERS|BODY)_TIMEOUT)$/i,
    'it did not answer in time',
    'Check --server, and whether the service is overloaded. Then try again.',
  ],
  [/^ERR_SSL_/, 'it does not use https', 'Check the port, or use http:// if the service has no https.'],
  [/^CERT_HAS_EXPIRED$/, 'its certificate has expired', 'Renew the certificate of the service.'],
  [/^ERR_TLS_CERT_ALTNAME_INVALID$/, 'its certificate is for another name', 'Use that name in --server.'],
  [
    /CERT|SIGNATURE|ISSUER/,
    'its certificate is not trusted',
    'If the service was started with --https, set NODE_EXTRA_CA_CERTS to its authority.crt.',
  ],
  [
    /^(ECONNRESET|EPIPE|UND_ERR_SOCKET)$/,
    'it closed the connection',
    'Check whether the URL starts with https://, and read the log of the service.',
  ],
];

/** Explains why there was no response, and what to do. */
function explainCause(cause: string): { why: string; next: string } {
  const [, why, next] = CAUSES.find(([form]) => form.test(cause)) ?? [];
  if (why === undefined) return { why: cause, next: 'Check that the service runs, or pass its URL with --server.' };
  // A code is shown because people can search for it; a message would only repeat the words.
  return { why: /^[A-Z_\d]+$/.test(cause) ? `${why} (${cause})` : why, next: next! };
}

/**
 * Makes the failure of a request without a response, or with a response that is not from this version of the service.
 */
export const unreached = (server: string, cause: Error, next?: string): Failure => {
  const why = cause.message.replace(`${server} gave no reply: `, '');
  const isAnswered = cause instanceof Unreachable && cause.status !== null;
  const explained = explainCause(why);
  const title = isAnswered
    ? `${server} answered in an unexpected way: ${why}.`
    : `The service at ${server} could not be reached: ${explained.why}.`;
  const usual = isAnswered
    ? 'Check the address, and use the operator commands of the same version as the service.'
    : explained.next;
  return new Failure(EXIT.unreached, { code: 'unreachable', title, next: next ?? usual }, [], { cause });
};

/** Replaces the title and next step of an `unauthenticated` failure; returns any other failure unchanged. */
export const asUnauthenticated = (error: unknown, title: string, next: string): unknown =>
  error instanceof Failure && error.facts.code === 'unauthenticated'
    ? new Failure(error.exit, { ...error.facts, title, next }, error.details)
    : error;

/** Makes the check that treats a response in another form than its row's as not from the service. */
export function createReplyCheck(): NonNullable<ClientOptions['check']> {
  const check = createCheck();
  return (key, status, body) => {
    try {
      check(key, status, body);
    } catch (cause) {
      throw new Unreachable(
        `the answer did not come from the service, or from another version of it: ${(cause as Error).message}`,
        status,
        { cause },
      );
    }
  };
}

/** The answer, where it is no refusal; else throws a `Failure`. */
export const done = <Given extends Parameters<typeof accepted>[0]>(
  answer: Given,
  also?: string,
): Given & { ok: true } => accepted(answer, (problem) => refused(problem, also));

export const failureOf = (error: unknown, server: string): Failure =>
  error instanceof Failure
    ? error
    : error instanceof Unreachable
      ? unreached(server, error)
      : new Failure(EXIT.refused, { code: 'broken', title: String(error), next: 'This is a bug in this program.' }, [
          (error as Error).stack ?? '',
        ]);
