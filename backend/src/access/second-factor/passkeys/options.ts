import type { PasskeyCreationOptions, PasskeyRequestOptions } from '@sign-display/contracts/rest/passkeys';
import { PASSKEY_CHALLENGE_TTL_MS } from './challenges.ts';
import { userHandleOf } from './decisions.ts';
import type { RelyingParty } from './relying-party.ts';

/** The options with which a page asks the browser for a credential. Pure. */

/** EdDSA, ES256 and RS256, as COSE numbers them (RFC 9053): the algorithms of all authenticators in use. */
export const ES256 = -7;
export const ALGORITHMS = [-8, ES256, -257];

export const creationOptions = (
  { id, name }: RelyingParty,
  person: { id: string; name: string; email: string },
  { challenge, excluded }: { challenge: string; excluded: readonly string[] },
): PasskeyCreationOptions => ({
  rp: { id, name },
  user: { id: userHandleOf(person.id), name: person.email, displayName: person.name },
  challenge,
  pubKeyCredParams: ALGORITHMS.map((alg) => ({ type: 'public-key', alg })),
  timeout: PASSKEY_CHALLENGE_TTL_MS,
  excludeCredentials: excluded.map((credentialId) => ({ id: credentialId, type: 'public-key' })),
  authenticatorSelection: { residentKey: 'required', requireResidentKey: true, userVerification: 'required' },
  attestation: 'none',
});

export const requestOptions = ({ id }: RelyingParty, challenge: string): PasskeyRequestOptions => ({
  rpId: id,
  challenge,
  timeout: PASSKEY_CHALLENGE_TTL_MS,
  allowCredentials: [],
  userVerification: 'required',
});
