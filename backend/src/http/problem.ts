import { STATUS_CODES } from 'node:http';
import { ERROR_CODES, type Refusal } from '@sign-display/contracts/error-codes';
import { PROBLEM_CONTENT_TYPE, type FieldError, type Problem } from '@sign-display/contracts/rest/problem';
import type { FastifyReply } from 'fastify';

/** A refusal, with what only REST tells beside it. */
export interface RestRefusal extends Refusal {
  /** With `validation_failed`, and of lists of identifiers (list-id-errors.ts). */
  errors?: FieldError[];
  /** With `precondition_failed`: the record as it is now. */
  current?: Problem['current'];
  /** It stands in the audit log already, beside what it undid; a replay of an outcome does too. Not told. */
  isAudited?: true;
}

/**
 * The body of a REST error (contract, section 2; RFC 9457). `type` is `about:blank`, so `title` is HTTP's phrase for the status; what it means is in
 * `code`, and in words in `detail`. Throws an Error on a code that only the socket knows: whoever refuses
 * a request with one is broken.
 */
export function problemOf(refusal: RestRefusal): Problem {
  const { code, detail, reason, requestId, retryAfterMs, errors, current } = refusal;
  const { status, title } = ERROR_CODES[code];
  if (status === null) throw new Error(`${code} is sent by the socket only, not by REST`);
  return {
    type: 'about:blank',
    title: STATUS_CODES[status]!,
    status,
    detail: detail ?? title,
    code: code as Problem['code'],
    ...(reason !== undefined && { reason }),
    ...(requestId !== undefined && { requestId }),
    ...(retryAfterMs !== undefined && { retryAfterMs: Math.max(0, Math.ceil(retryAfterMs)) }),
    ...(errors !== undefined && { errors }),
    ...(current !== undefined && { current }),
  };
}

/**
 * Answers with a refusal, as `application/problem+json` (contract, section 2). Handlers are handed refusals as values and send
 * them with this; nobody throws one.
 */
export function sendRefusal(reply: FastifyReply, refusal: RestRefusal): FastifyReply {
  const problem = problemOf(refusal);
  if (problem.retryAfterMs !== undefined) reply.header('retry-after', String(Math.ceil(problem.retryAfterMs / 1_000)));
  if (problem.status === 401) reply.header('www-authenticate', 'Bearer');
  // As bytes, because to a text of JSON Fastify adds a charset, which this media type does not have.
  return reply
    .code(problem.status)
    .type(PROBLEM_CONTENT_TYPE)
    .send(Buffer.from(JSON.stringify(problem)));
}
