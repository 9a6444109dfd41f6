import type { Kysely } from 'kysely';
import type { Database } from '../db/schema.ts';

/** Renews a node's lease, or takes it anew where it was removed. */
export async function renewLease(
  db: Kysely<Database>,
  node: { id: string; startedAtMs: number; atMs: number },
): Promise<void> {
  const seenAt = new Date(node.atMs);
  await db
    .insertInto('node')
    .values({ id: node.id, startedAt: new Date(node.startedAtMs), seenAt })
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ seenAt }))
    .execute();
}

export async function removeNode(db: Kysely<Database>, id: string): Promise<void> {
  await db.deleteFrom('node').where('id', '=', id).execute();
}

/** Of nodes that were killed. */
export async function removeNodesUnseenSince(db: Kysely<Database>, beforeMs: number): Promise<void> {
  await db.deleteFrom('node').where('seenAt', '<', new Date(beforeMs)).execute();
}
