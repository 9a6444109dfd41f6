import { sql } from 'kysely';
import { firstUuidV7At } from '@sign-display/contracts/identifier-generation';
import type { BulkCounts } from '@sign-display/contracts/rest/bulk';
import { COMMAND_STATES, type CommandState } from '@sign-display/contracts/rest/commands';
import type { Db } from '../../db/database-types.ts';
import { isPending } from './bulk-repository.ts';

/** Reads the state of each sign of a bulk request (contract, 3; promise M1), and stores the kiosks' answers. */

export interface BulkProgress {
  bulkId: string;
  total: number;
  counts: BulkCounts;
}

/**
 * A connected kiosk confirms a page or settings within about a second. A kiosk that connects while they are written may
 * read them with its `sign:config`, which has no answer.
 */
const WORD_WITHIN = sql`interval '30 seconds'`;

/**
 * The state of a sign whose page or settings are written. A kiosk that was offline gets the complete state when it
 * registers, and sends no answer. From then on, its last report about its page counts, even while it is offline again,
 * so a sign that had the page once is never queued again. While a schedule or an override is shown, the kiosk's reports
 * are about that, not about the assigned page.
 */
const wordOfSign = sql`case
  when sign.device_sign_id is null then 'acked'
  when bulk_sign.answer is not null then bulk_sign.answer
  when device.registered_at > bulk_sign.written_at or sign.last_seen_at > bulk_sign.written_at + ${WORD_WITHIN} then case
    when sign.shown_source is not null then 'acked'
    when sign.content_state in ('error', 'unreachable') then 'failed'
    when sign.content_state = 'loading' then 'sent'
    else 'acked' end
  when sign.presence is distinct from 'online' then 'queued'
  else 'sent' end`;

/** The state of one sign in a bulk request. */
const stateOfSign = sql<CommandState>`case
  when ${isPending} then 'queued'
  when bulk_sign.state = 'failed' then 'failed'
  when bulk.action ? 'command' then coalesce(command.state, 'failed')
  else ${wordOfSign} end`;
const signsOfBulk = sql`
  from bulk_sign
  left join command on command.bulk_id = bulk.id and command.sign_record_id = bulk_sign.sign_record_id
  left join sign on sign.id = bulk_sign.sign_record_id
  left join device on device.sign_id = sign.device_sign_id
  where bulk_sign.bulk_id = bulk.id`;

/**
 * Returns the progress of those bulk requests that exist and belong to the organization (promise A1), in one query on
 * indexes.
 */
export async function readProgress(
  db: Db,
  organizationId: string,
  bulkIds: readonly string[],
): Promise<BulkProgress[]> {
  const { rows } = await sql<{ bulkId: string; total: number; state: CommandState | null; count: number }>`
    select bulk.id as bulk_id, bulk.total, counted.state, counted.count
    from bulk left join lateral (
      select count(*)::integer as count, ${stateOfSign} as state ${signsOfBulk}
      group by 2
    ) counted on true
    where bulk.id = any(${bulkIds}::uuid[]) and bulk.organization_id = ${organizationId}
    order by bulk.id`.execute(db);
  return Array.from(
    Map.groupBy(rows, ({ bulkId }) => bulkId),
    ([bulkId, ofOne]) => {
      const counts = Object.fromEntries(COMMAND_STATES.map((state) => [state, 0])) as BulkCounts;
      for (const { state, count } of ofOne) if (state !== null) counts[state] = count;
      return { bulkId, total: ofOne[0]!.total, counts };
    },
  );
}

/**
 * Why a sign is not done. The error code of its command or of the bulk request comes first. Otherwise the reason is
 * that the sign is offline or can't show its page. A deleted sign has no other reason.
 */
const codeOfSign = sql<string | null>`case
  when listed.is_gone then 'not_found'
  when listed.state = 'acked' then null
  else coalesce(
    listed.error_code,
    case when listed.is_offline then 'sign_not_connected' end,
    case when listed.state = 'failed' then case listed.content_state
      when 'unreachable' then 'url_unreachable' when 'error' then 'url_load_failed' end end) end`;

/**
 * Sorts names as people read them: case and accents don't count, and numbers count by their value (“Bar 9” before “Bar
 * 10”). The key needs no collation, because databases name collations differently.
 */
const sortKey = sql<string>`(
  select coalesce(string_agg(case
    when part[1] is null then part[2]
    else lpad(length(ltrim(part[1], '0'))::text, 3, '0') || ltrim(part[1], '0') end, '' order by nth), '')
  from regexp_matches(
    translate(lower(listed.name), 'äöüàáâãåçèéêëìíîïñòóôõøùúûýÿ', 'aouaaaaaceeeeiiiinooooouuuyy'), '([0-9]+)|([^0-9]+)', 'g'
  ) with ordinality as found (part, nth)) collate "C"`;

export interface BulkSignRow {
  signId: string;
  name: string;
  state: CommandState;
  code: string | null;
}

/**
 * Lists up to `most` signs of a bulk request by name, starting after the sign `afterSignId`: the signs in `state`, or
 * all of them. The sign `afterSignId` may have left `state`; if the bulk request does not have it, the list is empty.
 */
export async function listBulkSigns(
  db: Db,
  bulkId: string,
  state: CommandState | undefined,
  afterSignId: string | null,
  most: number,
): Promise<BulkSignRow[]> {
  const isAfter =
    afterSignId === null
      ? sql``
      : sql`and (sort_key, sign_id) > (
          select ${sortKey}, listed.sign_id from listed where listed.sign_id = ${afterSignId}::uuid)`;
  const { rows } = await sql<BulkSignRow>`
    with listed as materialized (
      select signs.* from bulk cross join lateral (
        select bulk_sign.sign_record_id as sign_id, coalesce(sign.name, bulk_sign.name, '') as name,
          ${stateOfSign} as state, coalesce(command.error_code, bulk_sign.code) as error_code, sign.id is null as is_gone,
          sign.device_sign_id is not null and sign.presence is distinct from 'online' as is_offline, sign.content_state
        ${signsOfBulk}
      ) as signs
      where bulk.id = ${bulkId}
    ), sorted as materialized (
      select listed.sign_id, listed.name, listed.state, ${codeOfSign} as code, ${sortKey} as sort_key
      from listed where true ${state === undefined ? sql`` : sql`and listed.state = ${state}`}
    )
    select sign_id, name, state, code from sorted
    where true ${isAfter} order by sort_key, sign_id limit ${most}`.execute(db);
  return rows;
}

/** The organization's bulk requests from `sinceMs` on. One query, by the index of their identifiers, which sort by time. */
export async function listBulksSince(db: Db, organizationId: string, sinceMs: number): Promise<string[]> {
  const query = db.selectFrom('bulk').select('id').where('organizationId', '=', organizationId);
  const rows = await query.where('id', '>=', firstUuidV7At(sinceMs)).execute();
  return rows.map(({ id }) => id);
}

/**
 * Returns those of the organization's bulk requests whose counts depend on the state of one of these signs, in one
 * query on indexes.
 */
export async function findBulksWaitingFor(
  db: Db,
  organizationId: string,
  bulkIds: readonly string[],
  signRecordIds: readonly string[],
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from bulk
    where id = any(${bulkIds}::uuid[]) and organization_id = ${organizationId} and not action ? 'command' and exists (
      select from bulk_sign
      where bulk_id = bulk.id and sign_record_id = any(${signRecordIds}::uuid[])
        and state in ('written', 'done') and answer is distinct from 'acked')`.execute(db);
  return rows.map(({ id }) => id);
}

/**
 * Stores a kiosk's answer to a bulk request. Resolves with the organization; null if the bulk request gave that
 * device's sign nothing.
 */
export async function noteBulkAnswer(
  db: Db,
  { bulkId, deviceSignId, answer }: { bulkId: string; deviceSignId: string; answer: 'acked' | 'failed' },
): Promise<string | null> {
  const { rows } = await sql<{ organizationId: string }>`
    update bulk_sign set answer = ${answer} from sign
    where bulk_id = ${bulkId} and sign_record_id = sign.id and sign.device_sign_id = ${deviceSignId}
      and state in ('written', 'done')
    returning sign.organization_id`.execute(db);
  return rows[0]?.organizationId ?? null;
}
