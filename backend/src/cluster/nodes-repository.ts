import { sql, type RawBuilder } from 'kysely';
import type { NodeWarmUp, WarmUpReason } from '@sign-display/contracts/backend-warm-up';
import type { Db } from '../db/database-types.ts';
import type { NodeFigures } from './tables.ts';
import type { LeaseReading } from './node-watch.ts';
import { evaluatedPerQuery, createPollingQuery } from './polling-query.ts';
import type { Answer } from './due-work-sweeps.ts';

/** Why a node's offline verdicts wait (promise N2), by the wall clock. */
export interface RowWarmUp {
  reason: WarmUpReason;
  sinceMs: number;
  untilMs: number;
  /** How many claimed devices the node hears now, of how many; null where it does not know yet. */
  counts: { heard: number; of: number } | null;
}

/** `renewal`: a number that grows with each renewal. `atMs`: the wall clock's. `warmUp`: whether its offline verdicts wait. */
export interface RowOfNode {
  id: string;
  startedAtMs: number;
  renewal: number;
  atMs: number;
  /** Since when it has held its lease without a gap (recorded-lease-stretches.ts). */
  heldSinceMs: number;
  warmUp: RowWarmUp | null;
  /** For the system page; null where nobody measures. */
  figures: NodeFigures | null;
}

const msOf = (time: RawBuilder<unknown>) => sql`extract(epoch from ${time}) * 1000`;

/** What changes with each renewal. An older node writes no count. */
export const leaseColumn = sql<string>`(node.renewals || ' ' || extract(epoch from node.seen_at))`;

/** Renews the lease in the row of the node that is read, or takes it anew where it was removed. What was overtaken by a later one changes nothing. */
const renewal = (own: <Value>(read: (node: RowOfNode) => Value) => RawBuilder<Value>) => {
  const time = (read: (warmUp: RowWarmUp) => number) => own(({ warmUp }) => warmUp && new Date(read(warmUp)));
  const count = (which: 'heard' | 'of') => own(({ warmUp }) => warmUp?.counts?.[which] ?? null);
  return sql`
    insert into node (
      id, started_at, seen_at, renewals, warm_up_reason, warm_up_since, warm_up_until, warm_up_heard, warm_up_of, figures
    )
    values (
      ${own(({ id }) => id)}, ${own(({ startedAtMs }) => new Date(startedAtMs))}, ${own(({ atMs }) => new Date(atMs))},
      ${own((node) => node.renewal)}, ${own(({ warmUp }) => warmUp && warmUp.reason)},
      ${time(({ sinceMs }) => sinceMs)}, ${time(({ untilMs }) => untilMs)}, ${count('heard')}, ${count('of')},
      ${own(({ figures }) => figures && JSON.stringify(figures))}
    )
    on conflict (id) do update set
      seen_at = excluded.seen_at, renewals = excluded.renewals, warm_up_reason = excluded.warm_up_reason,
      warm_up_since = excluded.warm_up_since, warm_up_until = excluded.warm_up_until,
      warm_up_heard = excluded.warm_up_heard, warm_up_of = excluded.warm_up_of, figures = excluded.figures
    where node.renewals < excluded.renewals
    returning id`;
};

/** That it holds its lease until now. What was overtaken shortens nothing. */
const stretch = (own: <Value>(read: (node: RowOfNode) => Value) => RawBuilder<Value>) => sql`
  insert into lease_stretch (node_id, since, until)
  values (${own(({ id }) => id)}, ${own(({ heldSinceMs }) => new Date(heldSinceMs))}, ${own(({ atMs }) => new Date(atMs))})
  on conflict (node_id, since) do update set until = excluded.until where lease_stretch.until < excluded.until`;

/** The warm-up of the moment in the list of all, so that a node that is killed in one leaves it there. */
const noteWarmUp = (own: <Value>(read: (node: RowOfNode) => Value) => RawBuilder<Value>) => sql`
  insert into past_warm_up (node_id, since, until, hostname, reason, heard, out_of)
  select ${own(({ id }) => id)}::uuid, ${own(({ warmUp }) => warmUp && new Date(warmUp.sinceMs))}::timestamptz,
    ${own(({ warmUp }) => warmUp && new Date(warmUp.untilMs))}::timestamptz, ${own(({ figures }) => figures && figures.hostname)}::text,
    ${own(({ warmUp }) => warmUp && warmUp.reason)}::text, ${own(({ warmUp }) => warmUp?.counts?.heard ?? null)}::integer,
    ${own(({ warmUp }) => warmUp?.counts?.of ?? null)}::integer
  where ${own(({ warmUp }) => warmUp !== null)}::boolean
  on conflict (node_id, since) do update set heard = excluded.heard, out_of = excluded.out_of`;

/** Renews a node's lease. What the other nodes' rows say of theirs. */
export async function renewLease(db: Db, node: RowOfNode): Promise<LeaseReading[]> {
  const { rows } = await sql<LeaseReading>`
    with renewed as (${renewal((read) => sql.val(read(node)))}), held as (${stretch((read) => sql.val(read(node)))}),
      noted as (${noteWarmUp((read) => sql.val(read(node)))})
    select id, ${leaseColumn} as lease from node where id <> ${node.id} order by id`.execute(db);
  return rows;
}

export interface Look {
  isRenewed: boolean;
  /** Of all other nodes. */
  others: LeaseReading[];
  answers: Record<string, Answer>;
}

/**
 * The same, and in the same statement all that the node asks at each renewal: its only one while there is nothing to do. It may have waited for a
 * table while the lease was renewed without it: then it renews nothing, and says so.
 */
export function createLook(db: Db, questions: readonly RawBuilder<unknown>[]): (node: RowOfNode) => Promise<Look> {
  /** Whose row it is that a look writes. */
  let asking: RowOfNode;
  const own = <Value>(read: (node: RowOfNode) => Value): RawBuilder<Value> => evaluatedPerQuery(() => read(asking));
  const others = sql`(
    select coalesce(json_agg(json_build_array(node.id, ${leaseColumn}) order by node.id), '[]') from node where node.id <> ${own(({ id }) => id)}
  ) as others`;
  type Row = Record<string, Answer> & { isRenewed: boolean; others: [id: string, lease: string][] };
  const ask = createPollingQuery(
    db,
    sql<Row>`
    with renewed as (${renewal(own)}), held as (${stretch(own)}), noted as (${noteWarmUp(own)})
    select ${sql.join([...questions, others, sql`exists (select from renewed) as is_renewed`])}`,
  );
  return async (node) => {
    asking = node;
    const [{ isRenewed, others: read, ...answers }] = (await ask(node.atMs)) as [Row];
    return { isRenewed, others: read.map(([id, lease]) => ({ id, lease })), answers };
  };
}

export async function removeNode(db: Db, id: string): Promise<void> {
  await db.deleteFrom('node').where('id', '=', id).execute();
}

/** Of nodes that were killed, unless they have renewed their leases after all. */
export async function removeDeadNodes(db: Db, dead: readonly LeaseReading[]): Promise<void> {
  await sql`
    delete from node
    using unnest(${dead.map(({ id }) => id)}::uuid[], ${dead.map(({ lease }) => lease)}::text[]) as dead (dead_id, lease)
    where node.id = dead_id and ${leaseColumn} = lease`.execute(db);
}

/** A node that is none of these has a row and lives. */
const lives = (dead: () => readonly string[]) => sql<boolean>`node.id <> all(${evaluatedPerQuery(dead)}::uuid[])`;

/** Whether `findWarmUps` would find others than are `known`. */
export const hasOtherWarmUps = (dead: () => readonly string[], known: () => readonly NodeWarmUp[]) => sql<boolean>`(
  select coalesce(jsonb_agg(jsonb_build_array(id, warm_up_reason, ${msOf(sql.ref('warm_up_since'))}, ${msOf(sql.ref('warm_up_until'))}, warm_up_heard, warm_up_of) order by id), '[]')
  from node where ${lives(dead)} and warm_up_reason is not null
) <> ${evaluatedPerQuery(() =>
  JSON.stringify(
    known().map(({ nodeId, reason, since, until, heard = null, of = null }) => [
      nodeId,
      reason,
      Date.parse(since),
      Date.parse(until),
      heard,
      of,
    ]),
  ),
)}::jsonb`;

/** The warm-ups of all nodes but those that are `dead`, in the order of the nodes' ids. */
export async function findWarmUps(db: Db, dead: readonly string[]): Promise<NodeWarmUp[]> {
  const rows = await db
    .selectFrom('node')
    .select(['id', 'warmUpReason', 'warmUpSince', 'warmUpUntil', 'warmUpHeard', 'warmUpOf'])
    .where('id', '<>', sql<string>`all(${dead}::uuid[])`)
    .where('warmUpReason', 'is not', null)
    .orderBy('id')
    .execute();
  return rows.map((row) => ({
    nodeId: row.id,
    reason: row.warmUpReason!,
    since: row.warmUpSince!.toISOString(),
    until: row.warmUpUntil!.toISOString(),
    ...(row.warmUpHeard !== null && row.warmUpOf !== null && { heard: row.warmUpHeard, of: row.warmUpOf }),
  }));
}

/** The nodes that are not `dead`, in the order of their start. */
export async function listNodes(db: Db, dead: readonly string[]) {
  return await db
    .selectFrom('node')
    .select(['id', 'startedAt', 'seenAt', 'figures'])
    .select(['warmUpReason', 'warmUpSince', 'warmUpUntil', 'warmUpHeard', 'warmUpOf'])
    .where('id', '<>', sql<string>`all(${dead}::uuid[])`)
    .orderBy('startedAt')
    .orderBy('id')
    .execute();
}

/** How many nodes live, and since when the oldest of them has run; null where no node has a row. */
export async function findService(db: Db, dead: readonly string[]): Promise<{ nodes: number; since: Date } | null> {
  const { rows } = await sql<{ nodes: number; since: Date | null }>`
    select count(*)::int as nodes, min(started_at) as since from node where id <> all(${dead}::uuid[])`.execute(db);
  const { nodes, since } = rows[0]!;
  return since && { nodes, since };
}

/** Those of the devices that other nodes have, with those and the lease in their rows; null: such a node has none, and is no more. */
export async function findOtherHolders(db: Db, deviceSignIds: readonly string[], nodeId: string) {
  const { rows } = await sql<{ signId: string; id: string; lease: string | null }>`
    select device.sign_id, device.node_id as id, ${leaseColumn} as lease from device left join node on node.id = device.node_id
    where device.sign_id = any(${deviceSignIds}::uuid[]) and device.node_id <> ${nodeId}`.execute(db);
  return new Map(rows.map(({ signId, id, lease }) => [signId, { id, lease }]));
}

/** How many signs a node found offline right after its warm-up. `sinceMs`: when that began, as the lease recorded it. */
export async function noteOfflineAfter(
  db: Db,
  { nodeId, sinceMs }: { nodeId: string; sinceMs: number },
  offlineAfter: number,
): Promise<void> {
  const query = db.updateTable('pastWarmUp').set({ offlineAfter }).where('nodeId', '=', nodeId);
  await query.where('since', '=', new Date(sinceMs)).execute();
}

const WARM_UPS_KEPT_MS = 30 * 24 * 3_600_000;

export async function pruneWarmUps(db: Db, nowMs: number): Promise<void> {
  await db
    .deleteFrom('pastWarmUp')
    .where('until', '<', new Date(nowMs - WARM_UPS_KEPT_MS))
    .execute();
}

/** The newest `most` warm-ups of all nodes, newest first. */
export async function listWarmUps(db: Db, most: number) {
  const rows = await db
    .selectFrom('pastWarmUp')
    .selectAll()
    .orderBy('since', 'desc')
    .orderBy('nodeId')
    .limit(most)
    .execute();
  return rows.map(({ since, until, outOf, ...row }) => ({
    ...row,
    since: since.toISOString(),
    until: until.toISOString(),
    of: outOf,
  }));
}
