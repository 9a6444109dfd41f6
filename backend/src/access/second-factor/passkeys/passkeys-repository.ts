import type { Passkey } from '@sign-display/contracts/rest/passkeys';
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

export async function countPasskeys(db: Db, userId: string): Promise<number> {
  const counted = db.selectFrom('passkey').select(({ fn }) => fn.countAll<number>().as('count'));
  return (await counted.where('userId', '=', userId).executeTakeFirstOrThrow()).count;
}

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
export async function usePasskeyChallenge(trx: Trx, { hash, expiresAt }: AnsweredChallenge): Promise<boolean> {
  const inserted = trx
    .insertInto('usedChallenge')
    .values({ hash, expiresAt })
    .onConflict((conflict) => conflict.doNothing());
  return (await inserted.returning('hash').execute()).length > 0;
}

/**
 * A used challenge is refused by its hash for so long after it has expired, although its time alone would refuse it: a clock that was ahead, and was set
 * back, makes it valid again.
 */
export const USED_CHALLENGE_KEPT_MS = 24 * 60 * 60 * 1_000;

/** Removes used challenges that expired `USED_CHALLENGE_KEPT_MS` ago. */
export async function prunePasskeyChallenges(db: Db, nowMs: number): Promise<void> {
  const before = new Date(nowMs - USED_CHALLENGE_KEPT_MS);
  await db.deleteFrom('usedChallenge').where('expiresAt', '<=', before).execute();
}
