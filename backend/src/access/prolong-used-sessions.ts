import { sql } from 'kysely';
import type { Db } from '../db/database-types.ts';

/** A session ends so long after its last use: a request, or an open socket. It has no absolute end (details 105). */
export const SESSION_TTL_MS = 30 * 24 * 60 * 60 * 1_000;
/** The shortest time between two writes of a session’s end. */
export const USE_WRITTEN_EVERY_MS = 60 * 60 * 1_000;

/** Whether a session with this end has to be prolonged when it is used now. Pure. */
export const isProlongedAt = (expiresAt: Date, nowMs: number): boolean =>
  expiresAt.getTime() <= nowMs + SESSION_TTL_MS - USE_WRITTEN_EVERY_MS;

/**
 * Prolongs those of these sessions whose last use was written an hour ago or more. A session that is over stays over. Rows that another transaction has
 * locked are left for the next use: one that ends sessions of a person holds their locks in another order, and each would wait for the other.
 */
export async function prolongSessions(db: Db, sessionIds: readonly string[], nowMs: number): Promise<void> {
  await db
    .updateTable('session')
    .set({ expiresAt: new Date(nowMs + SESSION_TTL_MS), updatedAt: new Date(nowMs) })
    .where('id', 'in', ({ selectFrom }) =>
      selectFrom('session')
        .select('id')
        .where(sql<boolean>`id = any(${sessionIds}::text[])`)
        .where('expiresAt', '>', new Date(nowMs))
        .where('expiresAt', '<=', new Date(nowMs + SESSION_TTL_MS - USE_WRITTEN_EVERY_MS))
        .forNoKeyUpdate()
        .skipLocked(),
    )
    .execute();
}

/** The last use is stored this often at most: what admins read of it is to the minute. */
export const USE_STORED_EVERY_MS = 60_000;

/** Whether a use now has to be stored. Pure. */
export const isUseStoredAt = (lastUsedAt: Date | null, nowMs: number): boolean =>
  lastUsedAt === null || lastUsedAt.getTime() <= nowMs - USE_STORED_EVERY_MS;

/**
 * Stores a use of these sessions and of their people. Rows that somebody else changes now are left out, because that change is as good as always another
 * use of the same session.
 */
export async function storeUses(db: Db, sessionIds: readonly string[], nowMs: number): Promise<void> {
  const [now, before] = [new Date(nowMs), new Date(nowMs - USE_STORED_EVERY_MS)];
  await sql`
    with used as (
      update session set last_used_at = ${now}
      where id in (
        select id from session
        where id = any(${sessionIds}::text[]) and (last_used_at is null or last_used_at <= ${before})
        for no key update skip locked
      )
      returning user_id
    )
    update "user" set last_active_at = ${now}
    where id in (
      select id from "user"
      where id in (select user_id from used) and (last_active_at is null or last_active_at <= ${before})
      for no key update skip locked
    )`.execute(db);
}

/** Stores that a person signs in, so that they count as active before the new session's first request. As in `storeUses`, a locked row is left out. */
export async function storeSignIn(db: Db, userId: string, nowMs: number): Promise<void> {
  const [now, before] = [new Date(nowMs), new Date(nowMs - USE_STORED_EVERY_MS)];
  await sql`
    update "user" set last_active_at = ${now}
    where id in (
      select id from "user"
      where id = ${userId} and (last_active_at is null or last_active_at <= ${before})
      for no key update skip locked
    )`.execute(db);
}
