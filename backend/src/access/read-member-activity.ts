import { sql } from 'kysely';
import type { Db } from '../db/database-types.ts';

/** What admins see of a member's activity. */
export interface Activity {
  /** To the minute; null: never, or not known. */
  lastActiveAt: Date | null;
  /** How many are open now, in whichever organization they are used. */
  sessions: number;
}

/** The activity of these people, by their identifiers: one statement, by indexes. */
export async function readActivity(db: Db, userIds: readonly string[], nowMs: number): Promise<Map<string, Activity>> {
  const rows = await db
    .selectFrom('user')
    .select(['id', 'lastActiveAt'])
    .select((eb) =>
      eb
        .selectFrom('session')
        .whereRef('session.userId', '=', 'user.id')
        .where('expiresAt', '>', new Date(nowMs))
        .select(eb.fn.countAll<number>().as('count'))
        .as('sessions'),
    )
    .where(sql<boolean>`id = any(${userIds}::text[])`)
    .execute();
  return new Map(rows.map(({ id, lastActiveAt, sessions }) => [id, { lastActiveAt, sessions: sessions ?? 0 }]));
}
