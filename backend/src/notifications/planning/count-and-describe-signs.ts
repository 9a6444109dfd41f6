import { sql } from 'kysely';
import type { Db } from '../../db/database-types.ts';
import { statusExpression } from '../../signs/sign-status.ts';
import { wallTime } from './format-event-local-time.ts';

/** How the signs of an event stand at a moment, of those that have a device: every message says it (promise N11). */
export interface EventStatus {
  atMs: number;
  total: number;
  offline: number;
  /** They can't reach their pages, or can't show them. */
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

const whose = (count: number): string => (count === 1 ? 'its' : 'their');

/** In one line: `Now, 19:38: 6 of 240 offline, 2 can’t reach their page.` */
export function describeEventStatus(
  { atMs, total, offline, unreachable, failing, blank }: EventStatus,
  timeZone: string,
): string {
  const parts = [
    `${offline === 0 ? 'none' : offline} of ${total} offline`,
    ...(unreachable > 0 ? [`${unreachable} can’t reach ${whose(unreachable)} page`] : []),
    ...(failing > 0 ? [`${failing} can’t show ${whose(failing)} page`] : []),
    ...(blank > 0 ? [`${blank} blank`] : []),
  ];
  return `Now, ${wallTime(atMs, timeZone, atMs)}: ${parts.join(', ')}.`;
}
