import type { Clock } from '@sign-display/contracts/clock-and-random';
import { sql } from 'kysely';
import { createBatchedRead } from '../db/batched-read.ts';
import type { Db } from '../db/database-types.ts';
import type { Caller } from '../http/router.ts';
import { isForeignOrigin, type OriginHeaders } from './is-foreign-origin.ts';
import { isProlongedAt, isUseStoredAt, prolongSessions, storeUses } from './prolong-used-sessions.ts';
import { readCredential, renewedCookie, sessionCookieName } from './verify-session-token.ts';

interface CredentialHeaders extends OriginHeaders {
  authorization?: string | undefined;
  cookie?: string | undefined;
}

type SessionRow = Omit<Caller, 'passwordChangeRequired'> & {
  token: string;
  expiresAt: Date;
  lastUsedAt: Date | null;
  passwordChangeRequired: boolean;
};

/**
 * Finds the caller of a request by its session. Not through better-auth's `getSession`, which takes several times as long (figures in
 * find-caller.bench.ts) and answers nothing else; it signs and stores the tokens, and this reads them. Nothing is kept between requests,
 * so that a revoked session ends at once (promise A3).
 */
export function createSessionLookup(deps: { db: Db; clock: Clock; secret: string; publicUrl(): string }) {
  const { db, clock, secret, publicUrl } = deps;
  const plain = db.withoutPlugins();

  // Of each credential a read that began after it was shown, so that promise A3 holds. Only tokens that we have signed come here: no text of
  // somebody's own can fail the read of others.
  const readSession = createBatchedRead(async (tokens) => {
    // Written out: for every request, the query builder and its renaming would cost as much as sending the query.
    const { rows } = await sql<SessionRow>`
      select s.token, s.id as "sessionId", s.expires_at as "expiresAt", s.last_used_at as "lastUsedAt", u.id as "userId", u.name, u.email,
        u.password_change_required as "passwordChangeRequired"
      from session as s join "user" as u on u.id = s.user_id
      where s.token = any(${tokens}) and s.expires_at > ${new Date(clock.now())}
    `.execute(plain);
    return new Map(rows.map((row) => [row.token, row]));
  });

  /** The requests of a page come at once; their session's use is stored once. */
  const storeUse = createBatchedRead(async (sessionIds) => {
    await storeUses(db, sessionIds, clock.now());
    return new Map(sessionIds.map((id) => [id, true]));
  });

  return {
    /** Who makes a request (or opens a socket) with these headers; null for who is not signed in. One query by an index, for all who ask at once. */
    async findCaller(headers: CredentialHeaders): Promise<Caller | null> {
      const credential = readCredential(headers, secret, sessionCookieName(publicUrl()));
      if (credential === null) return null;
      // A browser adds the cookie by itself, whichever page asks; a bearer token was put there by who has it.
      if (credential.by === 'cookie' && isForeignOrigin(headers, publicUrl())) return null;
      const row = await readSession(credential.token);
      if (!row) return null;
      const { sessionId, userId, name, email, passwordChangeRequired } = row;
      const caller = { sessionId, userId, name, email, ...(passwordChangeRequired && { passwordChangeRequired }) };
      if (isUseStoredAt(row.lastUsedAt, clock.now())) await storeUse(sessionId);
      if (!isProlongedAt(row.expiresAt, clock.now())) return caller;
      await prolongSessions(db, [sessionId], clock.now());
      return credential.by === 'cookie'
        ? { ...caller, renewedCookie: renewedCookie(credential.signed, publicUrl()) }
        : caller;
    },
  };
}

export type SessionLookup = ReturnType<typeof createSessionLookup>;
