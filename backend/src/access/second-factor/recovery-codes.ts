import { RECOVERY_CODES } from '@sign-display/contracts/rest/second-factor';
import type { Random } from '@sign-display/contracts/clock-and-random';

/** Recovery codes: ten characters of Crockford's base 32, which are 50 bits, in two groups of five. */

const CROCKFORD = '0123456789abcdefghjkmnpqrstvwxyz';
const LENGTH = 10;

const grouped = (code: string): string => `${code.slice(0, LENGTH / 2)}-${code.slice(LENGTH / 2)}`;

export function makeRecoveryCodes(random: Random): string[] {
  const codes = new Set<string>();
  while (codes.size < RECOVERY_CODES)
    codes.add(grouped(Array.from(random.bytes(LENGTH), (byte) => CROCKFORD[byte & 31]).join('')));
  return [...codes];
}

/** The code that a person meant by what they typed. Null if it has not the form of one. */
export function normalizeRecoveryCode(typed: string): string | null {
  const code = typed.toLowerCase().replace(/[\s-]/g, '').replaceAll('o', '0').replace(/[il]/g, '1');
  return /^[0-9a-hjkmnp-tv-z]{10}$/.test(code) ? grouped(code) : null;
}
