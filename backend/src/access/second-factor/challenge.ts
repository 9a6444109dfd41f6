import { createHash } from 'node:crypto';
import type { Ports } from '@sign-display/contracts/clock-and-random';
import { makeSecret, makeUuidV7 } from '@sign-display/contracts/identifier-generation';
import { CHALLENGE_TTL_MS } from '@sign-display/contracts/rest/session';
import type { Db, ServiceDeps } from '../../db/database-types.ts';
import {
  cookieOf,
  cookiePrefix,
  cookieValue,
  decodeCookie,
  signToken,
  verifySignedToken,
} from '../verify-session-token.ts';

/**
 * The challenge that a right password gives a person with a second factor: a signed token, for 10 minutes, in a cookie for browsers and in the body for
 * others (details 61). The database has its hash, among the links of forgotten passwords: a new password removes both.
 */

const cookieName = (publicUrl: string): string => `${cookiePrefix(publicUrl)}.two_factor`;
export const challengeCookie = (signed: string, publicUrl: string): string =>
  cookieOf(cookieName(publicUrl), encodeURIComponent(signed), CHALLENGE_TTL_MS / 1_000, publicUrl);
export const endedChallengeCookie = (publicUrl: string): string => cookieOf(cookieName(publicUrl), '', 0, publicUrl);

export function challengeInCookie(header: string | undefined, publicUrl: string): string | null {
  const value = cookieValue(header ?? '', cookieName(publicUrl));
  return value === null ? null : decodeCookie(value);
}

const identifierOf = (token: string): string =>
  createHash('sha256').update(`second-factor:${token}`).digest('base64url');

/** Stores a challenge, and returns it signed. */
export async function makeChallenge(
  { db, clock, random }: ServiceDeps,
  authSecret: string,
  userId: string,
): Promise<string> {
  const token = makeSecret(random);
  const at = new Date(clock.now());
  const expiresAt = new Date(clock.now() + CHALLENGE_TTL_MS);
  const row = { identifier: identifierOf(token), value: userId, createdAt: at, updatedAt: at, expiresAt };
  await db
    .insertInto('verification')
    .values({ id: makeUuidV7(clock, random), ...row })
    .execute();
  return signToken(token, authSecret);
}

export interface Challenge {
  identifier: string;
  userId: string;
}

/** Null for a challenge that is not ours, is over, or was used. */
export async function findChallenge(
  db: Db,
  { clock }: Pick<Ports, 'clock'>,
  authSecret: string,
  signed: string,
): Promise<Challenge | null> {
  const token = verifySignedToken(signed, authSecret);
  if (token === null) return null;
  const identifier = identifierOf(token);
  const row = await db
    .selectFrom('verification')
    .select('value')
    .where('identifier', '=', identifier)
    .where('expiresAt', '>', new Date(clock.now()))
    .executeTakeFirst();
  return row ? { identifier, userId: row.value } : null;
}

/** Removes the challenge. False if another request has used it, or a new password has ended it. */
export async function takeChallenge(db: Db, { identifier }: Challenge): Promise<boolean> {
  const taken = db.deleteFrom('verification').where('identifier', '=', identifier).returning('id');
  return (await taken.execute()).length > 0;
}

/** Ends the challenges of a person, and the links by which they could choose another password. */
export async function endChallenges(db: Db, userId: string): Promise<void> {
  await db.deleteFrom('verification').where('value', '=', userId).execute();
}
