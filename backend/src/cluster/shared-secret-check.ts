import { sql } from 'kysely';
import type { Clock } from '@sign-display/contracts/clock-and-random';
import type { Db } from '../db/database-types.ts';
import { LEASE_MS, RENEW_LEASE_EVERY_MS } from './held-lease-duration.ts';
import { leaseColumn } from './nodes-repository.ts';
import { deriveKey } from './signed-messages.ts';

/**
 * Nodes of one database share AUTH_SECRET: it signs sessions and the messages between nodes. The database holds a value that is derived from it, and tells
 * nothing about it. A secret may be changed while no node runs.
 */

/** As long as a node that lives may take to renew its lease. */
const WATCHED_MS = LEASE_MS + RENEW_LEASE_EVERY_MS;

async function readLeases(db: Db): Promise<Map<string, string>> {
  const rows = await db
    .selectFrom('node')
    .select(['id', leaseColumn.as('lease')])
    .execute();
  return new Map(rows.map(({ id, lease }) => [id, lease]));
}

/** Whether a node renews its lease, or comes, while this one watches. A node that was killed has left its row. */
async function hasLivingNode(db: Db, clock: Clock): Promise<boolean> {
  const first = await readLeases(db);
  const endsAtMs = clock.monotonicMs() + WATCHED_MS;
  while (first.size > 0 && clock.monotonicMs() < endsAtMs) {
    await new Promise<void>((resolve) => void clock.after(RENEW_LEASE_EVERY_MS / 4, resolve));
    const now = await readLeases(db);
    for (const [id, lease] of now) if (first.get(id) !== lease) return true;
  }
  return false;
}

/**
 * `first`: no node was here before. `same`: the nodes' secret is this one. `changed`: it was another one, but no other node runs. `differs`: another
 * node runs with another secret.
 */
export async function checkSharedSecret(
  { db, clock }: { db: Db; clock: Clock },
  secret: string,
): Promise<'first' | 'same' | 'changed' | 'differs'> {
  const value = deriveKey(secret, 'check of AUTH_SECRET').toString('hex');
  const inserted = await db
    .insertInto('authSecretCheck')
    .values({ value })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  if (inserted.numInsertedOrUpdatedRows === 1n) return 'first';
  const found = await db.selectFrom('authSecretCheck').select('value').executeTakeFirstOrThrow();
  if (found.value === value) return 'same';
  if (await hasLivingNode(db, clock)) return 'differs';
  // Of two nodes that come with two new secrets one replaces it.
  const { rows } = await sql`
    update auth_secret_check set value = ${value} where value = ${found.value} returning value`.execute(db);
  return rows.length === 1 ? 'changed' : await checkSharedSecret({ db, clock }, secret);
}
