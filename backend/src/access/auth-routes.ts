import { LIMITS } from '@sign-display/contracts/limits';
import { CHALLENGE_ACTION, SESSION_HEADER, type SecondFactorChallenge } from '@sign-display/contracts/rest/session';
import { ROUTES, routeAddress, type Route, type RouteKey } from '@sign-display/contracts/routes';
import { isAPIError } from 'better-auth/api';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ServiceDeps } from '../db/database-types.ts';
import { type RestRefusal, sendRefusal } from '../http/problem.ts';
import type { RequestLimits } from '../http/rate-limits.ts';
import { authorOf, createAuthenticator, type Caller } from '../http/router.ts';
import { prepareBody, requestSchemaOf } from '../http/request-schema.ts';
import type { HttpServer } from '../http/create-http-server.ts';
import type { AccountRequest, AccountSecurity } from './auth-route-hooks.ts';
import { recordAccountEvent } from './account-events.ts';
import { isForeignOrigin } from './is-foreign-origin.ts';
import { challengeCookie, makeChallenge } from './second-factor/challenge.ts';
import { personWithoutCode } from './second-factor/second-factor-missing.ts';
import { endedSessionCookie } from './verify-session-token.ts';
import { ADDRESS_HEADER, type BetterAuth } from './better-auth.ts';
import type { SessionLookup } from './find-caller.ts';
import type { PasswordReset } from './password-reset.ts';

/** What is let through to better-auth: the contract's own routes of it. It has more, which stay closed. */
const OPEN = (Object.keys(ROUTES) as RouteKey[]).filter((key) => (ROUTES[key] as Route).by === 'better-auth');

/** The headers by which better-auth decides who asks, and what it notes of a session. */
const PASSED_ON = ['authorization', 'cookie', 'user-agent', SESSION_HEADER];

function toFetchRequest(request: FastifyRequest, path: string, origin: string): Request {
  const headers = new Headers({ [ADDRESS_HEADER]: request.ip });
  for (const name of PASSED_ON) {
    const value = request.headers[name];
    if (typeof value === 'string') headers.set(name, value);
  }
  const url = new URL(path, origin);
  if (request.method !== 'POST') return new Request(url, { headers });
  headers.set('content-type', 'application/json');
  return new Request(url, { method: 'POST', headers, body: JSON.stringify(request.body ?? {}) });
}

/** better-auth's refusals in the contract's codes; null for what is no refusal but a failure. */
function refusalOfAuth(status: number, message: string | undefined): RestRefusal | null {
  const detail = message === undefined ? {} : { detail: message };
  if (status === 401) return { code: 'unauthenticated', ...detail };
  if (status === 403) return { code: 'forbidden', ...detail };
  if (status === 404) return { code: 'not_found' };
  if (status === 429) return { code: 'rate_limited' };
  return status >= 400 && status < 500 ? { code: 'validation_failed', ...detail } : null;
}

/** What better-auth refuses where the request's form is right, in words for the person who asks. */
const WRONG: Partial<Record<RouteKey, string>> = {
  'POST /api/auth/sign-in/email': 'The e-mail address or the password is wrong.',
  'POST /api/auth/change-password': 'The current password is wrong.',
  'POST /api/auth/reset-password': 'This link was already used or has expired. Request a new link.',
};

async function sendFetchResponse(reply: FastifyReply, response: Response): Promise<FastifyReply> {
  reply.code(response.status);
  for (const [name, value] of response.headers) if (name !== 'set-cookie') reply.header(name, value);
  // One header each: joined by a comma they would be one broken cookie.
  for (const cookie of response.headers.getSetCookie()) reply.header('set-cookie', cookie);
  return reply.send(await response.text());
}

interface AuthRoutesDependencies extends ServiceDeps {
  authSecret: string;
  betterAuth: () => BetterAuth;
  publicUrl(): string;
  sessions: SessionLookup;
  passwordReset: PasswordReset;
  security: AccountSecurity;
  limits: RequestLimits;
}

/**
 * The part of better-auth that is open, under /api/auth (contract, section 3). Its refusals become problems of the contract; a wrong
 * password and an unknown address are the same answer, after the same time.
 */
export function addAuthRoutes(app: HttpServer, deps: AuthRoutesDependencies): void {
  const { authSecret, betterAuth, publicUrl, sessions, passwordReset, security, limits } = deps;
  const door = createAuthenticator(limits, (request) => sessions.findCaller(request.headers));

  /** The password was right, and a code must follow. A browser that was signed in as somebody else is so no longer. */
  async function challenge(userId: string, request: FastifyRequest): Promise<Response> {
    const author = authorOf(request, null);
    const signed = await makeChallenge(deps, authSecret, userId);
    // Who has the password and no code is seen by the person as well.
    await recordAccountEvent(deps, { userId, author, action: CHALLENGE_ACTION, outcome: 'ok' });
    request.log.info({ action: CHALLENGE_ACTION, ip: author.ip, userId }, 'security event');
    const body: SecondFactorChallenge = { twoFactorRedirect: true, twoFactorMethods: ['totp'], challenge: signed };
    const response = Response.json(body);
    for (const cookie of [challengeCookie(signed, publicUrl()), endedSessionCookie(publicUrl())])
      response.headers.append('set-cookie', cookie);
    return response;
  }

  async function ask(request: FastifyRequest, path: string): Promise<Response | RestRefusal> {
    try {
      const response = await betterAuth().handler(toFetchRequest(request, path, publicUrl()));
      if (response.status >= 500) throw new Error(`better-auth returned ${response.status}`);
      return (response.status >= 400 && refusalOfAuth(response.status, undefined)) || response;
    } catch (error) {
      const userId = personWithoutCode(error);
      if (userId !== null) return await challenge(userId, request);
      const refusal = isAPIError(error) ? refusalOfAuth(error.statusCode, error.body?.message) : null;
      if (refusal) return refusal;
      throw error;
    }
  }

  /** Has better-auth answer, with the checks before it and the notes after it. */
  async function answer(request: FastifyRequest, key: RouteKey, path: string): Promise<Response | RestRefusal> {
    const caller = door.callerOf(request);
    const asked = {
      key,
      author: authorOf(request, caller),
      sessionId: caller?.sessionId ?? null,
      body: (request.body ?? {}) as AccountRequest['body'],
      log: request.log,
    };
    const answered = await security.answer(asked, () => ask(request, path));
    if ('code' in answered && answered.code !== 'rate_limited' && WRONG[key] !== undefined)
      answered.detail ??= WRONG[key];
    return answered;
  }

  async function renew(request: FastifyRequest, reply: FastifyReply): Promise<Caller | null> {
    const caller = await sessions.findCaller(request.headers);
    if (caller?.renewedCookie !== undefined) reply.header('set-cookie', caller.renewedCookie);
    return caller;
  }

  for (const key of OPEN) {
    const { method, path } = routeAddress(key);
    const route: Route = ROUTES[key];
    app.route({
      method,
      url: path,
      bodyLimit: route.bodyBytes ?? LIMITS.bodyBytes,
      schema: requestSchemaOf(key),
      async onRequest(request, reply) {
        if (method !== 'GET' && isForeignOrigin(request.headers, publicUrl())) {
          return sendRefusal(reply, {
            code: 'forbidden',
            detail: 'Requests from pages of another origin are not allowed.',
          });
        }
        return await door.onRequest(route, request, reply);
      },
      preHandler: door.preHandler,
      async preValidation(request, reply) {
        const refusal = prepareBody(key, request);
        return refusal ? sendRefusal(reply, refusal) : undefined;
      },
      async handler(request, reply) {
        if (key === 'POST /api/auth/request-password-reset')
          return reply.send(
            await passwordReset.request((request.body as { email: string }).email, authorOf(request, null)),
          );
        // Asking for a session uses it.
        const caller = route.knowsCaller ? await renew(request, reply) : null;
        // better-auth reads other credentials than every other route: a cookie beside a wrong bearer token, and one from a page of another origin.
        if (key === 'GET /api/auth/get-session' && caller === null) return reply.type('application/json').send('null');
        const answered = await answer(request, key, path);
        return 'code' in answered ? sendRefusal(reply, answered) : await sendFetchResponse(reply, answered);
      },
    });
  }
}
