import type { Random } from '@sign-display/contracts/clock-and-random';

/** Without the letters and digits that look alike, because a person reads it off a terminal. 32 of them: five bits each. */
const ALPHABET = 'abcdefghijkmnpqrstuvwxyz23456789';
const GROUPS = 4;
const GROUP_LENGTH = 5;

/** A password of 100 bits, as four groups of five characters. */
export function makePassword(random: Random): string {
  const characters = Array.from(random.bytes(GROUPS * GROUP_LENGTH), (byte) => ALPHABET[byte % ALPHABET.length]);
  return Array.from({ length: GROUPS }, (_, group) =>
    characters.slice(group * GROUP_LENGTH, (group + 1) * GROUP_LENGTH).join(''),
  ).join('-');
}
