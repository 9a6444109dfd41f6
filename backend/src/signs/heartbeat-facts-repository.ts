import { sql, type RawBuilder } from 'kysely';
import type { ContentState, KioskMode } from '@sign-display/contracts/kiosk-events';
import type { OutageKind } from '@sign-display/contracts/rest/outages';
import type { Presence as PresenceWord } from '@sign-display/contracts/rest/signs';
import { plainArray } from '../db/array-literal.ts';
import type { Db, Trx } from '../db/database-types.ts';
import { minuteOf, withStoredMinute } from './store-heartbeat-minutes.ts';
import { statusExpression } from './sign-status.ts';
import { lockSignsThat } from './signs-repository.ts';
import type { FactsChange } from '../outages/compute-outage-changes.ts';

/** What heartbeats say, in the records of the devices: by a few statements, whatever the fleet. Rows are locked in the order of their ids. */

/** What a kiosk has reported to be wrong with its page. A heartbeat has no words for it. */
export interface PageProblem {
  kind: Exclude<OutageKind, 'offline'>;
  detail: string | null;
}

/** What is written of a device. */
export interface DeviceFacts {
  deviceSignId: string;
  presence: PresenceWord;
  /** Both null: it was claimed, and has not been heard since. */
  contentState: ContentState | null;
  mode: KioskMode | null;
  /** Whether its page is up and the screen is one colour (promise K9); null where that is not known. */
  blank: boolean | null;
  /** Its kiosk speaks of the screen beside the content. An older one does not: `blank` is null, and `problem` says it. */
  tellsBlank: boolean;
  /** Of the present `contentState`; null where no report said more of it. */
  problem: PageProblem | null;
  /** When its last heartbeat came, by the wall clock as it is now: a clock that was set since has no part in it. */
  seenAtMs: number;
  /** The time that this node knows to have written last; where the record has another one, somebody else has written it. Null: none. */
  writtenSeenAtMs: number | null;
  /**
   * The time of its claim, where this node has committed it: the claim writes it into the record. Null: none. It stands beside `writtenSeenAtMs` because
   * a write of earlier heartbeats may be under way while the claim is committed.
   */
  claimedAtMs: number | null;
  /** It is connected to this node since that heartbeat, as far as this node knows. */
  isHeld: boolean;
}

const timeOf = (atMs: number): string => new Date(atMs).toISOString();

const columnsOf = (facts: readonly DeviceFacts[]) => sql`unnest(
  ${facts.map(({ deviceSignId }) => deviceSignId)}::uuid[],
  ${facts.map(({ presence }) => presence)}::text[],
  ${facts.map(({ contentState }) => contentState)}::text[],
  ${facts.map(({ mode }) => mode)}::text[],
  ${facts.map(({ blank }) => blank)}::boolean[],
  ${facts.map(({ tellsBlank }) => tellsBlank)}::boolean[],
  ${facts.map(({ problem }) => problem?.kind ?? null)}::text[],
  ${facts.map(({ problem }) => problem?.detail ?? null)}::text[],
  ${facts.map(({ seenAtMs }) => timeOf(seenAtMs))}::timestamptz[],
  ${facts.map(({ writtenSeenAtMs }) => (writtenSeenAtMs === null ? null : timeOf(writtenSeenAtMs)))}::timestamptz[],
  ${facts.map(({ claimedAtMs }) => (claimedAtMs === null ? null : timeOf(claimedAtMs)))}::timestamptz[],
  ${facts.map(({ isHeld }) => isHeld)}::boolean[]
) as told (device_sign_id, presence, content_state, mode, blank, tells_blank, problem, problem_detail, seen_at, written_seen_at, claimed_at, is_held)`;

const CHANGED = sql`sign.id, sign.organization_id, sign.event_id, sign.name, sign.location,
  coalesce(sign.shown_url, sign.url) as page, sign.last_seen_at, was_presence, sign.presence`;

const toldStatus = statusExpression({
  presence: sql.ref('told.presence'),
  content_state: sql.ref('told.content_state'),
  mode: sql.ref('told.mode'),
});

/** A report that says more of a page than its row holds is a change, as long as no outage says it. */
const isOther = sql`(
  (sign.presence, sign.content_state, sign.mode, sign.blank)
    is distinct from (told.presence, told.content_state, told.mode, told.blank)
  or told.problem is not null and not exists (
    select from outage where sign_record_id = sign.id and kind = told.problem and closed_at is null
  )
)`;

/**
 * Whether an offline verdict holds by what the record says: nobody else has heard the device since. Times are compared for being the same, never for being
 * earlier, because they may be of two clocks, or of one before and after it was set. Nobody else has heard it where the time in the record is the
 * one that this node has written, also by a claim that it has committed, and where this node has held the connection all the time since.
 */
const holdsAsOffline = (nodeId: string) => sql<boolean>`(
  told.written_seen_at is null or sign.last_seen_at is null or sign.last_seen_at = told.written_seen_at
  or sign.last_seen_at = told.claimed_at
  or told.is_held and exists (select from device where device.sign_id = told.device_sign_id and device.node_id = ${nodeId})
)`;

/**
 * Writes the facts into the devices' records, and `status_since` where the status changes by them. That a device is offline is not written
 * where it was heard of since, by another node; so the first heartbeat that a node hears is written although nothing is other by it: the node
 * that heard the one before may be about to judge. A device without a record is passed over. Of one that was told to restart it is not written that it is
 * offline (promise N9). The records that are other now, and the devices whose verdicts wait.
 */
export async function writeFacts(
  trx: Trx,
  facts: readonly DeviceFacts[],
  { nodeId, nowMs }: { nodeId: string; nowMs: number },
): Promise<{ changes: FactsChange[]; restarting: string[] }> {
  // Locked before they are compared: what is told as a change is one from what was committed last. Of a record that gets its device after that
  // nothing is written: `writeLastSeen` finds what it lacks.
  const devices = facts.map(({ deviceSignId }) => deviceSignId);
  const { rows: locked } = await sql<{ id: string; deviceSignId: string; isRestarting: boolean }>`
    select id, device_sign_id, restarting_until is not null as is_restarting from sign
    where device_sign_id = any(${devices}::uuid[]) order by id for no key update`.execute(trx);
  const mayBeSilent = new Set(locked.filter(({ isRestarting }) => isRestarting).map((sign) => sign.deviceSignId));
  const waits = ({ presence, deviceSignId }: DeviceFacts) => presence === 'offline' && mayBeSilent.has(deviceSignId);
  const restarting = facts.filter(waits).map(({ deviceSignId }) => deviceSignId);
  const told = restarting.length === 0 ? facts : facts.filter((fact) => !waits(fact));
  const ids = locked.map(({ id }) => id);
  if (ids.length === 0) return { changes: [], restarting };
  const { rows } = await sql<FactsChange & { isOther: boolean }>`
    with told as materialized (
      select sign.id, sign.presence as was_presence, told.*, ${isOther} as is_other,
        ${toldStatus} is distinct from ${statusExpression()} as is_other_status
      from ${columnsOf(told)} join sign on sign.device_sign_id = told.device_sign_id
      where sign.id = any(${ids}::uuid[])
        and (told.presence = 'online' or ${isOther} and ${holdsAsOffline(nodeId)})
    )
    update sign set
      presence = told.presence,
      content_state = told.content_state,
      mode = told.mode,
      blank = told.blank,
      last_seen_at = case
        -- Its answer to the claim came after its last heartbeat.
        when told.presence = 'offline' and sign.content_state is null then least(sign.last_seen_at, ${timeOf(nowMs)}::timestamptz)
        else told.seen_at
      end,
      status_since = case when told.is_other_status then ${timeOf(nowMs)}::timestamptz else sign.status_since end
    from told where sign.id = told.id
    returning ${CHANGED}, told.content_state, told.blank, told.tells_blank, told.problem, told.problem_detail, told.is_other
  `.execute(trx);
  const changes = rows.filter((row) => row.isOther).map(({ isOther: _, ...change }) => change);
  return { changes, restarting };
}

/**
 * Heartbeats of the minute in which each device was heard last (since the epoch), and what time it is now, by the same wall clock. What is written is taken
 * out of `byDevice`, so that what is still there after a failure may be written later.
 */
interface Heard {
  byDevice: Map<string, { minute: number; count: number }>;
  nowMs: number;
}

/** Which of the devices `writeLastSeen` leaves to `writeFacts`. */
interface LeftToFacts {
  /** Their records say something else of them. */
  differing: string[];
  /** Their records have another time than this node has written last: another node has heard them since, or somebody has claimed them. */
  foreign: string[];
}

/**
 * Writes the newest heartbeat times, where the record has the one that this node wrote last: so a time that lies in the future (its clock was set
 * since) is overwritten like any other, and what another node has heard is not. Beside them what was heard in the present minute (heartbeat-minutes.ts):
 * of `heard` those whose devices are among the facts.
 *
 * Locks and changes in one statement, which each node sends every 5 s. What it changes are the versions that it sees: of a row that another changed
 * while it waited for the lock, that one is old, and who waits for it may wait for us. Such a row is left out (by its `ctid`) and written by the next.
 */
export async function writeLastSeen(
  db: Db,
  facts: readonly DeviceFacts[],
  heard: Heard = { byDevice: new Map(), nowMs: 0 },
): Promise<LeftToFacts> {
  const of = (read: (one: DeviceFacts) => string | number) => plainArray(facts.map(read));
  const heardOf = ({ deviceSignId }: DeviceFacts) => heard.byDevice.get(deviceSignId);
  const kept = withStoredMinute({
    minute: sql.ref('told.minute'),
    count: sql.ref('told.count'),
    now: sql`${minuteOf(heard.nowMs)}::integer`,
  });
  const { rows } = await sql<{ deviceSignId: string; isOwn: boolean; differs: boolean | null }>`
    with seen as materialized (
      select sign.id, sign.ctid as version, told.device_sign_id, told.presence, told.content_state, told.mode, told.blank, seen_at,
        sign.last_seen_at is not distinct from written_seen_at or sign.last_seen_at is not distinct from seen_at as is_own,
        told.count > 0 as is_kept, kept.minutes, kept.until
      from unnest(
        ${of(({ deviceSignId }) => deviceSignId)}::uuid[],
        ${of(({ presence }) => presence)}::text[],
        ${of(({ contentState }) => contentState ?? 'null')}::text[],
        ${of(({ mode }) => mode ?? 'null')}::text[],
        ${of(({ blank }) => String(blank))}::boolean[],
        ${of(({ seenAtMs }) => Math.trunc(seenAtMs))}::bigint[],
        ${of(({ writtenSeenAtMs }) => (writtenSeenAtMs === null ? 'null' : Math.trunc(writtenSeenAtMs)))}::bigint[],
        ${of((fact) => heardOf(fact)?.minute ?? 0)}::integer[],
        ${of((fact) => heardOf(fact)?.count ?? 0)}::integer[]
      ) as told (device_sign_id, presence, content_state, mode, blank, seen_at_ms, written_seen_at_ms, minute, count)
      cross join lateral (
        select timestamptz 'epoch' + seen_at_ms * interval '1 millisecond' as seen_at,
          timestamptz 'epoch' + written_seen_at_ms * interval '1 millisecond' as written_seen_at
      ) as moment
      join sign on sign.device_sign_id = told.device_sign_id
      cross join ${kept}
      where sign.last_seen_at is distinct from seen_at or told.count > 0
      order by sign.id
      for no key update of sign
    ), written as (
      update sign set
        last_seen_at = case when seen.is_own then seen.seen_at else sign.last_seen_at end,
        kept_minutes = case when seen.is_kept then seen.minutes else sign.kept_minutes end,
        kept_until = case when seen.is_kept then seen.until else sign.kept_until end
      from seen
      where sign.id = seen.id and sign.ctid = seen.version and (seen.is_own or seen.is_kept)
      returning sign.id, (sign.presence, sign.content_state, sign.mode, sign.blank)
        is distinct from (seen.presence, seen.content_state, seen.mode, seen.blank) as differs
    )
    select device_sign_id, is_own, differs from seen left join written using (id) where not (is_own and differs is not distinct from false)
  `.execute(db);
  const devicesOf = (those: typeof rows) => those.map(({ deviceSignId }) => deviceSignId);
  const differing = devicesOf(rows.filter(({ isOwn, differs }) => isOwn && differs));
  const foreign = devicesOf(rows.filter(({ isOwn }) => !isOwn));
  const isUnwritten = (row: (typeof rows)[number]): boolean =>
    row.differs === null && (row.isOwn || heard.byDevice.has(row.deviceSignId));
  const moved = new Set(devicesOf(rows.filter(isUnwritten)));
  for (const { deviceSignId } of facts) if (!moved.has(deviceSignId)) heard.byDevice.delete(deviceSignId);
  if (moved.size === 0) return { differing, foreign };
  const left = await writeLastSeen(
    db,
    facts.filter(({ deviceSignId }) => moved.has(deviceSignId)),
    heard,
  );
  return {
    differing: [...differing, ...left.differing],
    foreign: [...foreign.filter((deviceSignId) => !moved.has(deviceSignId)), ...left.foreign],
  };
}

/** A record that says online, with the time of the last heartbeat that it has; null: none. */
export interface SilentSign {
  id: string;
  lastSeenAt: Date | null;
  /** Its device was told to restart, and may be silent (promise N9). */
  isRestarting: boolean;
}

/** Says online with a time that no node would leave there that hears the device: too old, or in the future. */
const isStale = (window: { fromMs: RawBuilder<Date> | Date; toMs: RawBuilder<Date> | Date }) => sql<boolean>`
  device_sign_id is not null and presence = 'online'
  and (last_seen_at is null or last_seen_at < ${window.fromMs}::timestamptz or last_seen_at > ${window.toMs}::timestamptz)`;

/** Whether `findStale` would find any. */
export const hasStale = (from: RawBuilder<Date>, to: RawBuilder<Date>) =>
  sql<boolean>`exists (select from sign where ${isStale({ fromMs: from, toMs: to })})`;

/** The records that say online and have a time of before `fromMs`, or after `toMs`: perhaps nobody hears their devices. */
export async function findStale(db: Db, fromMs: number, toMs: number): Promise<SilentSign[]> {
  const { rows } = await sql<SilentSign>`
    select id, last_seen_at, restarting_until is not null as is_restarting from sign where ${isStale({ fromMs: new Date(fromMs), toMs: new Date(toMs) })} order by id`.execute(
    db,
  );
  return rows;
}

/** How many records with a device say online, of all organizations. */
export async function countOnline(db: Db): Promise<number> {
  const { rows } = await sql<{ online: number }>`
    select count(*)::integer as online from sign where device_sign_id is not null and presence = 'online'`.execute(db);
  return rows[0]!.online;
}

const NOTHING_SAID = {
  contentState: null,
  blank: null,
  tellsBlank: false,
  problem: null,
  problemDetail: null,
} as const;

/**
 * Takes devices offline that nobody hears, unless their records have other times by now, or they were told to restart. The records that are other now; nothing is said of their pages
 * and screens.
 */
export async function writeSilentSigns(
  trx: Trx,
  unheard: readonly Omit<SilentSign, 'isRestarting'>[],
  nowMs: number,
): Promise<FactsChange[]> {
  const times = unheard.map(({ lastSeenAt }) => lastSeenAt && lastSeenAt.toISOString());
  const ids = await lockSignsThat(
    trx,
    sql`device_sign_id is not null and presence = 'online' and restarting_until is null and exists (
      select from unnest(${unheard.map(({ id }) => id)}::uuid[], ${times}::timestamptz[]) as unheard (unheard_id, time)
      where unheard_id = sign.id and time is not distinct from date_trunc('milliseconds', sign.last_seen_at)
    )`,
  );
  if (ids.length === 0) return [];
  const { rows } = await sql<Omit<FactsChange, keyof typeof NOTHING_SAID>>`
    with unheard as materialized (
      select id, presence as was_presence from sign where id = any(${ids}::uuid[])
    )
    update sign set presence = 'offline', status_since = ${timeOf(nowMs)}::timestamptz,
      last_seen_at = least(last_seen_at, ${timeOf(nowMs)}::timestamptz)
    from unheard where sign.id = unheard.id
    returning ${CHANGED}
  `.execute(trx);
  return rows.map((row) => ({ ...row, ...NOTHING_SAID }));
}

/** How many claimed signs their records call online and offline, of all nodes (promise R5); who was never heard of is not counted. */
export async function countClaimedSigns(db: Db): Promise<Record<PresenceWord, number>> {
  const rows = await db
    .selectFrom('sign')
    .select(['presence', (eb) => eb.fn.countAll<number>().as('count')])
    .where('deviceSignId', 'is not', null)
    .groupBy('presence')
    .execute();
  const countOf = (presence: PresenceWord) => Number(rows.find((row) => row.presence === presence)?.count ?? 0);
  return { online: countOf('online'), offline: countOf('offline') };
}
