import { sql } from 'kysely';
import type { Db } from '../db/database-types.ts';
import { PRUNED_AT_ONCE, pruneInSteps } from '../db/run-pruning-tasks.ts';
import { OUTAGE_NOTICES, type Notice } from './notice-types.ts';

/** The notices of the last two days, which the preview of a subscription replays (promise D18; docs/inbox.md). */

/** How long taken notices are retained: the span that a preview counts, and the day before it. */
export const TAKEN_RETENTION_MS = 48 * 3_600_000;

/** A notice with the moment at which the planner took it, in milliseconds. No text of a message is made of it, so it has no names and details. */
export interface TakenNotice {
  takenAtMs: number;
  notice: Notice;
}

const withoutWords = { signName: '', sinceMs: null, detail: null };

/** Up to `limit` notices of an event that were taken between two moments (both inclusive), after the notice `afterId`, in the order in which they were taken. */
export async function readTakenNotices(
  db: Db,
  eventId: string,
  { sinceMs, untilMs, afterId, limit }: { sinceMs: number; untilMs: number; afterId: number; limit: number },
): Promise<TakenNotice[]> {
  const rows = await db
    .selectFrom('takenNotice')
    .select(['id', 'takenAt', 'signRecordId', 'kind', 'outageId', 'at', 'stableAt'])
    .where('eventId', '=', eventId)
    .where('id', '>', afterId)
    .where('takenAt', '>=', new Date(sinceMs))
    .where('takenAt', '<=', new Date(untilMs))
    .orderBy('id')
    .limit(limit)
    .execute();
  return rows.map(({ id, takenAt, signRecordId, kind, outageId, at, stableAt }) => ({
    takenAtMs: takenAt.getTime(),
    notice: {
      ...withoutWords,
      seq: id,
      kind,
      outageId,
      signId: signRecordId,
      atMs: at.getTime(),
      stableAtMs: stableAt?.getTime() ?? null,
    },
  }));
}

/**
 * The notices of the outages of an event that were open at `atMs`, each at the moment of which it reports: their beginnings, and their acknowledgements before
 * `atMs`. The stored notices of that time may be pruned.
 */
export async function readNoticesOfOpenOutages(
  db: Db,
  { id: eventId, organizationId }: { id: string; organizationId: string },
  atMs: number,
): Promise<TakenNotice[]> {
  const at = new Date(atMs);
  const begun = db
    .selectFrom('outage')
    .select(['id', 'signRecordId', 'kind', 'openedAt', 'acknowledgedAt'])
    .where('eventId', '=', eventId)
    .where('openedAt', '<', at);
  const rows = await begun
    .where('closedAt', 'is', null)
    .unionAll(begun.where('organizationId', '=', organizationId).where('closedAt', '>=', at))
    .execute();
  const noticeOf = ({ id, signRecordId }: (typeof rows)[number], kind: Notice['kind'], when: Date): TakenNotice => ({
    takenAtMs: when.getTime(),
    notice: {
      ...withoutWords,
      seq: 0,
      kind,
      outageId: id,
      signId: signRecordId,
      atMs: when.getTime(),
      stableAtMs: null,
    },
  });
  return rows
    .flatMap((row) => [
      noticeOf(row, OUTAGE_NOTICES[row.kind].begins, row.openedAt),
      ...(row.acknowledgedAt && row.acknowledgedAt < at
        ? [noticeOf(row, 'outage_acknowledged', row.acknowledgedAt)]
        : []),
    ])
    .toSorted((one, other) => one.takenAtMs - other.takenAtMs);
}

/** Removes the notices that no preview reads any more. */
export async function pruneTakenNotices(db: Db, nowMs: number): Promise<void> {
  await pruneInSteps(() =>
    sql`
      delete from taken_notice where (event_id, id) in (
        select event_id, id from taken_notice where taken_at < ${new Date(nowMs - TAKEN_RETENTION_MS)}
        order by taken_at, id limit ${PRUNED_AT_ONCE}
      )`.execute(db),
  );
}
