import { makeUuidV7 } from '@sign-display/contracts/identifier-generation';
import { PASSKEYS_MOST } from '@sign-display/contracts/passkey-limits';
import type { Passkey } from '@sign-display/contracts/rest/passkeys';
import { ROUTES } from '@sign-display/contracts/routes';
import type { Db, ServiceDeps, Trx } from '../../../db/database-types.ts';
import type { RestRefusal } from '../../../http/problem.ts';
import type { Caller } from '../../../http/router.ts';
import { MFA_REQUIRED } from '../../role-checks.ts';
import { isFactorOn, lockFactor, noteFactorChange, readSession } from '../factor-repository.ts';
import type { Person } from '../factor-settings.ts';
import type { FactorMailDeps } from '../second-factor-off-mail.ts';
import { mailPasskeyAdded } from './passkey-added-mail.ts';
import {
  countPasskeys,
  deletePasskey,
  insertPasskey,
  usePasskeyChallenge,
  viewPasskey,
} from './passkeys-repository.ts';
import type { NewCredential } from './verify-credential.ts';

/** What a signed-in person changes of their own passkeys (details 64). */

const NO_FACTOR: RestRefusal = {
  code: 'conflict',
  detail: 'Two-step sign-in is off. Turn it on before you add a passkey.',
};
const TOO_MANY: RestRefusal = {
  code: 'quota_exceeded',
  detail: `An account can have ${PASSKEYS_MOST} passkeys. Remove one that is no longer used.`,
};
const STORED_ALREADY: RestRefusal = { code: 'conflict', detail: 'This passkey is already stored. Use another one.' };

const WRONG_TEXT = 'This passkey could not be added, because the request has expired or was changed. Try again.';
export const WRONG_REGISTRATION: RestRefusal = {
  code: 'validation_failed',
  detail: WRONG_TEXT,
  errors: [{ path: '/response', message: WRONG_TEXT }],
};

/** Why the person can't add a passkey now; null if they can. Pure. */
export function refuseAdding({ isOn, mfa, count }: { isOn: boolean; mfa: boolean; count: number }): RestRefusal | null {
  if (!isOn) return NO_FACTOR;
  if (!mfa) return MFA_REQUIRED;
  return count >= PASSKEYS_MOST ? TOO_MANY : null;
}

/** The same before the answer of the authenticator is asked for or checked, without a lock. */
export const refuseAddingNow = async (db: Db, { userId, mfa }: Caller): Promise<RestRefusal | null> =>
  refuseAdding({ isOn: await isFactorOn(db, userId), mfa, count: await countPasskeys(db, userId) });

/** Runs `change` under the person's lock, with the session as it is then. */
async function changeLocked<Result>(
  deps: ServiceDeps,
  { author, sessionId }: Person,
  change: (trx: Trx, now: { isOn: boolean; mfa: boolean }) => Promise<Result>,
): Promise<Result | RestRefusal> {
  return await deps.db.transaction().execute(async (trx) => {
    const factor = await lockFactor(trx, author.person.id);
    const session = await readSession(trx, sessionId);
    if (!factor || !session) return { code: 'unauthenticated' };
    return await change(trx, { isOn: factor.isOn, mfa: session.mfa });
  });
}

interface AddedPasskey {
  name: string;
  transports: string[];
  credential: NewCredential;
}

const storePasskey = (
  deps: ServiceDeps,
  person: Person,
  { name, transports, credential }: AddedPasskey,
): Promise<Passkey | RestRefusal> =>
  changeLocked(deps, person, async (trx, { isOn, mfa }) => {
    const { author } = person;
    const userId = author.person.id;
    const refused = refuseAdding({ isOn, mfa, count: await countPasskeys(trx, userId) });
    if (refused) return refused;
    const { challenge, credentialId, counter, backedUp } = credential;
    if (!(await usePasskeyChallenge(trx, challenge))) return WRONG_REGISTRATION;
    const row = {
      id: makeUuidV7(deps.clock, deps.random),
      userId,
      credentialId,
      publicKey: Buffer.from(credential.publicKey),
      counter,
      transports,
      name,
      createdAt: new Date(deps.clock.now()),
      lastUsedAt: null,
      backedUp,
    };
    if (!(await insertPasskey(trx, row))) return STORED_ALREADY;
    const { audit: action } = ROUTES['POST /api/auth/passkey/verify-registration'];
    await noteFactorChange(trx, deps, { userId, author, action });
    return viewPasskey(row);
  });

/** Stores the passkey, if it may still be added. The person gets a mail. */
export async function addPasskey(
  deps: ServiceDeps & FactorMailDeps,
  person: Person,
  asked: AddedPasskey,
): Promise<Passkey | RestRefusal> {
  const added = await storePasskey(deps, person, asked);
  if (!('code' in added)) await mailPasskeyAdded(deps, { to: person.author.person.email, name: added.name });
  return added;
}

export const removePasskey = (deps: ServiceDeps, person: Person, id: string): Promise<{ status: true } | RestRefusal> =>
  changeLocked<{ status: true } | RestRefusal>(deps, person, async (trx, { isOn, mfa }) => {
    const { author } = person;
    const userId = author.person.id;
    // Where it is off, there is no passkey to remove.
    if (isOn && !mfa) return MFA_REQUIRED;
    if (!(await deletePasskey(trx, userId, id))) return { code: 'not_found' };
    const { audit: action } = ROUTES['POST /api/auth/passkey/delete-passkey'];
    await noteFactorChange(trx, deps, { userId, author, action });
    return { status: true };
  });
