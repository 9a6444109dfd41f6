import { FIELD_MESSAGES } from '@sign-display/contracts/field-messages';
import { verifyPassword } from 'better-auth/crypto';
import type { Db } from '../db/database-types.ts';
import type { RestRefusal } from '../http/problem.ts';

/**
 * The first password, which the service makes up and prints once: terminals and their logs keep it, so its owner can only replace it (details 9
 * and 102). `user.password_change_required` is true until they do. The router refuses everything else.
 */

/** Refuses the printed password as its own replacement. Null for any other password, and for an account that has chosen its own. */
export async function refuseFirstPassword(db: Db, userId: string, newPassword: string): Promise<RestRefusal | null> {
  const first = await db
    .selectFrom('account')
    .innerJoin('user', 'user.id', 'account.userId')
    .where('user.id', '=', userId)
    .where('user.passwordChangeRequired', '=', true)
    .select('account.password')
    .executeTakeFirst();
  if (!first?.password || !(await verifyPassword({ hash: first.password, password: newPassword }))) return null;
  const message = FIELD_MESSAGES.passwordPrinted;
  return { code: 'validation_failed', detail: message, errors: [{ path: '/newPassword', message }] };
}

/** Opens the service to a person who has replaced the first password. `endsSessions`: ends the sessions that it opened, except `sessionId`. */
export async function releaseFirstPassword(
  db: Db,
  { userId, sessionId, endsSessions }: { userId: string; sessionId: string | null; endsSessions: boolean },
): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    const released = await transaction
      .updateTable('user')
      .set({ passwordChangeRequired: false })
      .where('id', '=', userId)
      .where('passwordChangeRequired', '=', true)
      .returning('id')
      .executeTakeFirst();
    if (!released || !endsSessions) return;
    const opened = transaction.deleteFrom('session').where('userId', '=', userId);
    await (sessionId === null ? opened : opened.where('id', '!=', sessionId)).execute();
  });
}
