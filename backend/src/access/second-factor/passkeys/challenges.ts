import { createHash, createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import type { Ports } from '@sign-display/contracts/clock-and-random';

/**
 * Challenges for authenticators. A challenge holds a nonce, its end and an HMAC with a key of AUTH_SECRET, and nothing is stored when it is made: a stranger
 * who asks for one writes no row. The transaction that accepts an answer stores the challenge's hash (`usePasskeyChallenge`), so that each works once.
 */

/** An authenticator has so long to answer. */
export const PASSKEY_CHALLENGE_TTL_MS = 10 * 60 * 1_000;

const NONCE_BYTES = 16;
const END_BYTES = 6;
const MAC_BYTES = 32;
const SIGNED_BYTES = NONCE_BYTES + END_BYTES;

/** What an answered challenge was for: signing in, or adding a passkey in one session of one person. */
export type ChallengePurpose = 'sign-in' | { userId: string; sessionId: string };

export interface AnsweredChallenge {
  hash: string;
  expiresAt: Date;
}

const bindingOf = (purpose: ChallengePurpose): string =>
  purpose === 'sign-in' ? purpose : `add:${purpose.userId}:${purpose.sessionId}`;

export function createChallenges(authSecret: string, { clock, random }: Ports) {
  const key = Buffer.from(hkdfSync('sha256', authSecret, '', 'sign-display challenges of passkeys', 32));
  const macOf = (signed: Uint8Array, purpose: ChallengePurpose): Buffer =>
    createHmac('sha256', key).update(signed).update(bindingOf(purpose)).digest();

  return {
    /** In base64url, for `PASSKEY_CHALLENGE_TTL_MS`. */
    make(purpose: ChallengePurpose): string {
      const end = Buffer.alloc(END_BYTES);
      end.writeUIntBE(clock.now() + PASSKEY_CHALLENGE_TTL_MS, 0, END_BYTES);
      const signed = Buffer.concat([random.bytes(NONCE_BYTES), end]);
      return Buffer.concat([signed, macOf(signed, purpose)]).toString('base64url');
    },
    /** Null if the challenge was made for something else or with another AUTH_SECRET, or has expired. */
    read(challenge: string, purpose: ChallengePurpose): AnsweredChallenge | null {
      const bytes = Buffer.from(challenge, 'base64url');
      if (bytes.length !== SIGNED_BYTES + MAC_BYTES) return null;
      const signed = bytes.subarray(0, SIGNED_BYTES);
      if (!timingSafeEqual(bytes.subarray(SIGNED_BYTES), macOf(signed, purpose))) return null;
      const expiresAtMs = signed.readUIntBE(NONCE_BYTES, END_BYTES);
      if (expiresAtMs <= clock.now()) return null;
      return { hash: createHash('sha256').update(bytes).digest('base64url'), expiresAt: new Date(expiresAtMs) };
    },
  };
}

export type Challenges = ReturnType<typeof createChallenges>;
