/**
 * What the service says of a field, as `errors[].message` of a problem has it: English, the rest of a sentence about the field, or a sentence of its own. Here, so
 * that pages can say the same in other languages; for a script of a page, so it imports nothing.
 */

const ONE_LINE = 'must be one line without control characters and invisible characters; type it again';
const ADVICE = 'Use several unrelated words, or let a password manager generate one.';

/** Of a password that is being chosen. */
export const PASSWORD_CHARACTERS_LEAST = 10;

export const FIELD_MESSAGES = {
  required: 'is required',
  oneLine: ONE_LINE,
  name: `${ONE_LINE}, with visible characters in it`,
  text: 'must be text, without the character NUL',
  email: 'must be an e-mail address',
  time: 'must be a time in UTC, like 2026-11-20T19:00:00.000Z',
  zone: 'must be the name of a time zone, like Europe/Vienna',
  id: 'must be an identifier: 36 characters, hex digits in lower case and dashes',
  wholeNumber: 'must be integer',
  number: 'must be number',
  unknownZone: 'is not a time zone of the IANA database',
  beforeStart: 'is before startsAt',
  passwordShort: `Use at least ${PASSWORD_CHARACTERS_LEAST} characters. ${ADVICE}`,
  passwordCommon: `This is one of the most common passwords, or very similar to one. ${ADVICE}`,
  passwordRepeated: `This password repeats the same few characters. ${ADVICE}`,
  passwordSequence: `This password is mostly consecutive letters, numbers or keys, such as abcd, 1234 or qwerty. ${ADVICE}`,
  passwordKnown: `This password contains your name, your e-mail address or your organization, which others know. ${ADVICE}`,
  passwordPrinted: 'This is the printed password. Choose one of your own.',
  /** The error of an end time in the past. */
  passed: 'has passed already',
  /** The details of `invalid_url`: the first that applies to a URL. */
  urlBlank: 'The address must not contain spaces, line ends or control characters.',
  urlForm: 'The URL must start with http:// or https://, as in https://example.com/menu.',
  urlUser: 'The address must not contain a user name or password.',
  urlHostless: 'The address must name a valid host and port.',
} as const;

/** The messages with a number or a host, which each expression captures. */
const WITH_VALUE = {
  tooShort: /^must not have fewer than (\d+) characters$/,
  tooLong: /^must not have more than (\d+) characters$/,
  least: /^must be >= (-?\d+(?:\.\d+)?)$/,
  most: /^must be <= (-?\d+(?:\.\d+)?)$/,
  urlHost: /^This organization does not allow pages from (\S+)\.$/,
  urlLinkLocal: /^(\S+) is a link-local or cloud metadata address\. .* add "[^"]*" to /,
  urlLinkLocalFirst: /^(\S+) is a link-local or cloud metadata address\. .* add \["\*", /,
  urlNoPage: /^(\S+) is a multicast or reserved address\. .* add "[^"]*" to /,
  urlNoPageFirst: /^(\S+) is a multicast or reserved address\. .* add \["\*", /,
  urlPrivate: /^(\S+) is on a private network\. .*: add "[^"]*" to /,
  /** Used if the organization's list is empty, because a list with only this host would exclude all others. */
  urlPrivateFirst: /^(\S+) is on a private network\. .*: add \["\*", /,
} as const;

export type FieldRule = keyof typeof FIELD_MESSAGES | keyof typeof WITH_VALUE;

/** Which rule a field does not keep, and the number or host that it asks for (`''` where none); null for what only the service's own words can say. Pure. */
export function readFieldMessage(message: string): { rule: FieldRule; value: string } | null {
  for (const [rule, known] of Object.entries(FIELD_MESSAGES))
    if (known === message) return { rule: rule as FieldRule, value: '' };
  for (const [rule, form] of Object.entries(WITH_VALUE)) {
    const found = form.exec(message);
    if (found) return { rule: rule as FieldRule, value: found[1]! };
  }
  return null;
}
