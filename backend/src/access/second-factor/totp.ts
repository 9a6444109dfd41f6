import { createHmac, timingSafeEqual } from 'node:crypto';

/** Codes by time (TOTP, RFC 6238): HMAC-SHA1, steps of 30 s since 1970, six digits, as every authenticator app computes them. Pure. */

export const STEP_MS = 30_000;
/** 160 bits, as RFC 4226 recommends. */
export const SECRET_BYTES = 20;
const DIGITS = 6;
const ISSUER = 'Sign Display Service';
const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

export const stepAt = (nowMs: number): number => Math.floor(nowMs / STEP_MS);

/** The code of a step (RFC 4226, 5.3). */
export function totpCode(secret: Uint8Array, step: number, digits = DIGITS): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const mac = createHmac('sha1', secret).update(counter).digest();
  const offset = mac.at(-1)! & 0x0f;
  const number = mac.readUInt32BE(offset) & 0x7fff_ffff;
  return String(number % 10 ** digits).padStart(digits, '0');
}

/** The steps whose code this is, of the present one and its two neighbours: a phone's clock may be off by a step (details 68). */
export function stepsOf(secret: Uint8Array, code: string, nowMs: number): number[] {
  const now = stepAt(nowMs);
  const given = Buffer.from(code);
  return [now - 1, now, now + 1].filter((step) => {
    const expected = Buffer.from(step < 0 ? '' : totpCode(secret, step));
    return expected.length === given.length && timingSafeEqual(expected, given);
  });
}

/** RFC 4648 without padding, as apps expect it. */
export function base32(bytes: Uint8Array): string {
  let text = '';
  let [bits, count] = [0, 0];
  for (const byte of bytes) {
    bits = ((bits << 8) | byte) & 0xfff;
    count += 8;
    for (; count >= 5; count -= 5) text += BASE32[(bits >>> (count - 5)) & 31];
  }
  return count === 0 ? text : text + BASE32[(bits << (5 - count)) & 31];
}

/** The content of the QR code that an authenticator app scans. */
export function totpUri(secret: Uint8Array, email: string): string {
  const issuer = encodeURIComponent(ISSUER);
  return `otpauth://totp/${issuer}:${encodeURIComponent(email)}?secret=${base32(secret)}&issuer=${issuer}&algorithm=SHA1&digits=${DIGITS}&period=${STEP_MS / 1_000}`;
}
