import type { SystemFigures } from '@sign-display/contracts/rest/system';
import { sql } from 'kysely';
import type { Db } from '../db/database-types.ts';

const MINUTE_MS = 60_000;
const MINUTES = 60;

export interface MinuteRow {
  nodeId: string;
  minute: Date;
  hostname: string | null;
  eventLoopDelayMs: number;
  heartbeatsPerSecond: number;
  queueAgeMs: number | null;
}

export const minuteOf = (atMs: number): number => Math.floor(atMs / MINUTE_MS) * MINUTE_MS;

/**
 * Stores a minute of a node, and removes the node's minutes that are older than two hours. Minutes of other nodes are removed after a day, so that a node
 * whose clock is fast removes none of the last hour.
 */
export async function storeMinute(db: Db, row: MinuteRow): Promise<void> {
  const timeBefore = (minutes: number) => new Date(row.minute.getTime() - minutes * MINUTE_MS);
  await sql`with gone as (
      delete from node_minute
      where minute < ${timeBefore(2 * MINUTES)} and (node_id = ${row.nodeId} or minute < ${timeBefore(24 * MINUTES)}))
    insert into node_minute (node_id, minute, hostname, event_loop_delay_ms, heartbeats_per_second, queue_age_ms)
    values (${row.nodeId}, ${row.minute}, ${row.hostname}, ${row.eventLoopDelayMs}, ${row.heartbeatsPerSecond}, ${row.queueAgeMs})
    on conflict (node_id, minute) do nothing`.execute(db);
}

/**
 * Arranges rows, in any order, into the 60 full minutes before `nowMs`; rows of other minutes are left out. Nodes are
 * sorted by id, which is the order of their starts. Pure.
 */
export function arrangeMinutes(rows: readonly MinuteRow[], nowMs: number): SystemFigures {
  const fromMs = minuteOf(nowMs) - MINUTES * MINUTE_MS;
  const placeOf = ({ minute }: MinuteRow): number => (minute.getTime() - fromMs) / MINUTE_MS;
  const within = rows.filter((row) => placeOf(row) >= 0 && placeOf(row) < MINUTES);
  const none = (): (number | null)[] => Array.from({ length: MINUTES }, () => null);
  const queueAgeSeconds = none();
  const nodes = new Map<string, SystemFigures['nodes'][number]>();
  for (const row of within.toSorted((one, other) => one.nodeId.localeCompare(other.nodeId))) {
    const { nodeId, hostname } = row;
    const node = nodes.get(nodeId) ?? { nodeId, hostname, eventLoopDelayMs: none(), heartbeatsPerSecond: none() };
    nodes.set(nodeId, node);
    const place = placeOf(row);
    node.eventLoopDelayMs[place] = row.eventLoopDelayMs;
    node.heartbeatsPerSecond[place] = row.heartbeatsPerSecond;
    if (row.queueAgeMs !== null) queueAgeSeconds[place] = Math.max(queueAgeSeconds[place] ?? 0, row.queueAgeMs / 1_000);
  }
  return { from: new Date(fromMs).toISOString(), minutes: MINUTES, nodes: [...nodes.values()], queueAgeSeconds };
}

export async function readFigures(db: Db, nowMs: number): Promise<SystemFigures> {
  const oldest = new Date(nowMs - (MINUTES + 1) * MINUTE_MS);
  return arrangeMinutes(await db.selectFrom('nodeMinute').selectAll().where('minute', '>=', oldest).execute(), nowMs);
}
