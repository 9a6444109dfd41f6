import { sql, type Kysely, type RawBuilder } from 'kysely';
import type { NodeWarmUp, WarmUpReason } from '@sign-display/contracts/presence';
import type { Database } from '../db/schema.ts';
import { atAsking, createQuestion, whenAsked } from './question.ts';
import type { Answer } from './sweeps.ts';

/** Why a node's offline verdicts wait (promise N2), by the wall clock. */
export interface RowWarmUp {
  reason: WarmUpReason;
  sinceMs: number;
  untilMs: number;
}

/** `warmUp`: whether its offline verdicts wait. */
export interface RowOfNode {
  id: string;
  startedAtMs: number;
  atMs: number;
  warmUp: RowWarmUp | null;
}

const columnsOf = ({ atMs, warmUp }: RowOfNode) => ({
  seenAt: new Date(atMs),
  warmUpReason: warmUp && warmUp.reason,
  warmUpSince: warmUp && new Date(warmUp.sinceMs),
  warmUpUntil: warmUp && new Date(warmUp.untilMs),
});

const msOf = (time: RawBuilder<unknown>) => sql`extract(epoch from ${time}) * 1000`;

/** Renews a node's lease, or takes it anew where it was removed. */
export async function renewLease(db: Kysely<Database>, node: RowOfNode): Promise<void> {
  const now = columnsOf(node);
  await db
    .insertInto('node')
    .values({ id: node.id, startedAt: new Date(node.startedAtMs), ...now })
    .onConflict((conflict) => conflict.column('id').doUpdateSet(now))
    .execute();
}

/**
 * The same, and in the same statement all that the node asks at each renewal: its only one while there is nothing to do. It may have waited for a
 * table while the lease was renewed without it: then it renews nothing, and says so.
 */
export function createLook(
  db: Kysely<Database>,
  questions: readonly RawBuilder<unknown>[],
): (node: RowOfNode) => Promise<{ isRenewed: boolean; answers: Record<string, Answer> }> {
  /** Whose row it is that a look writes. */
  let asking: RowOfNode;
  const own = <Value>(read: (node: RowOfNode) => Value): RawBuilder<Value> => atAsking(() => read(asking));
  const ask = createQuestion(
    db,
    sql<Record<string, Answer> & { isRenewed: boolean }>`
    with renewed as (
      insert into node (id, started_at, seen_at, warm_up_reason, warm_up_since, warm_up_until)
      values (
        ${own(({ id }) => id)}, ${own(({ startedAtMs }) => new Date(startedAtMs))}, ${whenAsked()},
        ${own((node) => columnsOf(node).warmUpReason)}, ${own((node) => columnsOf(node).warmUpSince)},
        ${own((node) => columnsOf(node).warmUpUntil)}
      )
      on conflict (id) do update set
        seen_at = excluded.seen_at, warm_up_reason = excluded.warm_up_reason,
        warm_up_since = excluded.warm_up_since, warm_up_until = excluded.warm_up_until
      where node.seen_at <= excluded.seen_at
      returning id
    )
    select ${sql.join([...questions, sql`exists (select from renewed) as is_renewed`])}`,
  );
  return async (node) => {
    asking = node;
    const [{ isRenewed, ...answers }] = (await ask(node.atMs)) as [Record<string, Answer> & { isRenewed: boolean }];
    return { isRenewed, answers };
  };
}

export async function removeNode(db: Kysely<Database>, id: string): Promise<void> {
  await db.deleteFrom('node').where('id', '=', id).execute();
}

/** Of nodes that were killed. */
export async function removeNodesUnseenSince(db: Kysely<Database>, beforeMs: number): Promise<void> {
  await db.deleteFrom('node').where('seenAt', '<', new Date(beforeMs)).execute();
}

/** Whether `findWarmUps` would find others than are `known`. */
export const hasOtherWarmUps = (liveSince: RawBuilder<Date>, known: () => readonly NodeWarmUp[]) => sql<boolean>`(
  select coalesce(jsonb_agg(jsonb_build_array(id, warm_up_reason, ${msOf(sql.ref('warm_up_since'))}, ${msOf(sql.ref('warm_up_until'))}) order by id), '[]')
  from node where seen_at > ${liveSince} and warm_up_reason is not null
) <> ${atAsking(() =>
  JSON.stringify(
    known().map(({ nodeId, reason, since, until }) => [nodeId, reason, Date.parse(since), Date.parse(until)]),
  ),
)}::jsonb`;

/** The warm-ups of all nodes whose lease was renewed after `liveSinceMs`, in the order of the nodes' ids. */
export async function findWarmUps(db: Kysely<Database>, liveSinceMs: number): Promise<NodeWarmUp[]> {
  const rows = await db
    .selectFrom('node')
    .select(['id', 'warmUpReason', 'warmUpSince', 'warmUpUntil'])
    .where('seenAt', '>', new Date(liveSinceMs))
    .where('warmUpReason', 'is not', null)
    .orderBy('id')
    .execute();
  return rows.map((row) => ({
    nodeId: row.id,
    reason: row.warmUpReason!,
    since: row.warmUpSince!.toISOString(),
    until: row.warmUpUntil!.toISOString(),
  }));
}
