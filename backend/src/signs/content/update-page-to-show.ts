import { sql } from 'kysely';
import type { Trx } from '../../db/database-types.ts';
import type { CommittedChange } from '../committed-change-type.ts';
import type { SignRow } from '../sign-view.ts';
import { resolveContent, type Candidate, type RightNow } from './resolve-content.ts';
import { aroundOf } from './schedule-occurrences.ts';
import { listSchedulesOf, type ScheduleRow } from './schedules-repository.ts';
import { isHostAllowed } from '../../urls/url-policy.ts';

/**
 * Writes into sign rows what is right now, and when it becomes another by itself. Whoever changes what it depends on (the assigned URL, the
 * override, schedules) does it in the same transaction, under the rows' locks: so the rows are right at every commit, and from
 * `next_change_at` on the sweep (content-sweep.ts) makes them so again.
 */

/** Some thousands of parameters a statement: well below what Postgres takes. */
const CHUNK = 500;

type Shown = Pick<SignRow, 'shownUrl' | 'shownContentId' | 'shownSource' | 'shownUntil' | 'url' | 'contentId'>;

/** What a sign shows right now: what stands in its row, which is right until `nextChangeAt`. */
export function shownNow(row: Shown): Pick<RightNow, 'content' | 'source' | 'untilMs'> {
  const { shownUrl, shownContentId, shownSource, shownUntil, url, contentId } = row;
  if (shownUrl !== null && shownContentId !== null && shownSource !== null) {
    const content = { contentId: shownContentId, url: shownUrl };
    return { content, source: shownSource, untilMs: shownUntil?.getTime() ?? null };
  }
  const content = url === null || contentId === null ? null : { contentId, url };
  return { content, source: 'assigned', untilMs: null };
}

/** `sign:display_content` of what is right now. */
function displayMessage({ content, source, untilMs }: Pick<RightNow, 'content' | 'source' | 'untilMs'>) {
  return {
    contentId: content?.contentId ?? null,
    url: content?.url ?? null,
    source,
    ...(untilMs !== null && { until: new Date(untilMs).toISOString() }),
  };
}

/** The same of a record as it is. */
export const displayOf = (row: SignRow): NonNullable<CommittedChange['display']> => displayMessage(shownNow(row));

/** A page that is not allowed is never right; that it would begin is looked at, because it may be allowed by then. */
const candidateOf = (row: ScheduleRow, allowedHosts: readonly string[], nowMs: number): Candidate => ({
  id: row.id,
  scope: row.signId === null ? 'event' : 'sign',
  priority: row.priority,
  content: { contentId: row.contentId, url: row.url },
  around: {
    ...aroundOf(row, nowMs),
    ...(!isHostAllowed(new URL(row.url), allowedHosts) && { current: null }),
  },
});

const overrideOf = ({ overrideUrl, overrideContentId, overrideUntil }: SignRow) =>
  overrideUrl === null || overrideContentId === null
    ? null
    : { url: overrideUrl, contentId: overrideContentId, untilMs: overrideUntil?.getTime() ?? null };

interface Settled {
  row: SignRow;
  now: RightNow;
  isOther: boolean;
}

/** `before`: how the row was shown when its kiosk was last told. */
function settle(row: SignRow, candidates: readonly Candidate[], before: SignRow, nowMs: number): Settled {
  const assigned = row.url === null || row.contentId === null ? null : { url: row.url, contentId: row.contentId };
  const now = resolveContent(assigned, overrideOf(row), candidates, nowMs);
  const was = shownNow(before);
  const isOther =
    was.source !== now.source ||
    was.untilMs !== now.untilMs ||
    was.content?.contentId !== now.content?.contentId ||
    was.content?.url !== now.content?.url;
  return { row, now, isOther };
}

const textOf = (atMs: number | null) => (atMs === null ? null : new Date(atMs).toISOString());

async function write(trx: Trx, settled: readonly Settled[], isCounted: boolean, nowMs: number): Promise<void> {
  const temporary = settled.map(({ now }) => (now.source === 'assigned' ? null : now));
  await sql`
    update sign set
      shown_url = given.url, shown_content_id = given.content_id, shown_source = given.source,
      shown_until = given.until, next_change_at = given.next_change_at,
      override_url = case when sign.override_until <= ${new Date(nowMs)} then null else sign.override_url end,
      override_content_id = case when sign.override_until <= ${new Date(nowMs)} then null else sign.override_content_id end,
      override_until = case when sign.override_until <= ${new Date(nowMs)} then null else sign.override_until end,
      config_version = sign.config_version + given.step
    from unnest(
      ${settled.map(({ row }) => row.id)}::uuid[],
      ${temporary.map((now) => now?.content?.url ?? null)}::text[],
      ${temporary.map((now) => now?.content?.contentId ?? null)}::uuid[],
      ${temporary.map((now) => now?.source ?? null)}::text[],
      ${temporary.map((now) => textOf(now?.untilMs ?? null))}::timestamptz[],
      ${settled.map(({ now }) => textOf(now.nextChangeAtMs))}::timestamptz[],
      ${settled.map(({ isOther }) => (isOther && !isCounted ? 1 : 0))}::integer[]
    ) as given (id, url, content_id, source, until, next_change_at, step)
    where sign.id = given.id
  `.execute(trx);
}

/**
 * The hosts that organizations allow now. Their lists may have become shorter since schedules were put, and none ever begins to show what could
 * not be put any more.
 */
async function hostsOf(trx: Trx, schedules: readonly ScheduleRow[]): Promise<Map<string, string[]>> {
  const ids = [...new Set(schedules.map(({ organizationId }) => organizationId))];
  if (ids.length === 0) return new Map();
  const query = trx.selectFrom('organization').select(['id', 'allowedUrlHosts']).where('id', 'in', ids);
  return new Map((await query.execute()).map(({ id, allowedUrlHosts }) => [id, allowedUrlHosts]));
}

interface SettleOptions {
  /** The rows as they were when their kiosks were last told, where that differs. */
  before?: ReadonlyMap<string, SignRow>;
  /** Whether the caller has given the rows their next `config_version` already. */
  isCounted?: boolean;
}

/**
 * Makes rows that the transaction has locked say what is right at `nowMs`. Gives what to tell after the commit: the signs of which something
 * else is right now, whose `config_version` is one more.
 */
export async function updateShownContent(
  trx: Trx,
  rows: readonly SignRow[],
  nowMs: number,
  { before = new Map(), isCounted = false }: SettleOptions = {},
): Promise<CommittedChange[]> {
  const changes: CommittedChange[] = [];
  // An event's schedules are looked at once for all of its signs.
  const looked = new Map<string, Candidate>();
  for (let from = 0; from < rows.length; from += CHUNK) {
    const chunk = rows.slice(from, from + CHUNK);
    const schedules = await listSchedulesOf(trx, chunk);
    const hosts = await hostsOf(trx, schedules);
    for (const row of schedules)
      if (!looked.has(row.id)) looked.set(row.id, candidateOf(row, hosts.get(row.organizationId)!, nowMs));
    const ofOwner = Map.groupBy(schedules, ({ signId, eventId }) => signId ?? eventId!);
    const settled = chunk.map((row) => {
      const own = [...(ofOwner.get(row.id) ?? []), ...(ofOwner.get(row.eventId) ?? [])];
      return settle(
        row,
        own.map(({ id }) => looked.get(id)!),
        before.get(row.id) ?? row,
        nowMs,
      );
    });
    await write(trx, settled, isCounted, nowMs);
    for (const { row, now, isOther } of settled) {
      if (!isOther) continue;
      const { id: signRecordId, organizationId, deviceSignId } = row;
      changes.push({ signRecordId, organizationId, deviceSignId, display: displayMessage(now) });
    }
  }
  return changes;
}
