import { sql } from 'kysely';
import type { Db } from '../db/database.ts';

/** A session ends so long after its last use: a request, or an open socket. It has no absolute end (details 105). */
export const SESSION_TTL_MS = 30 * 24 * 60 * 60 * 1_000;
/** The shortest time between two writes of a session’s last use. */
export const USE_WRITTEN_EVERY_MS = 60 * 60 * 1_000;

/** Whether a session with this end has to be prolonged when it is used now. Pure. */
export const isProlongedAt = (expiresAt: Date, nowMs: number): boolean =>
  expiresAt.getTime() <= nowMs + SESSION_TTL_MS - USE_WRITTEN_EVERY_MS;

/** Prolongs those of these sessions whose last use was written an hour ago or more. A session that is over stays over. */
export async function prolongSessions(db: Db, sessionIds: readonly string[], nowMs: number): Promise<void> {
  await db
    .updateTable('session')
    .set({ expiresAt: new Date(nowMs + SESSION_TTL_MS), updatedAt: new Date(nowMs) })
    .where(sql<boolean>`id = any(${sessionIds}::text[])`)
    .where('expiresAt', '>', new Date(nowMs))
    .where('expiresAt', '<=', new Date(nowMs + SESSION_TTL_MS - USE_WRITTEN_EVERY_MS))
    .execute();
}
