import type { Kysely } from 'kysely';
import type { NodeWarmUp, WarmUpReason } from '@sign-display/contracts/presence';
import type { Database } from '../db/schema.ts';

/** Why a node's offline verdicts wait (promise N2), by the wall clock. */
export interface RowWarmUp {
  reason: WarmUpReason;
  sinceMs: number;
  untilMs: number;
}

/** Renews a node's lease, or takes it anew where it was removed, and says whether its offline verdicts wait. */
export async function renewLease(
  db: Kysely<Database>,
  node: { id: string; startedAtMs: number; atMs: number; warmUp: RowWarmUp | null },
): Promise<void> {
  const { warmUp } = node;
  const now = {
    seenAt: new Date(node.atMs),
    warmUpReason: warmUp && warmUp.reason,
    warmUpSince: warmUp && new Date(warmUp.sinceMs),
    warmUpUntil: warmUp && new Date(warmUp.untilMs),
  };
  await db
    .insertInto('node')
    .values({ id: node.id, startedAt: new Date(node.startedAtMs), ...now })
    .onConflict((conflict) => conflict.column('id').doUpdateSet(now))
    .execute();
}

export async function removeNode(db: Kysely<Database>, id: string): Promise<void> {
  await db.deleteFrom('node').where('id', '=', id).execute();
}

/** Of nodes that were killed. */
export async function removeNodesUnseenSince(db: Kysely<Database>, beforeMs: number): Promise<void> {
  await db.deleteFrom('node').where('seenAt', '<', new Date(beforeMs)).execute();
}

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
