import { sql, type Kysely } from 'kysely';
import { addJob } from '../jobs/add-job.ts';
import type { Database } from '../db/schema.ts';
import type { NoticeKind } from './vocabulary.ts';

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

export const planKey = (eventId: string): string => `plan:${eventId}`;

const timesOf = (times: (Date | null | undefined)[]): (string | null)[] =>
  times.map((time) => time?.toISOString() ?? null);

/**
 * Writes what happened for the planner, and has it look (promise N7): in the transaction of the change itself, with the signs locked, before
 * the audit chain. Of events that nobody has subscribed to nothing is kept: who subscribes later is not told of it.
 */
export async function recordNotices(trx: Kysely<Database>, notices: readonly NewNotice[]): Promise<void> {
  if (notices.length === 0) return;
  const { rows } = await sql<{ eventId: string }>`
    with given as (
      select * from unnest(
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
      where exists (select from subscription where subscription.event_id = told.event_id)
    ), written as (
      insert into notice
        (organization_id, event_id, sign_record_id, sign_name, kind, outage_id, at, since, stable_at, detail)
      select organization_id, event_id, sign_record_id, sign_name, kind, outage_id, at, since, stable_at, detail
      from given order by nth
      returning event_id
    )
    select distinct event_id as "eventId" from written order by 1
  `.execute(trx);
  for (const { eventId } of rows)
    await addJob(trx, 'plan_notices', { eventId }, { atMs: null, key: planKey(eventId), mode: 'sooner' });
}
