import { PROBLEM_CONTENT_TYPE } from '@sign-display/contracts/rest/problem';
import type { FastifyReply } from 'fastify';
import { problemOf, type RestRefusal } from './problem.ts';

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
