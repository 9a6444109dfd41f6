import { FIELD_MESSAGES } from './field-messages.ts';

/**
 * Which characters a name may hold. A name reaches mails, pushes, pages and logs that this service writes, so nobody may put a line of their own
 * there, turn the text around, or hide a part of it (Unicode Technical Report 36, sections 2.5 and 2.10; RFC 8264, section 9.13 and onwards).
 *
 * Allowed although they cannot be seen: the zero-width joiner and non-joiner and the variation selectors, without which names in Persian, Hindi,
 * Mongolian or with an emoji of several parts could not be written.
 */

/** Format characters, as the inside of a character class (flag `u`). */
const FORMAT_CHARACTERS = [
  // Soft hyphen, combining grapheme joiner.
  '\\u00ad\\u034f',
  // Marks, embeddings, overrides and isolates of direction.
  '\\u061c\\u200e\\u200f\\u202a-\\u202e\\u2066-\\u2069',
  // Fillers and spaces without a width; what is deprecated or invisible in mathematics and annotations.
  '\\u115f\\u1160\\u17b4\\u17b5\\u180e\\u200b\\u2060-\\u2065\\u206a-\\u206f\\u3164\\ufeff\\uffa0\\ufff0-\\ufffb',
  // Shorthand and musical controls, tags (a copy of ASCII that nobody sees) and what else is never shown.
  '\\u{1bca0}-\\u{1bca3}\\u{1d173}-\\u{1d17a}\\u{e0000}-\\u{e00ff}\\u{e01f0}-\\u{e0fff}',
].join('');

/** C0 and C1 controls, half surrogates, line and paragraph separators, and the format characters above. */
const REFUSED = `\\p{Cc}\\p{Cs}\\p{Zl}\\p{Zp}${FORMAT_CHARACTERS}`;
/** Allowed, but not to be seen by themselves: spaces, joiners, variation selectors, the empty braille cell. */
const BLANK = '\\p{Zs}\\u180b-\\u180d\\u180f\\u200c\\u200d\\u2800\\ufe00-\\ufe0f\\u{e0100}-\\u{e01ef}';

/** One line without misleading characters; may be empty. */
export const ONE_LINE_PATTERN = `^[^${REFUSED}]*$`;
/** The same, with at least one character that can be seen. No text takes it longer than its length: each part ends where the next begins. */
export const NAME_PATTERN = `^[${BLANK}]*[^${REFUSED}${BLANK}][^${REFUSED}]*$`;

/** What these patterns ask for, in words for a person. */
export const PATTERN_RULES: Readonly<Record<string, string>> = {
  [ONE_LINE_PATTERN]: FIELD_MESSAGES.oneLine,
  [NAME_PATTERN]: FIELD_MESSAGES.name,
};

const MISLEADING_RUN = new RegExp(`[\\s${REFUSED}]+`, 'gu');
const NO_SPACE = new RegExp(`[${FORMAT_CHARACTERS}]`, 'gu');

/** `text` as one line that says what it seems to say: for names and words from before they were refused. Pure. */
export const onOneLine = (text: string): string =>
  text.toWellFormed().replace(NO_SPACE, '').replace(MISLEADING_RUN, ' ').trim();

const BLANKS = /\p{Zs}+/gu;
/** Most texts: nothing in them has a second form. */
const PLAIN = /^[!-~]+(?: [!-~]+)*$/;

/**
 * `text` in the one form of all texts that people read as the same: composed letters (Unicode NFC), each run of blanks of any kind as one space, none at
 * the ends. Names and places are stored so, and searched so. Pure.
 */
export const asRead = (text: string): string =>
  PLAIN.test(text) ? text : text.normalize('NFC').replace(BLANKS, ' ').replace(/^ | $/g, '');
