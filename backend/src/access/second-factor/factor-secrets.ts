import { createCipheriv, createDecipheriv, createHmac, hkdfSync } from 'node:crypto';
import type { Random } from '@sign-display/contracts/clock-and-random';

/**
 * How the database has the second factor of a person: nobody who reads it (a backup) can make a code. Both keys come from AUTH_SECRET, and both forms are
 * bound to the person, so that a row that was copied to another account is of no use there.
 */

const CIPHER = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

export function createFactorSecrets(authSecret: string, random: Random) {
  const keyFor = (use: string): Buffer => Buffer.from(hkdfSync('sha256', authSecret, '', `sign-display ${use}`, 32));
  const sealingKey = keyFor('secrets of second factors');
  const hashingKey = keyFor('recovery codes');

  return {
    /** Nonce, ciphertext and tag, in base64. */
    seal(userId: string, secret: Uint8Array): string {
      const nonce = random.bytes(NONCE_BYTES);
      const cipher = createCipheriv(CIPHER, sealingKey, nonce).setAAD(Buffer.from(userId));
      return Buffer.concat([nonce, cipher.update(secret), cipher.final(), cipher.getAuthTag()]).toString('base64');
    },
    /** Null if it was sealed for somebody else or with another AUTH_SECRET. */
    open(userId: string, sealed: string): Buffer | null {
      const bytes = Buffer.from(sealed, 'base64');
      if (bytes.length <= NONCE_BYTES + TAG_BYTES) return null;
      const decipher = createDecipheriv(CIPHER, sealingKey, bytes.subarray(0, NONCE_BYTES));
      decipher.setAAD(Buffer.from(userId)).setAuthTag(bytes.subarray(-TAG_BYTES));
      try {
        return Buffer.concat([decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES)), decipher.final()]);
      } catch {
        return null;
      }
    },
    hashOfRecoveryCode: (userId: string, code: string): string =>
      createHmac('sha256', hashingKey).update(`${userId} ${code}`).digest('base64'),
  };
}

export type FactorSecrets = ReturnType<typeof createFactorSecrets>;
