import { sql } from 'kysely';
import { makeUuidV7 } from '@sign-display/contracts/identifier-generation';
import type { KioskMessage } from '@sign-display/contracts/kiosk-events';
import { claimedSince } from '../../signs/claim-time.ts';
import type { Db, ServiceDeps } from '../../db/database-types.ts';
import { insertReport } from '../../history/history-repository.ts';
import { storableText } from '../../db/storable-json.ts';
import type { Presence } from '../../presence/presence.ts';
import type { PageProblem } from '../../signs/heartbeat-facts-repository.ts';
import { repeat, type Repetition } from '../../flow/repeated-task.ts';
import type { Logger } from '../../logging/logger-type.ts';
import { loggedUrl } from '../../logging/log-secrets.ts';
import {
  emptyQueue,
  isIdle,
  next,
  note,
  putBack,
  reportOf,
  type ContentReportEvent,
  type Report,
  type ReportQueue,
} from './report-rate-limit.ts';

/** What was kept back is looked at this often. */
const SWEEP_EVERY_MS = 60_000;

/**
 * Writes a report into the history of the record that has the device, unless the last one says the same (this node may not know of it). What
 * is right now at that record; null where nothing is, or no record has the device, or it was claimed after the report came (promise A1). One
 * statement. It goes back in the record's history, by its index, past entries of other kinds to the last one of these.
 */
async function writeReport(db: Db, deviceSignId: string, entry: Report & { id: string }): Promise<string | null> {
  const { id, atMs, kind, kinds, same, url, reason, detail, durationMs, httpStatus } = entry;
  const { rows } = await sql<{ rightNow: string | null }>`
    with owner as (
      select id, organization_id, event_id, short_code, coalesce(shown_url, url) as right_now
      from sign where device_sign_id = ${deviceSignId} and coalesce(${claimedSince} <= ${new Date(atMs)}::timestamptz, true)
    ), last as (
      select entry.* from owner, lateral (
        select kind, url, reason from history
        where sign_record_id = owner.id and kind = any(${[...kinds]}::text[])
        order by at desc, id desc limit 1
      ) as entry
    ), written as (
      ${insertReport(sql`select ${id}::uuid, ${new Date(atMs)}::timestamptz, ${kind}, organization_id, event_id, owner.id, ${deviceSignId}::uuid, short_code,
        ${url}::text, ${reason}::text, ${detail}::text, ${durationMs}::integer, ${httpStatus}::smallint
      from owner
      where not exists (
        select from last where last.kind = any(${[...same]}::text[])
          and last.url is not distinct from ${url}::text and last.reason is not distinct from ${reason}::text
      )`)}
    )
    select right_now as "rightNow" from owner
  `.execute(db);
  return rows[0]?.rightNow ?? null;
}

/** What people are told of it in a line. */
const MOST_DETAIL = 200;

/** What is wrong by a report, in the kiosk's words; null where nothing is. */
function problemOf({ contentState, reason, detail }: Report): PageProblem | null {
  if (contentState !== 'unreachable' && contentState !== 'error') return null;
  const kind = contentState === 'error' && reason === 'blank' ? 'blank' : contentState;
  const words = detail || reason;
  return { kind, detail: words === null ? null : storableText(words.slice(0, MOST_DETAIL)) };
}

const withUnlisted = (detail: string | null, unlisted: number): string | null =>
  unlisted === 0
    ? detail
    : `${detail === null ? '' : `${detail} `}(${unlisted} reports before this one are not listed)`;

/**
 * What kiosks report of their content: an entry in the sign's history where something changed, and the fact at once, without waiting for the
 * next heartbeat (which says the same). A report about another page than what is right now is history and no fact.
 */
export function createContentReports(deps: ServiceDeps & { log: Logger; presence: Presence }) {
  const { db, clock, random, log, presence } = deps;
  const queues = new Map<string, ReportQueue>();
  /** One writing a device at a time, in the order of the reports. */
  const writing = new Map<string, Promise<void>>();

  async function writeNext(deviceSignId: string, queue: ReportQueue): Promise<void> {
    for (let taken = next(queue, clock.monotonicMs()); taken; taken = next(queue, clock.monotonicMs())) {
      const { report, unlisted } = taken;
      const entry = { ...report, id: makeUuidV7(clock, random), detail: withUnlisted(report.detail, unlisted) };
      try {
        const rightNow = await writeReport(db, deviceSignId, entry);
        const isOvertaken = queue.waiting.some(({ contentState }) => contentState !== null);
        if (report.contentState !== null && report.url === rightNow && !isOvertaken)
          presence.report(deviceSignId, { contentState: report.contentState, problem: problemOf(report) });
      } catch (error) {
        putBack(queue, taken);
        throw error;
      }
    }
  }
  function write(deviceSignId: string, queue: ReportQueue): Promise<void> {
    const running = writing.get(deviceSignId);
    if (running) return running;
    const started = writeNext(deviceSignId, queue).finally(() => writing.delete(deviceSignId));
    writing.set(deviceSignId, started);
    return started;
  }
  async function sweep(): Promise<void> {
    try {
      for (const [deviceSignId, queue] of queues) {
        if (isIdle(queue, clock.monotonicMs())) queues.delete(deviceSignId);
        else if (queue.waiting.length > 0) await write(deviceSignId, queue);
      }
    } catch (error) {
      log.warn({ err: error }, 'content reports not stored, retrying in a minute');
    }
  }

  return {
    async take<Event extends ContentReportEvent | 'sign:status'>(
      deviceSignId: string,
      event: Event,
      message: KioskMessage<Event>,
    ): Promise<void> {
      const queue = queues.get(deviceSignId) ?? emptyQueue(clock.monotonicMs());
      queues.set(deviceSignId, queue);
      const report = reportOf(event, message, clock.now());
      if (!note(queue, report, clock.monotonicMs())) return;
      log.info(
        { signId: deviceSignId, event, url: loggedUrl(report.url), reason: report.reason },
        'kiosk reported its content',
      );
      await write(deviceSignId, queue);
    },
    /** Writes again and again what was kept back or could not be written. */
    sweepRegularly: (): Repetition => repeat(clock, () => SWEEP_EVERY_MS, sweep),
  };
}
