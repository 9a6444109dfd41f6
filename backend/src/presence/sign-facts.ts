import { sql, type Kysely, type RawBuilder, type Transaction } from 'kysely';
import type { Database } from '../db/schema.ts';
import { statusExpression } from '../signs/sign-status.ts';
import { lockSignsThat } from '../signs/signs-repository.ts';
import type { SignChange } from '../notifications/outage-changes.ts';
import type { Presence as PresenceWord } from '@sign-display/contracts/rest/signs';
import type { DeviceFacts } from './presence.ts';

/** What heartbeats say, in the records of the devices: by a few statements, whatever the fleet. Rows are locked in the order of their ids. */

const timeOf = (atMs: number): string => new Date(atMs).toISOString();

const columnsOf = (facts: readonly DeviceFacts[]) => sql`unnest(
  ${facts.map(({ deviceSignId }) => deviceSignId)}::uuid[],
  ${facts.map(({ presence }) => presence)}::text[],
  ${facts.map(({ contentState }) => contentState)}::text[],
  ${facts.map(({ mode }) => mode)}::text[],
  ${facts.map(({ problem }) => problem?.kind ?? null)}::text[],
  ${facts.map(({ problem }) => problem?.detail ?? null)}::text[],
  ${facts.map(({ seenAtMs }) => timeOf(seenAtMs))}::timestamptz[]
) as told (device_sign_id, presence, content_state, mode, problem, problem_detail, seen_at)`;

/** `was`: where the columns of before stand. */
const changeOf = (was: RawBuilder<unknown>) => sql`
  sign.id, sign.organization_id, sign.event_id, sign.name, sign.last_seen_at,
  ${was}.was_presence, sign.presence, ${was}.was_content_state, sign.content_state,
  ${was}.problem, ${was}.problem_detail`;

const toldStatus = statusExpression({
  presence: sql.ref('told.presence'),
  content_state: sql.ref('told.content_state'),
  mode: sql.ref('told.mode'),
});

/** A report that says more of a page than its row holds is a change, as long as no outage says it. */
const isOther = sql`(
  (sign.presence, sign.content_state, sign.mode) is distinct from (told.presence, told.content_state, told.mode)
  or told.problem is not null and not exists (
    select from outage where sign_record_id = sign.id and kind = told.problem and closed_at is null
  )
)`;

/**
 * Writes the facts into the devices' records, and `status_since` where the status changes by them. That a device is offline is not written
 * where it was heard of since, by another node; so the first heartbeat that a node hears is written although nothing is other by it: the node
 * that heard the one before may be about to judge. A device without a record is passed over. The records that are other now.
 */
export async function writeFacts(
  trx: Transaction<Database>,
  facts: readonly DeviceFacts[],
  nowMs: number,
): Promise<SignChange[]> {
  // Locked before they are compared: what is told as a change is one from what was committed last. Of a record that gets its device after that
  // nothing is written: `writeLastSeen` finds what it lacks.
  const devices = facts.map(({ deviceSignId }) => deviceSignId);
  const ids = await lockSignsThat(trx, sql`device_sign_id = any(${devices}::uuid[])`);
  if (ids.length === 0) return [];
  const { rows } = await sql<SignChange & { isOther: boolean }>`
    with told as materialized (
      select sign.id, sign.presence as was_presence, sign.content_state as was_content_state, told.*, ${isOther} as is_other,
        ${toldStatus} is distinct from ${statusExpression()} as is_other_status
      from ${columnsOf(facts)} join sign on sign.device_sign_id = told.device_sign_id
      where sign.id = any(${ids}::uuid[]) and case told.presence
        when 'online' then ${isOther} or sign.last_seen_at is null or sign.last_seen_at < told.seen_at
        else ${isOther} and (sign.last_seen_at is null or sign.last_seen_at <= told.seen_at)
      end
    )
    update sign set
      presence = told.presence,
      content_state = told.content_state,
      mode = told.mode,
      last_seen_at = greatest(sign.last_seen_at, told.seen_at),
      status_since = case when told.is_other_status then ${timeOf(nowMs)}::timestamptz else sign.status_since end
    from told where sign.id = told.id
    returning ${changeOf(sql.ref('told'))}, told.is_other
  `.execute(trx);
  return rows.filter((row) => row.isOther).map(({ isOther: _, ...change }) => change);
}

/**
 * An array for Postgres of words that need no quotes (identifiers, numbers, the contract's words). Of a whole fleet every 5 s: what pg makes of an
 * array itself takes ten times as long, quoting each of its elements.
 */
const arrayOf = (words: readonly (string | number)[]): string => `{${words.join(',')}}`;

/**
 * Writes the newest heartbeat times. The devices whose records say something else of them than `facts`: to be written.
 *
 * Locks and changes in one statement, which each node sends every 5 s. What it changes are the versions that it sees: of a row that another changed
 * while it waited for the lock, that one is old, and who waits for it may wait for us. Such a row is left out (by its `ctid`) and written by the next.
 */
export async function writeLastSeen(db: Kysely<Database>, facts: readonly DeviceFacts[]): Promise<string[]> {
  const of = (read: (one: DeviceFacts) => string | number) => arrayOf(facts.map(read));
  const { rows } = await sql<{ deviceSignId: string; differs: boolean | null }>`
    with seen as materialized (
      select sign.id, sign.ctid as version, told.device_sign_id, told.presence, told.content_state, told.mode, seen_at
      from unnest(
        ${of(({ deviceSignId }) => deviceSignId)}::uuid[],
        ${of(({ presence }) => presence)}::text[],
        ${of(({ contentState }) => contentState)}::text[],
        ${of(({ mode }) => mode)}::text[],
        ${of(({ seenAtMs }) => Math.trunc(seenAtMs))}::bigint[]
      ) as told (device_sign_id, presence, content_state, mode, seen_at_ms)
      cross join lateral (select timestamptz 'epoch' + seen_at_ms * interval '1 millisecond' as seen_at) as moment
      join sign on sign.device_sign_id = told.device_sign_id
      where sign.last_seen_at is null or sign.last_seen_at < seen_at
      order by sign.id
      for no key update of sign
    ), written as (
      update sign set last_seen_at = seen.seen_at from seen where sign.id = seen.id and sign.ctid = seen.version
      returning sign.id, (sign.presence, sign.content_state, sign.mode)
        is distinct from (seen.presence, seen.content_state, seen.mode) as differs
    )
    select device_sign_id, differs from seen left join written using (id) where differs is distinct from false
  `.execute(db);
  const differing = rows.filter(({ differs }) => differs).map(({ deviceSignId }) => deviceSignId);
  const moved = new Set(rows.filter(({ differs }) => differs === null).map(({ deviceSignId }) => deviceSignId));
  if (moved.size === 0) return differing;
  return [
    ...differing,
    ...(await writeLastSeen(
      db,
      facts.filter(({ deviceSignId }) => moved.has(deviceSignId)),
    )),
  ];
}

const isUnheard = (seenBefore: Date | RawBuilder<Date>) => sql<boolean>`
  device_sign_id is not null and presence = 'online'
  and (last_seen_at is null or last_seen_at < ${seenBefore}::timestamptz)`;

/** Whether `writeUnheard` would take any. */
export const hasUnheard = (seenBefore: RawBuilder<Date>) =>
  sql<boolean>`exists (select from sign where ${isUnheard(seenBefore)})`;

/** Takes the devices offline that nobody has heard of since `seenBeforeMs`: whoever held them is gone. The records that are other now. */
export async function writeUnheard(
  trx: Transaction<Database>,
  seenBeforeMs: number,
  nowMs: number,
): Promise<SignChange[]> {
  const ids = await lockSignsThat(trx, isUnheard(new Date(seenBeforeMs)));
  if (ids.length === 0) return [];
  const { rows } = await sql<SignChange>`
    with unheard as materialized (
      select id, presence as was_presence, content_state as was_content_state,
        null::text as problem, null::text as problem_detail
      from sign
      where id = any(${ids}::uuid[])
    )
    update sign set presence = 'offline', status_since = ${timeOf(nowMs)}::timestamptz
    from unheard where sign.id = unheard.id
    returning ${changeOf(sql.ref('unheard'))}
  `.execute(trx);
  return rows;
}

/** How many claimed signs their records call online and offline, of all nodes (promise R5); who was never heard of is not counted. */
export async function countClaimedSigns(db: Kysely<Database>): Promise<Record<PresenceWord, number>> {
  const rows = await db
    .selectFrom('sign')
    .select(['presence', (eb) => eb.fn.countAll<number>().as('count')])
    .where('deviceSignId', 'is not', null)
    .groupBy('presence')
    .execute();
  const countOf = (presence: PresenceWord) => Number(rows.find((row) => row.presence === presence)?.count ?? 0);
  return { online: countOf('online'), offline: countOf('offline') };
}
