import { sql } from 'kysely';
import type { Db } from '../../db/database-types.ts';
import { statusExpression } from '../../signs/sign-status.ts';
import type { NotificationWords } from '../words/english.ts';
import { wallTime } from './format-event-local-time.ts';

/** The state of an event's signs that have a device at a moment. Every message contains this state (promise N11). */
export interface EventStatus {
  atMs: number;
  total: number;
  offline: number;
  /** The numbers of signs that can't reach their page, and that can't show it. */
  unreachable: number;
  failing: number;
  blank: number;
}

export async function readEventStatus(db: Db, eventId: string, nowMs: number): Promise<EventStatus> {
  const of = (status: string) => sql`count(*) filter (where ${statusExpression()} = ${sql.lit(status)})::int`;
  const { rows } = await sql<Omit<EventStatus, 'atMs'>>`
    select count(*)::int as total, ${of('offline')} as offline, ${of('content_unreachable')} as unreachable,
      ${of('content_error')} as failing, count(*) filter (where presence = 'online' and blank)::int as blank
    from sign where event_id = ${eventId} and device_sign_id is not null`.execute(db);
  return { atMs: nowMs, ...rows[0]! };
}

/** Describes the state in one line: `Now, 19:38: 6 of 240 offline, 2 can’t reach their page.` */
export function describeEventStatus(
  { atMs, total, offline, unreachable, failing, blank }: EventStatus,
  timeZone: string,
  words: NotificationWords,
): string {
  const { status } = words;
  const parts = [
    status.offline(offline, total),
    ...(unreachable > 0 ? [status.unreachable(unreachable)] : []),
    ...(failing > 0 ? [status.failing(failing)] : []),
    ...(blank > 0 ? [status.blank(blank)] : []),
  ];
  return status.line(wallTime(atMs, timeZone, atMs, words), parts);
}
