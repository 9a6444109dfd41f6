import { recordAudits } from '../../audit/audit-log.ts';
import type { Db, ServiceDeps, Trx } from '../../db/database-types.ts';
import type { Author } from '../../http/change-author-types.ts';
import { recordAccountEvent } from '../account-events.ts';
import { membershipsOf } from '../role-checks.ts';

/** A person, and as much of a second factor as they have. */
export interface Factor {
  email: string;
  /** If true, the person's password alone opens no session (promise A7). */
  isOn: boolean;
  /** Sealed; null where there is none. Where `isOn` is false, it waits for its first right code. */
  secret: string | null;
}

/**
 * Reads the second factor of a person, and locks the person until the transaction ends: codes of one person are tried one after the other, and no
 * session is opened by a password alone at the moment that turns the second factor on. Undefined where there is no such person.
 */
export async function lockFactor(trx: Trx, userId: string): Promise<Factor | undefined> {
  const person = await trx
    .selectFrom('user')
    .select(['email', 'twoFactorEnabled'])
    .where('id', '=', userId)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (!person) return undefined;
  const row = trx.selectFrom('twoFactor').select('secret').where('userId', '=', userId);
  const secret = (await row.executeTakeFirst())?.secret ?? null;
  return { email: person.email, isOn: person.twoFactorEnabled, secret };
}

export async function isFactorOn(db: Db, userId: string): Promise<boolean> {
  const person = db.selectFrom('user').select('twoFactorEnabled').where('id', '=', userId);
  return (await person.executeTakeFirst())?.twoFactorEnabled ?? false;
}

/** A session as it is now; undefined where it has ended. */
export const readSession = (trx: Trx, sessionId: string): Promise<{ mfa: boolean } | undefined> =>
  trx.selectFrom('session').select('mfa').where('id', '=', sessionId).executeTakeFirst();

/** Removes the second factor of a person, whatever is left of it. A trigger of the database removes their passkeys with it (migration 0053). */
export async function removeFactor(trx: Trx, userId: string): Promise<void> {
  await trx.updateTable('user').set({ twoFactorEnabled: false }).where('id', '=', userId).execute();
  await trx.deleteFrom('twoFactor').where('userId', '=', userId).execute();
  await trx.deleteFrom('usedCode').where('userId', '=', userId).execute();
  await trx.deleteFrom('wrongCode').where('userId', '=', userId).execute();
}

/** Ends every session of a person but one. */
export async function endOtherSessions(trx: Trx, userId: string, sessionId: string): Promise<void> {
  await trx.deleteFrom('session').where('userId', '=', userId).where('id', '!=', sessionId).execute();
}

/** A secret waits this long for its first right code. */
export const UNFINISHED_FACTOR_MS = 24 * 60 * 60_000;

/** Removes the secrets whose first right code never came. A person whose code is being tried now is left for the next time. */
export async function pruneUnfinishedFactors(db: Db, nowMs: number): Promise<void> {
  const before = new Date(nowMs - UNFINISHED_FACTOR_MS);
  await db
    .with('unfinished', (cte) =>
      cte
        .selectFrom('user')
        .innerJoin('twoFactor', 'twoFactor.userId', 'user.id')
        .select('user.id')
        .where('twoFactorEnabled', '=', false)
        .where('twoFactor.createdAt', '<=', before)
        .forNoKeyUpdate('user')
        .skipLocked(),
    )
    .deleteFrom('twoFactor')
    .using('unfinished')
    .whereRef('twoFactor.userId', '=', 'unfinished.id')
    // Read again: the person may have asked for another secret meanwhile.
    .where('twoFactor.createdAt', '<=', before)
    .execute();
}

/**
 * Writes what happened to a person's second factor into their security events and into the log of each of their organizations, there without the network
 * address (details 11). `isByOther`: the address is not the person's, and the person does not see it either.
 */
export async function noteFactorChange(
  trx: Trx,
  deps: ServiceDeps,
  {
    userId,
    author,
    action,
    isByOther = false,
  }: { userId: string; author: Author; action: string; isByOther?: boolean },
): Promise<void> {
  const unnamed = { ...author, ip: null };
  const event = { userId, author: isByOther ? unnamed : author, action, outcome: 'ok' } as const;
  await recordAccountEvent({ ...deps, db: trx }, event);
  const entries = [...(await membershipsOf(trx, userId)).keys()].map((organizationId) => ({
    organizationId,
    author: unnamed,
    action,
    target: { type: 'member', id: userId },
  }));
  await recordAudits(trx, entries, deps.clock.now());
}
