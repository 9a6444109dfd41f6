import type { Random } from '@sign-display/contracts/ports';
import type { Spelling } from '../plan/steps.ts';

/** `code` as that person types it: what the backend must read as the same six characters (contract, section 1). */
export function typeCode(code: string, { lowerCase, separator, lookAlikes }: Spelling): string {
  const confused = lookAlikes ? code.replaceAll('0', 'O').replace('1', 'I').replaceAll('1', 'L') : code;
  const grouped = `${confused.slice(0, 3)}${separator}${confused.slice(3)}`;
  return lowerCase ? grouped.toLowerCase() : grouped;
}

const CROCKFORD = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** `code` with its last character mistaken for the next. */
export function mistypeCode(code: string): string {
  const last = CROCKFORD.indexOf(code.slice(-1));
  return code.slice(0, -1) + CROCKFORD[(last + 1) % CROCKFORD.length]!;
}

/** Six characters that stand on no sign, as likely as not: one chance in 2^30 for each sign there is. */
export function inventCode(random: Random): string {
  return Array.from({ length: 6 }, () => CROCKFORD[Math.floor(random.float() * CROCKFORD.length)]!).join('');
}
