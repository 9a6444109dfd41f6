import type { AuthenticationCredential, RegistrationCredential } from '@sign-display/contracts/rest/passkeys';
import { verifyAuthenticationResponse, verifyRegistrationResponse } from '@simplewebauthn/server';
import {
  decodeAttestationObject,
  decodeClientDataJSON,
  decodeCredentialPublicKey,
  isoBase64URL,
  isoCBOR,
} from '@simplewebauthn/server/helpers';
import type { AnsweredChallenge, ChallengePurpose, Challenges } from './challenges.ts';
import { isDerSignature } from './decisions.ts';
import { ALGORITHMS, ES256 } from './options.ts';
import type { RelyingParty } from './relying-party.ts';

/**
 * Checks an authenticator's signed response with SimpleWebAuthn, which throws if the response is invalid (Web Authentication, level 3, sections 7.1 and
 * 7.2). The counter is compared later, under the person's lock (`isCounterLater`).
 */

export interface Expected {
  rp: RelyingParty;
  challenges: Challenges;
  purpose: ChallengePurpose;
}

/** The key of the algorithm in a COSE key (RFC 9052, 7.1). */
const ALGORITHM_KEY = 3;

/** Why a credential is refused, for the log. `err`: what the library threw, with its stack. */
export interface WrongCredential {
  reason: string;
  err?: Error;
}

/** Characters of a message in the log: the client's data can be part of it. */
const REASON_LENGTH = 200;

function wrongBecauseOf({ name, message, stack = '' }: Error): WrongCredential {
  const reason = message.slice(0, REASON_LENGTH);
  const err = Object.assign(new Error(reason), { name, stack: stack.replace(message, () => reason) });
  return { reason, err };
}

export interface NewCredential {
  challenge: AnsweredChallenge;
  credentialId: string;
  publicKey: Uint8Array<ArrayBuffer>;
  counter: number;
  backedUp: boolean;
}

export interface Assertion {
  challenge: AnsweredChallenge;
  counter: number;
  backedUp: boolean;
}

interface Checked<Verified> {
  credential: RegistrationCredential | AuthenticationCredential;
  expected: Expected;
  /** Undefined if the signature is wrong. Throws for everything else that is wrong. */
  verify(expectedChallenge: (challenge: string) => boolean): Promise<Verified | undefined>;
}

async function check<Verified>({
  credential,
  expected: { challenges, purpose },
  verify,
}: Checked<Verified>): Promise<(Verified & { challenge: AnsweredChallenge }) | WrongCredential> {
  let answered: AnsweredChallenge | null = null;
  try {
    // No page of the service is inside a page of another origin.
    if (decodeClientDataJSON(credential.response.clientDataJSON).crossOrigin === true)
      return { reason: 'used inside a page of another origin' };
    const verified = await verify((challenge) => (answered = challenges.read(challenge, purpose)) !== null);
    if (!verified || answered === null) return { reason: 'wrong signature' };
    return { ...verified, challenge: answered };
  } catch (error) {
    return wrongBecauseOf(error as Error);
  }
}

/**
 * The same attestation object without a statement of the manufacturer. The service asks for none, and reads none: the certificates of one name URLs that
 * SimpleWebAuthn would fetch.
 */
function withoutStatement(attestationObject: string): string {
  const authData = decodeAttestationObject(isoBase64URL.toBuffer(attestationObject)).get('authData');
  const entries: [string, unknown][] = [
    ['fmt', 'none'],
    ['attStmt', new Map()],
    ['authData', authData],
  ];
  return isoBase64URL.fromBuffer(isoCBOR.encode(new Map(entries) as never));
}

export const verifyRegistration = (
  credential: RegistrationCredential,
  expected: Expected,
): Promise<NewCredential | WrongCredential> =>
  check({
    credential,
    expected,
    async verify(expectedChallenge) {
      const { clientDataJSON, attestationObject } = credential.response;
      const { verified, registrationInfo } = await verifyRegistrationResponse({
        response: {
          id: credential.id,
          rawId: credential.rawId,
          type: credential.type,
          clientExtensionResults: {},
          response: { clientDataJSON, attestationObject: withoutStatement(attestationObject) },
        },
        expectedChallenge,
        expectedOrigin: expected.rp.origin,
        expectedRPID: expected.rp.id,
        requireUserVerification: true,
        supportedAlgorithmIDs: ALGORITHMS,
      });
      if (!verified) return undefined;
      const { id: credentialId, publicKey, counter } = registrationInfo.credential;
      if (credentialId !== credential.id) throw new Error('the credential has another identifier');
      return { credentialId, publicKey, counter, backedUp: registrationInfo.credentialBackedUp };
    },
  });

export const verifyAssertion = (
  credential: AuthenticationCredential,
  publicKey: Uint8Array<ArrayBuffer>,
  expected: Expected,
): Promise<Assertion | WrongCredential> =>
  check({
    credential,
    expected,
    async verify(expectedChallenge) {
      const { id, rawId, type, response } = credential;
      const isEcdsa = decodeCredentialPublicKey(publicKey).get(ALGORITHM_KEY) === ES256;
      if (isEcdsa && !isDerSignature(isoBase64URL.toBuffer(response.signature))) return undefined;
      const { verified, authenticationInfo } = await verifyAuthenticationResponse({
        response: { id, rawId, type, clientExtensionResults: {}, response },
        expectedChallenge,
        expectedOrigin: expected.rp.origin,
        expectedRPID: expected.rp.id,
        requireUserVerification: true,
        credential: { id, publicKey, counter: 0 },
      });
      if (!verified) return undefined;
      return { counter: authenticationInfo.newCounter, backedUp: authenticationInfo.credentialBackedUp };
    },
  });
