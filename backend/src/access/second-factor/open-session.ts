import { makeSecret, makeUuidV7 } from '@sign-display/contracts/identifier-generation';
import { BEARER_HEADER, SESSION_HEADER } from '@sign-display/contracts/rest/session';
import type { FastifyRequest } from 'fastify';
import type { Db, ServiceDeps, Trx } from '../../db/database-types.ts';
import { answer, type Answer } from '../../http/router.ts';
import { SESSION_TTL_MS, storeSignIn } from '../prolong-used-sessions.ts';
import { renewedCookie, signToken } from '../verify-session-token.ts';
import { endedChallengeCookie } from './challenge.ts';

/** What a session stores of the request that opened it. */
export interface SessionOrigin {
  kind: 'browser' | 'token';
  ipAddress: string;
  userAgent: string;
}

export const originOf = ({ headers, ip }: Pick<FastifyRequest, 'headers' | 'ip'>): SessionOrigin => ({
  kind: headers[SESSION_HEADER] === 'cookie' ? 'browser' : 'token',
  ipAddress: ip,
  userAgent: headers['user-agent'] ?? '',
});

/** Opens a session with a second factor, as better-auth opens others. Returns its token, without a signature. */
export async function openSession(
  trx: Trx,
  { clock, random }: ServiceDeps,
  userId: string,
  origin: SessionOrigin,
): Promise<string> {
  const at = new Date(clock.now());
  const token = makeSecret(random);
  const times = { createdAt: at, updatedAt: at, expiresAt: new Date(clock.now() + SESSION_TTL_MS) };
  await trx
    .insertInto('session')
    .values({ id: makeUuidV7(clock, random), token, userId, ...times, ...origin, mfa: true })
    .execute();
  await storeSignIn(trx, userId, clock.now());
  return token;
}

/** The headers by which a client takes the session, as after `POST /api/auth/sign-in/email`; its challenge is over. */
function sessionHeaders(token: string, authSecret: string, publicUrl: string) {
  const signed = signToken(token, authSecret);
  return {
    'set-cookie': [renewedCookie(signed, publicUrl), endedChallengeCookie(publicUrl)],
    [BEARER_HEADER]: signed,
    'cache-control': 'no-store',
  };
}

const ACCOUNT = ['id', 'email', 'name', 'emailVerified', 'image', 'language', 'createdAt', 'updatedAt'] as const;

/** The answer to a sign-in that opened the session with this token. `more`: the fields of the answer that only this route has. */
export async function answerWithSession(
  db: Db,
  { userId, token, authSecret, publicUrl }: { userId: string; token: string; authSecret: string; publicUrl: string },
  more: object = {},
): Promise<Answer> {
  const user = await db.selectFrom('user').select(ACCOUNT).where('id', '=', userId).executeTakeFirstOrThrow();
  return answer(200, { token, user, ...more }, sessionHeaders(token, authSecret, publicUrl));
}
