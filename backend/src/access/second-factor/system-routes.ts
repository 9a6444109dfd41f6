import type { ServiceDeps } from '../../db/database-types.ts';
import { answer, type Router } from '../../http/router.ts';
import { isSystemOwner } from '../is-system-owner.ts';
import { MFA_REQUIRED } from '../role-checks.ts';
import { isFactorOn } from './factor-repository.ts';
import { resetFactor } from './mfa-reset.ts';
import { mailSecondFactorOff, type FactorMailDeps } from './second-factor-off-mail.ts';

/** POST /api/system/mfa-reset, for system owners (contract, 3.3). */
export function addMfaResetRoute(
  router: Router,
  deps: ServiceDeps & FactorMailDeps & { systemOwners: readonly string[] | null },
): void {
  const { db, systemOwners } = deps;

  router.route('POST /api/system/mfa-reset', async ({ caller, author, body }) => {
    const { userId: id, email, mfa } = caller;
    if (!(await isSystemOwner(db, systemOwners, { id, email }))) return { code: 'forbidden' };
    // Whoever steals a session without it must not remove the second factor of others (details 71).
    if (!mfa && (await isFactorOn(db, id))) return MFA_REQUIRED;
    const to = await resetFactor(deps, author, body.email);
    if (to === null) return { code: 'not_found' };
    await mailSecondFactorOff(deps, { to, by: author.person.name });
    return answer(204);
  });
}
