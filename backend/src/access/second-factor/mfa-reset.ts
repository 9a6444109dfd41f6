import { ROUTES } from '@sign-display/contracts/routes';
import type { ServiceDeps } from '../../db/database-types.ts';
import type { Author } from '../../http/change-author-types.ts';
import { normalizeEmail } from '../users-repository.ts';
import { endChallenges } from './challenge.ts';
import { lockFactor, noteFactorChange, removeFactor } from './factor-repository.ts';

const { audit: ACTION } = ROUTES['POST /api/system/mfa-reset'];

/**
 * Removes the second factor of a person who has lost it, with their passkeys, and ends their sessions: their password alone opens the next one (details 70 and 71). `author` has
 * no person on the machine itself. Returns the address as it is stored, or null if no account has it.
 */
export async function resetFactor(deps: ServiceDeps, author: Author, email: string): Promise<string | null> {
  return await deps.db.transaction().execute(async (trx) => {
    const person = trx.selectFrom('user').select('id').where('email', '=', normalizeEmail(email));
    const userId = (await person.executeTakeFirst())?.id;
    const factor = userId === undefined ? undefined : await lockFactor(trx, userId);
    if (userId === undefined || !factor) return null;
    await removeFactor(trx, userId);
    await endChallenges(trx, userId);
    await trx.deleteFrom('session').where('userId', '=', userId).execute();
    await noteFactorChange(trx, deps, { userId, author, action: ACTION, isByOther: true });
    return factor.email;
  });
}
