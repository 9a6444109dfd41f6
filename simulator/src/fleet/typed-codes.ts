import type { Random } from '@sign-display/contracts/clock-and-random';
import type { Spelling } from '../plan/plan-types.ts';

/** `code` as a person with that spelling types it. The backend must read the same six characters (contract, section 1). */
export function typeCode(code: string, { lowerCase, separator, lookAlikes }: Spelling): string {
  const confused = lookAlikes ? code.replaceAll('0', 'O').replace('1', 'I').replaceAll('1', 'L') : code;
  const grouped = `${confused.slice(0, 3)}${separator}${confused.slice(3)}`;
  return lowerCase ? grouped.toLowerCase() : grouped;
}

const CROCKFORD = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** `code` with its last character replaced by the next of the alphabet. */
export function mistypeCode(code: string): string {
  const last = CROCKFORD.indexOf(code.slice(-1));
  return code.slice(0, -1) + CROCKFORD[(last + 1) % CROCKFORD.length]!;
}

/** A made-up code. It is the code of a real sign with a chance of one in 2^30 for each sign. */
export function inventCode(random: Random): string {
  return Array.from({ length: 6 }, () => CROCKFORD[Math.floor(random.float() * CROCKFORD.length)]!).join('');
}
