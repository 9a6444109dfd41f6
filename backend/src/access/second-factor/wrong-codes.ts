import { WRONG_CODES } from '@sign-display/contracts/limits';
import type { Db, Trx } from '../../db/database-types.ts';

/**
 * Wrong codes of a person (details 66 and 67): counted over challenges, sessions and nodes, of the app and of recovery codes alike, apart from wrong
 * passwords. The caller has locked the person (`lockFactor`), so no two codes of one person are tried at the same time.
 *
 * The times are of the nodes' clocks. If the clocks of two nodes differ by more than the window, neither node counts the wrong codes of the other
 * (docs/nodes.md).
 */

/** How long no code is tried for the person, in ms; 0 if one may be tried now. */
export async function waitForNextCode(trx: Trx, userId: string, nowMs: number): Promise<number> {
  const rows = await trx
    .selectFrom('wrongCode')
    .select('at')
    .where('userId', '=', userId)
    .where('at', '>', new Date(nowMs - WRONG_CODES.windowMs))
    // A clock that was ahead by more than the window locks nobody.
    .where('at', '<', new Date(nowMs + WRONG_CODES.windowMs))
    .orderBy('at', 'desc')
    .limit(WRONG_CODES.most)
    .execute();
  const oldest = rows[WRONG_CODES.most - 1];
  if (!oldest) return 0;
  // A clock that was stepped back delays nobody for longer than the window at a time.
  return Math.min(WRONG_CODES.windowMs, oldest.at.getTime() + WRONG_CODES.windowMs - nowMs);
}

export async function countWrongCode(trx: Trx, userId: string, nowMs: number): Promise<void> {
  await trx
    .insertInto('wrongCode')
    .values({ userId, at: new Date(nowMs) })
    .execute();
}

export async function forgetWrongCodes(trx: Trx, userId: string): Promise<void> {
  await trx.deleteFrom('wrongCode').where('userId', '=', userId).execute();
}

/**
 * Removes wrong codes that no longer count, and used codes whose time is over. The last code of each person stays, so that it works only once also after a
 * clock that was ahead was set back.
 */
export async function pruneCodes(db: Db, nowMs: number): Promise<void> {
  const before = new Date(nowMs - WRONG_CODES.windowMs);
  await db.deleteFrom('wrongCode').where('at', '<=', before).execute();
  await db
    .deleteFrom('usedCode')
    .where('at', '<=', before)
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom('usedCode as later')
          .select('later.step')
          .whereRef('later.userId', '=', 'usedCode.userId')
          .whereRef('later.step', '>', 'usedCode.step'),
      ),
    )
    .execute();
}
