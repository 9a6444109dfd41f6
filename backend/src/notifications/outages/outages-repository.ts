import { sql, type Selectable } from 'kysely';
import { placeOf } from '@sign-display/contracts/group-outages-by-cause';
import type { Outage, OutageListQuery, OutageWithDeliveries } from '@sign-display/contracts/rest/outages';
import type { Database, Db } from '../../db/database-types.ts';
import type { TimePosition } from '../../http/pagination.ts';
import { findOutages } from '../../outages/acknowledgements-repository.ts';
import { readDeliveries } from './read-deliveries.ts';

type OutageRow = Selectable<Database['outage']>;
type Told = Outage['told'];

/** The messages about each of these outages that reached somebody, earliest first. Who got one by two rules got it once a channel and moment. */
async function readTold(db: Db, ids: readonly string[]): Promise<(id: string) => Told> {
  const { rows } = await sql<{ outageId: string; channel: Told[number]['channel']; at: Date; people: number }>`
    with sent as (
      select message.outage_ids, message.at, channel, count(*) as people
      from message join notification on notification.message_id = message.id
      where message.outage_ids && ${ids}::uuid[] and state = 'sent'
      group by message.id, channel
    )
    select outage_id, channel, at, sum(people)::int as people
    from sent cross join unnest(outage_ids) as outage_id
    where outage_id = any(${ids}::uuid[])
    group by outage_id, channel, at
    order by at, channel`.execute(db);
  const byOutage = Map.groupBy(rows, ({ outageId }) => outageId);
  const toldOf = ({ channel, at, people }: (typeof rows)[number]) => ({ channel, at: at.toISOString(), people });
  return (id) => byOutage.get(id)?.map(toldOf) ?? [];
}

function viewOutage(row: OutageRow, told: Told): Outage {
  const { acknowledgedBy, acknowledgedName, acknowledgedAt, acknowledgedNote: note } = row;
  const by = { id: acknowledgedBy ?? '', name: acknowledgedName ?? '' };
  return {
    id: row.id,
    eventId: row.eventId,
    kind: row.kind,
    signId: row.signRecordId,
    signName: row.signName,
    location: row.location,
    place: row.location === null ? null : placeOf(row.location),
    placeSigns: row.placeSigns,
    host: row.host,
    address: row.address,
    since: row.since.toISOString(),
    openedAt: row.openedAt.toISOString(),
    until: row.closedAt?.toISOString() ?? null,
    closedBy: row.closedBy,
    told,
    acknowledged: acknowledgedAt && { by, at: acknowledgedAt.toISOString(), note },
  };
}

async function viewOutages(db: Db, rows: readonly OutageRow[]): Promise<Outage[]> {
  const ids = rows.map(({ id }) => id);
  const toldOf = ids.length === 0 ? () => [] : await readTold(db, ids);
  return rows.map((row) => viewOutage(row, toldOf(row.id)));
}

/** Up to `limit` outages of an event, the newest first, from after `after`; each with its place in the list. */
export async function listOutages(
  db: Db,
  eventId: string,
  filters: Omit<OutageListQuery, 'cursor' | 'limit'>,
  after: TimePosition | null,
  limit: number,
): Promise<(TimePosition & { outage: Outage })[]> {
  let query = db.selectFrom('outage').selectAll().where('eventId', '=', eventId);
  const { state, signId, from, to } = filters;
  if (state !== undefined) query = query.where('closedAt', state === 'open' ? 'is' : 'is not', null);
  if (signId !== undefined) query = query.where('signRecordId', '=', signId);
  if (from !== undefined)
    query = query.where((eb) => eb.or([eb('closedAt', 'is', null), eb('closedAt', '>', new Date(from))]));
  if (to !== undefined) query = query.where('since', '<', new Date(to));
  if (after) query = query.where((eb) => eb(eb.refTuple('openedAt', 'id'), '<', eb.tuple(after.at, after.id)));
  const rows = await query.orderBy('openedAt', 'desc').orderBy('id', 'desc').limit(limit).execute();
  const outages = await viewOutages(db, rows);
  return outages.map((outage, nth) => ({ id: outage.id, at: rows[nth]!.openedAt, outage }));
}

/**
 * Reads an outage with its deliveries, which are null if the outage opened before `deliveriesSince`. `isAdmin`: the
 * reader is an admin or owner, who sees why deliveries failed.
 */
export async function readOutage(
  db: Db,
  row: OutageRow,
  { deliveriesSince, isAdmin }: { deliveriesSince: Date; isAdmin: boolean },
): Promise<OutageWithDeliveries> {
  const isStored = row.openedAt >= deliveriesSince;
  const [[outage], deliveries] = await Promise.all([
    viewOutages(db, [row]),
    isStored ? readDeliveries(db, row, { isAdmin }) : Promise.resolve(null),
  ]);
  return { ...outage!, deliveries };
}

/** Those that are there, in the order of `ids`. */
export async function readOutages(db: Db, ids: readonly string[]): Promise<Outage[]> {
  const outages = await viewOutages(db, await findOutages(db, ids));
  const byId = new Map(outages.map((outage) => [outage.id, outage]));
  return ids.map((id) => byId.get(id)).filter((outage) => outage !== undefined);
}
