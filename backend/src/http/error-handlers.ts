import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isDatabaseUnavailable } from '../db/open-database.ts';
import { type RestRefusal, sendRefusal } from './problem.ts';
import { fieldErrors } from './validation.ts';

/** A database that is away comes back within seconds (a restart) or takes a person; asking more often than this helps in neither. */
const RETRY_AFTER_MS = 2_000;

/** Fastify's own words for what is wrong with a request, in ours. What is not here is told by its status. */
const DETAILS: Record<string, string> = {
  BODY_NOT_UTF8: 'The body is not valid UTF-8.',
  BODY_TOO_DEEP: 'The body nests lists and objects too deeply.',
  BODY_TOO_MANY_PARTS: 'The body contains too many lists and objects.',
  BODY_TOO_WIDE: 'The body contains an object with too many fields.',
  FST_ERR_CTP_INVALID_JSON_BODY: 'The body is not valid JSON.',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'The length of the body differs from content-length.',
  FST_ERR_BAD_URL: 'The address is not a valid URL.',
  FST_ERR_MAX_PARAM_LENGTH: 'A part of the address is too long.',
};

/** By the part of a request that does not fit. */
const PARTS: Record<string, string> = {
  params: 'A part of the address does not match the schema.',
  querystring: 'A query field does not match the schema.',
};

/** What the client is told of something that was thrown while its request was served. Shows nothing of the inside. */
export function refusalOf(error: FastifyError): RestRefusal {
  if (error.validation) {
    const errors = fieldErrors(error.validation);
    const part = error.validationContext ?? 'request';
    return { code: 'validation_failed', detail: PARTS[part] ?? `The ${part} does not match the schema.`, errors };
  }
  if (isDatabaseUnavailable(error)) return { code: 'unavailable', retryAfterMs: RETRY_AFTER_MS };
  const { statusCode = 500 } = error;
  if (statusCode === 413) return { code: 'payload_too_large' };
  if (statusCode === 415) return { code: 'unsupported_media_type' };
  if (statusCode === 404) return { code: 'not_found' };
  if (statusCode >= 400 && statusCode < 500) {
    const detail = DETAILS[error.code];
    return { code: 'validation_failed', ...(detail !== undefined && { detail }) };
  }
  return { code: 'internal' };
}

/** Anything can be thrown, also what is no error and what has no prototype. */
function asError(thrown: unknown): FastifyError {
  if (thrown instanceof Error) return thrown as FastifyError;
  return new Error('a value that is not an Error was thrown', { cause: thrown }) as FastifyError;
}

/**
 * Whether a client has gone before its body was here. Node tells it as ECONNRESET, as a lost connection to the database is; but a handler, which
 * alone asks the database, runs only once the body is here.
 */
const hasLeft = ({ raw }: FastifyRequest): boolean => raw.readableAborted && !raw.complete;

/** The one place where what was thrown becomes an answer; the log has the cause. */
function handleError(thrown: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  if (hasLeft(request)) {
    request.log.debug('client disconnected before its request body arrived');
    return sendRefusal(reply, { code: 'validation_failed', detail: 'The request body is incomplete.' });
  }
  const error = asError(thrown);
  const refusal = refusalOf(error);
  if (refusal.code === 'internal') request.log.error({ err: error }, 'request failed');
  else if (refusal.code === 'unavailable') request.log.warn({ err: error }, 'database unavailable');
  return sendRefusal(reply, refusal);
}

/** Counts a request that leads to no route, of an address (promise A5): a refusal where it is one too many. */
export type CountUnrouted = (ip: string) => RestRefusal | null;

/**
 * Answers a request that leads to no route of the API, or whose address can't be read. It is counted for its address, signed in or not: to find its
 * session would cost more than to answer it.
 */
export function answerUnrouted(
  request: FastifyRequest,
  reply: FastifyReply,
  { count, error }: { count: CountUnrouted; error?: unknown },
): FastifyReply {
  const tooMany = request.url.startsWith('/api/') ? count(request.ip) : null;
  if (tooMany) return sendRefusal(reply, tooMany);
  return error === undefined ? sendRefusal(reply, { code: 'not_found' }) : handleError(error, request, reply);
}

/** Gives `app` its one error handler and its one not-found handler. */
export function addErrorHandlers(app: FastifyInstance, count: CountUnrouted): void {
  app.setErrorHandler(handleError);
  app.setNotFoundHandler((request, reply) => answerUnrouted(request, reply, { count }));
}
