import { NewPassword, Password, SignInRequest } from '@sign-display/contracts/rest/session';
import { strictObject, text } from '@sign-display/contracts/schema';
import { isAPIError } from 'better-auth/api';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Type, type TSchema } from 'typebox';
import type { RestRefusal } from '../http/problem.ts';
import type { RateLimit } from '../http/rate-limits.ts';
import { addressKey } from '../http/rate-limits.ts';
import { sendRefusal } from '../http/refusals.ts';
import type { HttpServer } from '../http/server.ts';
import { isForeignOrigin } from './origin.ts';
import { ADDRESS_HEADER, AUTH_BASE_PATH, type BetterAuth } from './auth.ts';

const NoBody = Type.Union([strictObject({}), Type.Null()]);
const RevokeSession = strictObject({ token: text(200, 1) });
const ChangePassword = strictObject({
  currentPassword: Password,
  newPassword: NewPassword,
  revokeOtherSessions: Type.Optional(Type.Boolean()),
});

/** What is let through to better-auth; it has more routes, which stay closed. A null schema is a route without a body. */
const ENDPOINTS: readonly { method: 'GET' | 'POST'; path: string; body: TSchema | null }[] = [
  { method: 'POST', path: '/sign-in/email', body: SignInRequest },
  { method: 'POST', path: '/sign-out', body: NoBody },
  { method: 'GET', path: '/get-session', body: null },
  { method: 'GET', path: '/list-sessions', body: null },
  { method: 'POST', path: '/revoke-session', body: RevokeSession },
  { method: 'POST', path: '/revoke-other-sessions', body: NoBody },
  { method: 'POST', path: '/change-password', body: ChangePassword },
];
const SIGN_IN = '/sign-in/email';

/** The headers by which better-auth decides who asks, and what it notes of a session. */
const PASSED_ON = ['authorization', 'cookie', 'user-agent'];

function toFetchRequest(request: FastifyRequest, path: string, origin: string): Request {
  const headers = new Headers({ [ADDRESS_HEADER]: request.ip });
  for (const name of PASSED_ON) {
    const value = request.headers[name];
    if (typeof value === 'string') headers.set(name, value);
  }
  const url = new URL(AUTH_BASE_PATH + path, origin);
  if (request.method !== 'POST') return new Request(url, { headers });
  headers.set('content-type', 'application/json');
  return new Request(url, { method: 'POST', headers, body: JSON.stringify(request.body ?? {}) });
}

/** better-auth's refusals in the contract's codes; null for what is no refusal but a failure. */
export function refusalOfAuth(status: number, message: string | undefined): RestRefusal | null {
  const detail = message === undefined ? {} : { detail: message };
  if (status === 401) return { code: 'unauthenticated', ...detail };
  if (status === 403) return { code: 'forbidden', ...detail };
  if (status === 404) return { code: 'not_found' };
  if (status === 429) return { code: 'rate_limited' };
  return status >= 400 && status < 500 ? { code: 'validation_failed', ...detail } : null;
}

async function sendFetchResponse(reply: FastifyReply, response: Response): Promise<FastifyReply> {
  const refusal = response.status >= 400 ? refusalOfAuth(response.status, undefined) : null;
  if (refusal) return sendRefusal(reply, refusal);
  if (response.status >= 500) throw new Error(`better-auth answered ${response.status}`);
  reply.code(response.status);
  for (const [name, value] of response.headers) if (name !== 'set-cookie') reply.header(name, value);
  // One header each: joined by a comma they would be one broken cookie.
  for (const cookie of response.headers.getSetCookie()) reply.header('set-cookie', cookie);
  return reply.header('cache-control', 'no-store').send(await response.text());
}

/**
 * The part of better-auth that is open, under /api/auth (contract, section 3). Its refusals become problems of the contract; a wrong
 * password and an unknown address are the same answer, after the same time.
 */
export function addAuthRoutes(
  app: HttpServer,
  deps: { betterAuth: () => BetterAuth; publicUrl(): string; signInLimit: RateLimit },
): void {
  const { betterAuth, publicUrl, signInLimit } = deps;
  for (const { method, path, body } of ENDPOINTS) {
    app.route({
      method,
      url: AUTH_BASE_PATH + path,
      ...(body && { schema: { body } }),
      async onRequest(request, reply) {
        if (method !== 'GET' && isForeignOrigin(request.headers, publicUrl())) {
          return sendRefusal(reply, { code: 'forbidden', detail: 'A page of another origin may not do this.' });
        }
        if (path !== SIGN_IN) return;
        const refusal = signInLimit.take(addressKey(request.ip));
        if (refusal) return sendRefusal(reply, refusal);
      },
      async handler(request, reply) {
        try {
          const response = await betterAuth().handler(toFetchRequest(request, path, publicUrl()));
          return await sendFetchResponse(reply, response);
        } catch (error) {
          const refusal = isAPIError(error) ? refusalOfAuth(error.statusCode, error.body?.message) : null;
          if (refusal) return sendRefusal(reply, refusal);
          throw error;
        }
      },
    });
  }
}
