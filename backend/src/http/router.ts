import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Static, TSchema } from 'typebox';
import { LIMITS } from '@sign-display/contracts/limits';
import { ROUTES, routeAddress, type Route, type RouteKey } from '@sign-display/contracts/routes';
import type { Role } from '@sign-display/contracts/roles';
import type { Author, SignedInAuthor } from './change-author-types.ts';
import { type RestRefusal, sendRefusal } from './problem.ts';
import type { RequestLimits } from './rate-limits.ts';
import { prepareBody, requestSchemaOf } from './request-schema.ts';

/** A request that was refused, as the router has it: checked against the route's schemas. */
export interface RefusedRequest {
  key: RouteKey;
  author: Author;
  params: unknown;
  query: unknown;
  body: unknown;
}

/** Told of a refusal before the client hears of it. Rejects where it could not be written down. */
export type NoteRefusal = (request: RefusedRequest, refusal: RestRefusal) => Promise<void>;

/** The person behind a request. */
export interface Caller {
  userId: string;
  name: string;
  email: string;
  sessionId: string;
  /** The person still has the printed first password, and may only replace it (details 9). */
  passwordChangeRequired?: true;
  /** The session was prolonged by this request: the `set-cookie` by which the browser keeps its cookie along with it. */
  renewedCookie?: string;
}

type StaticOf<Key extends RouteKey, Part extends 'body' | 'params' | 'query'> = (typeof ROUTES)[Key] extends {
  [P in Part]: infer Schema extends TSchema;
}
  ? Static<Schema>
  : undefined;
type CallerOf<Key extends RouteKey> = (typeof ROUTES)[Key]['role'] extends 'none' ? null : Caller;
type AuthorOf<Key extends RouteKey> = (typeof ROUTES)[Key]['role'] extends 'none' ? Author : SignedInAuthor;

interface RouteRequest<Key extends RouteKey> {
  body: StaticOf<Key, 'body'>;
  params: StaticOf<Key, 'params'>;
  query: StaticOf<Key, 'query'>;
  caller: CallerOf<Key>;
  /** The role that the contract's table asks for, in the organization that the request is about. */
  role: (typeof ROUTES)[Key]['role'] extends infer Needed extends Role ? Needed : never;
  /** Who asks, for the audit log. */
  author: AuthorOf<Key>;
  raw: FastifyRequest;
}

export interface Answer {
  status: number;
  body?: unknown;
  /** A list is one header each. */
  headers?: Record<string, string | string[]>;
}

type RouteHandler<Key extends RouteKey> = (request: RouteRequest<Key>) => Promise<Answer | RestRefusal>;

export const answer = (status: number, body?: unknown, headers: Answer['headers'] = {}): Answer => ({
  status,
  body,
  headers,
});

/** For HEAD: what GET would begin with, where its length is not known before (RFC 9110, 8.6). A text would be told with its own length and charset. */
export const answerHead = (headers: Answer['headers']): Answer => answer(200, Readable.from([]), headers);

/** A body that is JSON already, as text. */
export const answerJson = (json: string): Answer =>
  answer(200, json, { 'content-type': 'application/json; charset=utf-8' });

export interface Router {
  /** Serves a route of the contract's table: its schemas and whether it needs a signed-in caller come from there. */
  route<Key extends RouteKey>(key: Key, handle: RouteHandler<Key>): void;
}

/** The row of the route that a request has reached; null where no row has it. HEAD reaches the route of GET. */
export function rowOf({ method, routeOptions }: FastifyRequest): Route | null {
  const key = `${method === 'HEAD' ? 'GET' : method} ${routeOptions.url}`;
  return Object.hasOwn(ROUTES, key) ? ROUTES[key as RouteKey] : null;
}

/** Who asks, as the audit log has them. */
export const authorOf = (request: FastifyRequest, caller: Caller | null): Author => ({
  person: caller && { id: caller.userId, name: caller.name, email: caller.email },
  requestId: request.id,
  ip: request.ip,
});

const UNAUTHENTICATED: RestRefusal = { code: 'unauthenticated' };
export const PASSWORD_CHANGE_REQUIRED: RestRefusal = { code: 'password_change_required' };
const MALFORMED_QUERY: RestRefusal = {
  code: 'validation_failed',
  detail: 'The query is not valid percent-encoded UTF-8.',
};

/** Whether what stands behind the question mark can be read; the parser leaves what it can't as it is. */
function isWellEscaped(url: string): boolean {
  const [, ...query] = url.split('?');
  try {
    decodeURIComponent(query.join('?'));
    return true;
  } catch {
    return false;
  }
}

/**
 * Lets the requests of a route in: finds out who asks, and counts. Who asks too much is told so before the body is read (`isCut`), or after its form:
 * the contract's order of refusals (section 2).
 */
export function createAuthenticator(
  limits: RequestLimits,
  authenticate: (request: FastifyRequest) => Promise<Caller | null>,
) {
  const callers = new WeakMap<FastifyRequest, Caller>();
  const refused = new WeakMap<FastifyRequest, RestRefusal>();
  return {
    callerOf: (request: FastifyRequest): Caller | null => callers.get(request) ?? null,
    async onRequest(
      { role, limitedByAddress, allowsFirstPassword }: Route,
      request: FastifyRequest,
      reply: FastifyReply,
    ) {
      const caller = role === 'none' ? null : await authenticate(request);
      if (!caller) {
        const tooMany = limitedByAddress ? limits.ofGuess(request.ip) : limits.ofAddress(request.ip);
        const refusal = tooMany ?? (role === 'none' ? null : UNAUTHENTICATED);
        return refusal ? sendRefusal(reply, refusal) : undefined;
      }
      callers.set(request, caller);
      if (caller.renewedCookie !== undefined) reply.header('set-cookie', caller.renewedCookie);
      if (caller.passwordChangeRequired && !allowsFirstPassword) return sendRefusal(reply, PASSWORD_CHANGE_REQUIRED);
      const tooMany = limits.ofCaller(caller);
      if (tooMany?.isCut) return sendRefusal(reply, tooMany.refusal);
      if (tooMany) refused.set(request, tooMany.refusal);
      return undefined;
    },
    async preHandler(request: FastifyRequest, reply: FastifyReply) {
      const refusal = refused.get(request);
      return refusal ? sendRefusal(reply, refusal) : undefined;
    },
  };
}

/** `authenticate` gives the caller of a request, or null. Nobody is told of a malformed body before being signed in. */
export function createRouter(deps: {
  http: FastifyInstance;
  authenticate(request: FastifyRequest): Promise<Caller | null>;
  limits: RequestLimits;
  /** Told of what a signed-in caller is refused before they are: what can't be written down is not told either. */
  noteRefusal: NoteRefusal;
}): Router {
  const { http, authenticate, limits, noteRefusal } = deps;
  const door = createAuthenticator(limits, authenticate);

  return {
    route(key, handle) {
      const { method, path } = routeAddress(key);
      const route: Route = ROUTES[key];
      http.route({
        method,
        url: path,
        schema: requestSchemaOf(key),
        bodyLimit: route.bodyBytes ?? LIMITS.bodyBytes,
        async onRequest(request, reply) {
          // Health has no limit.
          return path.startsWith('/api/') ? await door.onRequest(route, request, reply) : undefined;
        },
        async preValidation(request, reply) {
          if (!isWellEscaped(request.url)) return sendRefusal(reply, MALFORMED_QUERY);
          const refusal = prepareBody(key, request);
          return refusal ? sendRefusal(reply, refusal) : undefined;
        },
        preHandler: door.preHandler,
        async handler(request, reply) {
          const { body, params, query } = request;
          const caller = door.callerOf(request);
          const author = authorOf(request, caller);
          const given = { body, params, query, caller, role: route.role, author, raw: request };
          const result = await handle(given as unknown as RouteRequest<typeof key>);
          if ('code' in result) {
            if (caller) await noteRefusal({ key, author, params, query, body }, result);
            return sendRefusal(reply, result);
          }
          return await reply
            .code(result.status)
            .headers(result.headers ?? {})
            .send(result.body);
        },
      });
    },
  };
}
