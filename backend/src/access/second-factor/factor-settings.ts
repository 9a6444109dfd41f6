import { ROUTES } from '@sign-display/contracts/routes';
import type { EnableSecondFactorResponse } from '@sign-display/contracts/rest/second-factor';
import type { ServiceDeps, Trx } from '../../db/database-types.ts';
import type { SignedInAuthor } from '../../http/change-author-types.ts';
import type { RestRefusal } from '../../http/problem.ts';
import { MFA_REQUIRED } from '../role-checks.ts';
import { endChallenges } from './challenge.ts';
import {
  endOtherSessions,
  lockFactor,
  noteFactorChange,
  readSession,
  removeFactor,
  type Factor,
} from './factor-repository.ts';
import type { FactorSecrets } from './factor-secrets.ts';
import { makeRecoveryCodes } from './recovery-codes.ts';
import { mailSecondFactorOff, type FactorMailDeps } from './second-factor-off-mail.ts';
import { SECRET_BYTES, totpUri } from './totp.ts';

/** What a signed-in person changes of their own second factor, after the password was checked. */

type Deps = ServiceDeps & { secrets: FactorSecrets };
export interface Person {
  author: SignedInAuthor;
  sessionId: string;
}

const IS_ON: RestRefusal = { code: 'conflict', detail: 'Two-step sign-in is already on.' };
const IS_OFF: RestRefusal = { code: 'conflict', detail: 'Two-step sign-in is off.' };

/** Why these settings can't be changed, before the password is asked for. `needsOn`: only where the second factor is on. */
export function refuseChange({ isOn }: { isOn: boolean }, needsOn: boolean, mfa: boolean): RestRefusal | null {
  if (!needsOn) return isOn ? IS_ON : null;
  if (!isOn) return IS_OFF;
  return mfa ? null : MFA_REQUIRED;
}

/** Runs `change` under the person's lock, if they may still change this in this session: the password took a while to check. */
async function changeLocked<Result>(
  deps: Deps,
  { author, sessionId }: Person,
  needsOn: boolean,
  change: (trx: Trx, factor: Factor) => Promise<Result>,
): Promise<Result | RestRefusal> {
  return await deps.db.transaction().execute(async (trx) => {
    const factor = await lockFactor(trx, author.person.id);
    const session = await readSession(trx, sessionId);
    if (!factor || !session) return { code: 'unauthenticated' };
    return refuseChange(factor, needsOn, session.mfa) ?? (await change(trx, factor));
  });
}

const hashesOf = (secrets: FactorSecrets, userId: string, codes: readonly string[]): string[] =>
  codes.map((code) => secrets.hashOfRecoveryCode(userId, code));

/** Makes a secret and recovery codes, which wait for the first right code. Those that waited before are over. */
export const beginFactor = (deps: Deps, person: Person): Promise<EnableSecondFactorResponse | RestRefusal> =>
  changeLocked(deps, person, false, async (trx, { email }) => {
    const { clock, random, secrets } = deps;
    const userId = person.author.person.id;
    const [secret, backupCodes] = [random.bytes(SECRET_BYTES), makeRecoveryCodes(random)];
    const sealed = { secret: secrets.seal(userId, secret), recoveryCodes: hashesOf(secrets, userId, backupCodes) };
    const row = { ...sealed, createdAt: new Date(clock.now()) };
    await trx
      .insertInto('twoFactor')
      .values({ userId, ...row })
      .onConflict((conflict) => conflict.column('userId').doUpdateSet(row))
      .execute();
    // They were codes of another secret.
    await trx.deleteFrom('usedCode').where('userId', '=', userId).execute();
    return { totpURI: totpUri(secret, email), backupCodes };
  });

/**
 * Ends every other session of the person, as turning it on does: they were opened with a factor that is gone. This session stays as it is (contract, 3.3).
 * The person gets a mail.
 */
export async function disableFactor(
  deps: Deps & FactorMailDeps,
  person: Person,
): Promise<{ status: true } | RestRefusal> {
  const { author, sessionId } = person;
  const { id: userId, email } = author.person;
  const disabled = await changeLocked(deps, person, true, async (trx) => {
    await removeFactor(trx, userId);
    await endChallenges(trx, userId);
    await endOtherSessions(trx, userId, sessionId);
    const { audit: action } = ROUTES['POST /api/auth/two-factor/disable'];
    await noteFactorChange(trx, deps, { userId, author, action });
    return { status: true } as const;
  });
  if (!('code' in disabled)) await mailSecondFactorOff(deps, { to: email, by: null });
  return disabled;
}

export const replaceRecoveryCodes = (deps: Deps, person: Person): Promise<{ backupCodes: string[] } | RestRefusal> =>
  changeLocked(deps, person, true, async (trx) => {
    const { author } = person;
    const userId = author.person.id;
    const backupCodes = makeRecoveryCodes(deps.random);
    const recoveryCodes = hashesOf(deps.secrets, userId, backupCodes);
    await trx.updateTable('twoFactor').set({ recoveryCodes }).where('userId', '=', userId).execute();
    const { audit: action } = ROUTES['POST /api/auth/two-factor/generate-backup-codes'];
    await noteFactorChange(trx, deps, { userId, author, action });
    return { backupCodes };
  });
