import { createPublicKey } from 'node:crypto';

/**
 * Tells whether messages can be encrypted for this key, which must be an uncompressed point of P-256 (RFC 8291) in
 * base64url.
 */
export function isPointOfP256(p256dh: string): boolean {
  const point = Buffer.from(p256dh, 'base64url');
  if (point.length !== 65 || point[0] !== 4) return false;
  const x = point.toString('base64url', 1, 33);
  const y = point.toString('base64url', 33);
  try {
    createPublicKey({ key: { kty: 'EC', crv: 'P-256', x, y }, format: 'jwk' });
    return true;
  } catch {
    return false;
  }
}

/**
 * Tells whether messages can be encrypted for a browser with these keys (RFC 8291, 2.1 and 2.2: a point, and a secret
 * of 16 octets).
 */
export const canEncryptFor = ({ p256dh, auth }: { p256dh: string; auth: string }): boolean =>
  isPointOfP256(p256dh) && Buffer.from(auth, 'base64url').length >= 16;
