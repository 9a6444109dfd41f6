import { dictionary } from '@zxcvbn-ts/language-common';
import { FIELD_MESSAGES, PASSWORD_CHARACTERS_LEAST } from '@sign-display/contracts/field-messages';
import type { RestRefusal } from '../http/problem.ts';

/**
 * How good a new password must be (docs/decisions/0020-passwords-and-sessions.md): long enough, not among the common ones nor one of them in disguise,
 * and not made of what everybody knows of its owner (NIST SP 800-63B, section 3.1.1.2). Takes a millisecond for the longest password; a strength meter
 * such as zxcvbn took several hundred, on the event loop. Pure.
 */

/** Of those that are left without the words that everybody knows. */
const OWN_CHARACTERS_LEAST = 8;
const DIFFERENT_CHARACTERS_LEAST = 5;

/** Some 49,000, lower case: the most frequent of passwords that were stolen elsewhere (zxcvbn-ts, MIT). */
const COMMON: ReadonlySet<string> = new Set(dictionary['passwords-common'] as readonly string[]);

export const PASSWORD_RULES = {
  short: FIELD_MESSAGES.passwordShort,
  common: FIELD_MESSAGES.passwordCommon,
  repeated: FIELD_MESSAGES.passwordRepeated,
  sequence: FIELD_MESSAGES.passwordSequence,
  known: FIELD_MESSAGES.passwordKnown,
} as const;
type PasswordWeakness = keyof typeof PASSWORD_RULES;

const LEET: Record<string, string> = {
  '@': 'a',
  '4': 'a',
  '8': 'b',
  '3': 'e',
  '0': 'o',
  $: 's',
  '5': 's',
  '7': 't',
  '+': 't',
};
const unleet = (text: string, one: 'i' | 'l'): string =>
  text.replace(/[@483057$+]/g, (sign) => LEET[sign]!).replace(/[1!|]/g, one);

/** The word that a password hides: without what stands around it, and with letters in place of the signs that look like them. */
function disguised(text: string): string[] {
  const withoutEnd = text.replace(/[^\p{L}]+$/u, '');
  const words = [text, withoutEnd, withoutEnd.replace(/^[^\p{L}]+/u, '')];
  return words.flatMap((word) => [word, unleet(word, 'i'), unleet(word, 'l')]);
}

/** The shortest text that `text` repeats, perhaps cut at its end; itself where there is none. */
function unitOf(text: string): string {
  for (let length = 1; length <= text.length / 2; length += 1)
    if (text.startsWith(text.slice(length))) return text.slice(0, length);
  return text;
}

const ROWS = ['qwertyuiop', 'qwertzuiop', 'asdfghjkl', 'yxcvbnm', 'zxcvbnm', 'azertyuiop', '1234567890'];
const areNeighbours = (a: string, b: string): boolean =>
  Math.abs(a.codePointAt(0)! - b.codePointAt(0)!) <= 1 ||
  ROWS.some((row) => row.includes(a) && row.includes(b) && Math.abs(row.indexOf(a) - row.indexOf(b)) <= 1);

function isSequence(characters: readonly string[]): boolean {
  const steps = characters.slice(1).filter((character, index) => areNeighbours(characters[index]!, character));
  return steps.length > characters.length * 0.6;
}

/** Words of three letters and more that everybody knows: of the person and their organizations, and of this service. */
function knownWords(about: readonly string[]): string[] {
  const words = ['sign-display-service', ...about].flatMap(
    (text) => text.toLowerCase().match(/[\p{L}\p{N}]{3,}/gu) ?? [],
  );
  return [...new Set(words)].toSorted((a, b) => b.length - a.length);
}

function isOfKnownWords(text: string, about: readonly string[]): boolean {
  const rest = knownWords(about).reduce((left, word) => left.replaceAll(word, ' '), text);
  return rest !== text && (rest.match(/[\p{L}\p{N}]/gu) ?? []).length < OWN_CHARACTERS_LEAST;
}

/** Why `password` is too weak for somebody of whom others know `about` (e-mail address, name, organizations); null where it will do. */
export function weaknessOf(password: string, about: readonly string[] = []): PasswordWeakness | null {
  const text = password.normalize('NFKC').toLowerCase();
  const characters = Array.from(text);
  if (Array.from(password).length < PASSWORD_CHARACTERS_LEAST) return 'short';
  const unit = unitOf(text);
  if (disguised(text).some((word) => COMMON.has(word)) || COMMON.has(unit)) return 'common';
  if (unit.length < PASSWORD_CHARACTERS_LEAST || new Set(characters).size < DIFFERENT_CHARACTERS_LEAST)
    return 'repeated';
  if (isSequence(characters)) return 'sequence';
  return isOfKnownWords(text, about) ? 'known' : null;
}

/** `validation_failed` for a password that is too weak, in words; null where it will do. `path` is that of its field. */
export function refuseWeak(password: string, about: readonly string[], path: string): RestRefusal | null {
  const weakness = weaknessOf(password, about);
  if (weakness === null) return null;
  const message = PASSWORD_RULES[weakness];
  return { code: 'validation_failed', detail: message, errors: [{ path, message }] };
}
