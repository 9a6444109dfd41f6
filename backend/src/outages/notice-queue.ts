import { sql } from 'kysely';
import { addJob } from '../jobs/add-job.ts';
import type { Db } from '../db/database-types.ts';
import type { Sweeper } from '../cluster/due-work-sweeps.ts';
import type { Notice, NoticeKind } from './notice-types.ts';

/** Something that subscribers of an event may want to hear of. */
export interface NewNotice {
  organizationId: string;
  eventId: string;
  signRecordId: string;
  signName: string;
  kind: NoticeKind;
  outageId?: string | null;
  at: Date;
  since?: Date | null;
  stableAt?: Date | null;
  detail?: string | null;
}

const planKey = (eventId: string): string => `plan:${eventId}`;

const timesOf = (times: (Date | null | undefined)[]): (string | null)[] =>
  times.map((time) => time?.toISOString() ?? null);

/**
 * Writes what happened for the planner (promise N7): in the transaction of the change itself, with the signs locked, before the audit chain. The notices
 * of an event without subscribers are stored as taken, for previews (promise D18): the planner never sees them. They count as taken when the newest of
 * them happened, because no planner is there to say when.
 *
 * Outages have the planner look at once. For things of a moment it is called by the next look of a node (`createUnplannedNotices`): their
 * transactions are many and small, and each would wait for the one job of the event until the one before is committed.
 */
export async function recordNotices(trx: Db, notices: readonly NewNotice[]): Promise<void> {
  if (notices.length === 0) return;
  const { rows } = await sql<{ eventId: string }>`
    with given as (
      select *, exists (select from subscription where subscription.event_id = told.event_id) as is_watched
      from unnest(
        ${notices.map(({ organizationId }) => organizationId)}::uuid[],
        ${notices.map(({ eventId }) => eventId)}::uuid[],
        ${notices.map(({ signRecordId }) => signRecordId)}::uuid[],
        ${notices.map(({ signName }) => signName)}::text[],
        ${notices.map(({ kind }) => kind)}::text[],
        ${notices.map(({ outageId }) => outageId ?? null)}::uuid[],
        ${timesOf(notices.map(({ at }) => at))}::timestamptz[],
        ${timesOf(notices.map(({ since }) => since))}::timestamptz[],
        ${timesOf(notices.map(({ stableAt }) => stableAt))}::timestamptz[],
        ${notices.map(({ detail }) => detail ?? null)}::text[]
      ) with ordinality
        as told (organization_id, event_id, sign_record_id, sign_name, kind, outage_id, at, since, stable_at, detail, nth)
    ), taken as (
      insert into taken_notice (event_id, taken_at, sign_record_id, kind, outage_id, at, stable_at)
      select event_id, max(at) over (partition by event_id), sign_record_id, kind, outage_id, at, stable_at
      from given where not is_watched order by nth
    ), written as (
      insert into notice
        (organization_id, event_id, sign_record_id, sign_name, kind, outage_id, at, since, stable_at, detail)
      select organization_id, event_id, sign_record_id, sign_name, kind, outage_id, at, since, stable_at, detail
      from given where is_watched order by nth
      returning event_id, outage_id
    )
    select distinct event_id as "eventId" from written where outage_id is not null order by 1
  `.execute(trx);
  for (const { eventId } of rows) await addPlanning(trx, eventId);
}

/** The notices of an event in the order of `seq`. They are taken at `nowMs`: only previews read them again. */
export async function takeNotices(db: Db, eventId: string, nowMs: number): Promise<Notice[]> {
  const rows = await db
    .with('taken', (qb) => qb.deleteFrom('notice').where('eventId', '=', eventId).returningAll())
    .with('stored', (qb) =>
      qb
        .insertInto('takenNotice')
        .columns(['eventId', 'takenAt', 'signRecordId', 'kind', 'outageId', 'at', 'stableAt'])
        .expression((eb) =>
          eb
            .selectFrom('taken')
            .select([
              'taken.eventId',
              sql<Date>`${new Date(nowMs)}::timestamptz`.as('takenAt'),
              'taken.signRecordId',
              'taken.kind',
              'taken.outageId',
              'taken.at',
              'taken.stableAt',
            ])
            .orderBy('taken.seq'),
        ),
    )
    .selectFrom('taken')
    .selectAll()
    .execute();
  return rows
    .toSorted((one, other) => one.seq - other.seq)
    .map(({ seq, kind, outageId, signRecordId, signName, at, since, stableAt, detail }) => ({
      seq,
      kind,
      outageId,
      signId: signRecordId,
      signName,
      atMs: at.getTime(),
      sinceMs: since?.getTime() ?? null,
      stableAtMs: stableAt?.getTime() ?? null,
      detail,
    }));
}

/** Has the planner look at an event as soon as this is committed. Locks the job that waits. */
export const addPlanning = (db: Db, eventId: string): Promise<void> =>
  addJob(db, 'plan_notices', { eventId }, { atMs: null, key: planKey(eventId), mode: 'sooner' });

/**
 * Notices that no job is for. One that is being done may have looked before they were committed: then they are found when it is over, and no second
 * worker waits for it meanwhile. One that failed is tried again within a minute (fail-unfinished-deliveries.ts).
 */
const isUnplanned = sql<boolean>`not exists (
  select from graphile_worker._private_jobs as job where job.key = 'plan:' || notice.event_id
)`;

/** Has the planner look at what nobody has called it for. */
export const createUnplannedNotices = (db: Db): Sweeper => ({
  name: 'unplannedNotices',
  due: sql`exists (select from notice where ${isUnplanned})`,
  async sweep() {
    const { rows } = await sql<{ eventId: string }>`
      select distinct event_id as "eventId" from notice where ${isUnplanned} order by 1`.execute(db);
    for (const { eventId } of rows) await addPlanning(db, eventId);
  },
});
