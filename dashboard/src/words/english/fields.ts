import { PASSWORD_CHARACTERS_LEAST, type FieldRule } from '@sign-display/contracts/field-messages';
import { events } from './events.ts';

/** What is wrong with a field that somebody typed into: `field` is what the page calls it, `value` the number or the host that it asks for. */
export type FieldSayings = Record<FieldRule, (field: string, value: string) => string>;

const TAKE = 'Use several unrelated words, or let a password manager generate one.';

export const fields: FieldSayings = {
  required: (field) => `“${field}” is missing.`,
  tooShort: (field, value) =>
    value === '1' ? `“${field}” is missing.` : `“${field}” needs at least ${value} characters.`,
  tooLong: (field, value) => `“${field}” can have at most ${value} characters.`,
  least: (field, value) => `“${field}” can’t be less than ${value}.`,
  most: (field, value) => `“${field}” can’t be more than ${value}.`,
  wholeNumber: (field) => `“${field}” must be a whole number.`,
  number: (field) => `“${field}” must be a number.`,
  text: (field) => `“${field}” contains a character that can’t be stored. Type it again.`,
  oneLine: (field) => `“${field}” must be a single line without invisible characters. Type it again.`,
  name: (field) => `“${field}” must be a single line of visible characters. Type it again.`,
  email: (field) => `“${field}” must be an address like name@example.com.`,
  time: (field) => `“${field}” must be a date and a time between the years 1000 and 2999.`,
  zone: (field) => `“${field}” must be a name like Europe/Vienna. Choose one from the list.`,
  unknownZone: (field) => `“${field}” is not a valid time zone. Choose one from the list, such as Europe/Vienna.`,
  beforeStart: (field) => `“${field}” can’t be earlier than “${events.startsAt}”.`,
  id: (field) => `Unknown field “${field}”. Reload the page.`,
  passwordShort: () => `Use at least ${PASSWORD_CHARACTERS_LEAST} characters. ${TAKE}`,
  passwordCommon: () => `This is one of the most common passwords, or very similar to one. ${TAKE}`,
  passwordRepeated: () => `This password repeats the same few characters. ${TAKE}`,
  passwordSequence: () =>
    `This password is mostly consecutive letters, numbers or keys, such as abcd, 1234 or qwerty. ${TAKE}`,
  passwordKnown: () =>
    `This password contains your name, e-mail address or organization, which other people know. ${TAKE}`,
  passwordPrinted: () => 'This is the password that the service printed when it first started. Choose one of your own.',
  passed: () => 'This time is in the past.',
  urlBlank: (field) =>
    `“${field}” must be an address without spaces. Write %20 instead of a space, or copy the address again.`,
  urlForm: (field) => `“${field}” must start with http:// or https://.`,
  urlUser: (field) => `“${field}” must be an address without a user name or password.`,
  urlHostless: (field) => `“${field}” has no valid host or port. Use an address like https://example.com/menu.`,
  urlHost: (_, value) => `Your organization does not allow pages from ${value}.`,
  urlLinkLocal: (_, value) =>
    `${value} is a link-local or cloud metadata address. Signs in a browser tab can never show pages from this address. For other signs, an admin can add it to the organization’s setting allowedUrlHosts.`,
  urlLinkLocalFirst: (_, value) =>
    `${value} is a link-local or cloud metadata address. Signs in a browser tab can never show pages from this address. For other signs, an admin can add “*” (all public pages) and “${value}” to the organization’s setting allowedUrlHosts. “${value}” alone would block all other pages.`,
  urlNoPage: (_, value) =>
    `${value} is a multicast or reserved address. Signs in a browser tab can never show pages from this address. For other signs, an admin can add it to the organization’s setting allowedUrlHosts.`,
  urlNoPageFirst: (_, value) =>
    `${value} is a multicast or reserved address. Signs in a browser tab can never show pages from this address. For other signs, an admin can add “*” (all public pages) and “${value}” to the organization’s setting allowedUrlHosts. “${value}” alone would block all other pages.`,
  urlPrivate: (_, value) =>
    `${value} is in a private network. An admin can allow it by adding “${value}” to the organization’s setting allowedUrlHosts.`,
  urlPrivateFirst: (_, value) =>
    `${value} is in a private network. An admin can allow it by adding “*” (all public pages) and “${value}” to the organization’s setting allowedUrlHosts. “${value}” alone would block all other pages.`,
};
