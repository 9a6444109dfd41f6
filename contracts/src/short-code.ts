import { sha256 } from './sha256.ts';

const CROCKFORD = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const SHORT_CODE = new RegExp(`^[${CROCKFORD}]{6}$`);

/**
 * The six characters under a sign's QR: the first 30 bits, big-endian, of SHA-256 over the 36-character `signId`, in Crockford's
 * base 32 (contract, section 1).
 */
export function deriveShortCode(signId: string): string {
  const digest = sha256(signId);
  const word = new DataView(digest.buffer).getUint32(0);
  let code = '';
  for (let shift = 27; shift >= 2; shift -= 5) code += CROCKFORD[(word >>> shift) & 31];
  return code;
}

/**
 * What a person typed, as the short code they meant: upper-cased, spaces and hyphens dropped, `O` read as zero, `I` and `L` as
 * one. Null if that is not six Crockford characters.
 */
export function normalizeShortCode(typed: string): string | null {
  const code = typed.toUpperCase().replace(/[\s-]/g, '').replaceAll('O', '0').replace(/[IL]/g, '1');
  return SHORT_CODE.test(code) ? code : null;
}
