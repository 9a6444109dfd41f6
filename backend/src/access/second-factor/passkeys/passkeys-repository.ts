import type { Passkey } from '@sign-display/contracts/rest/passkeys';
import { CHALLENGE_TTL_MS } from '@sign-display/contracts/rest/session';
import type { Selectable } from 'kysely';
import type { Db, Trx } from '../../../db/database-types.ts';
import type { AccessTables } from '../../tables.ts';
import type { AnsweredChallenge } from './challenges.ts';
import { kindOf } from './decisions.ts';

export type PasskeyRow = Selectable<AccessTables['passkey']>;

export const viewPasskey = ({ id, name, createdAt, lastUsedAt, transports, backedUp }: PasskeyRow): Passkey => ({
  id,
  name,
  createdAt: createdAt.toISOString(),
  lastUsedAt: lastUsedAt?.toISOString() ?? null,
  kind: kindOf({ transports, backedUp }),
});

/** Oldest first. */
export const listPasskeys = (db: Db, userId: string): Promise<PasskeyRow[]> =>
  db.selectFrom('passkey').selectAll().where('userId', '=', userId).orderBy('createdAt').orderBy('id').execute();

export const findPasskey = (db: Db, credentialId: string): Promise<PasskeyRow | undefined> =>
  db.selectFrom('passkey').selectAll().where('credentialId', '=', credentialId).executeTakeFirst();

/** False if an account has this credential already. */
export async function insertPasskey(trx: Trx, row: PasskeyRow): Promise<boolean> {
  const inserted = trx
    .insertInto('passkey')
    .values(row)
    .onConflict((conflict) => conflict.column('credentialId').doNothing());
  return (await inserted.returning('id').execute()).length > 0;
}

/** False if the person has no such passkey. */
export async function deletePasskey(trx: Trx, userId: string, id: string): Promise<boolean> {
  const deleted = trx.deleteFrom('passkey').where('userId', '=', userId).where('id', '=', id).returning('id');
  return (await deleted.execute()).length > 0;
}

/** Uses the challenge up. False if it was answered before. */
export async function useChallenge(trx: Trx, { hash, expiresAt }: AnsweredChallenge): Promise<boolean> {
  const inserted = trx
    .insertInto('usedChallenge')
    .values({ hash, expiresAt })
    .onConflict((conflict) => conflict.doNothing());
  return (await inserted.returning('hash').execute()).length > 0;
}

/**
 * Removes the challenges that expired 10 minutes ago: they are refused by their time. A request that read its challenge just before that time may still be
 * waiting for the person's lock.
 */
export async function pruneChallenges(db: Db, nowMs: number): Promise<void> {
  const before = new Date(nowMs - CHALLENGE_TTL_MS);
  await db.deleteFrom('usedChallenge').where('expiresAt', '<=', before).execute();
}
