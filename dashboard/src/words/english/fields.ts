import { PASSWORD_CHARACTERS_LEAST, type FieldRule } from '@sign-display/contracts/field-messages';
import { events } from './events.ts';

/** What is wrong with a field that somebody typed into: `field` is what the page calls it, `value` the number or the host that it asks for. */
export type FieldSayings = Record<FieldRule, (field: string, value: string) => string>;

const TAKE = 'Use several unrelated words, or let a password manager make one.';

export const fields: FieldSayings = {
  required: (field) => `“${field}” is missing.`,
  tooShort: (field, value) =>
    value === '1' ? `“${field}” is missing.` : `“${field}” needs at least ${value} characters.`,
  tooLong: (field, value) => `“${field}” holds at most ${value} characters.`,
  least: (field, value) => `“${field}” can’t be less than ${value}.`,
  most: (field, value) => `“${field}” can’t be more than ${value}.`,
  wholeNumber: (field) => `“${field}” takes a whole number.`,
  number: (field) => `“${field}” takes a number.`,
  text: (field) => `“${field}” contains a character that can’t be stored. Type it again.`,
  oneLine: (field) => `“${field}” takes one line without invisible characters. Type it again.`,
  name: (field) => `“${field}” needs visible characters, on one line and without invisible ones. Type it again.`,
  email: (field) => `“${field}” takes an address like name@example.com.`,
  time: (field) => `“${field}” takes a date and a time, in a year from 1000 to 2999.`,
  zone: (field) => `“${field}” takes a name like Europe/Vienna. Choose one from the list.`,
  unknownZone: (field) => `“${field}” is not a time zone that exists. Choose one from the list, such as Europe/Vienna.`,
  beforeStart: (field) => `“${field}” is before “${events.startsAt}”.`,
  id: (field) => `Unknown field “${field}”. Reload the page.`,
  passwordShort: () => `Use at least ${PASSWORD_CHARACTERS_LEAST} characters. ${TAKE}`,
  passwordCommon: () => `This is one of the passwords that are guessed first, or close to one. ${TAKE}`,
  passwordRepeated: () => `This repeats the same few characters. ${TAKE}`,
  passwordSequence: () => `This is a sequence of the alphabet, of numbers or of a keyboard. ${TAKE}`,
  passwordKnown: () => `This is made from your name, your address or your organization, which others know. ${TAKE}`,
  passed: () => 'This time has passed already.',
  urlBlank: (field) =>
    `“${field}” takes an address without spaces in it. Write %20 for a space, or copy the address again.`,
  urlForm: (field) => `“${field}” needs http:// or https:// before it.`,
  urlUser: (field) => `“${field}” takes an address without a user name or password in it.`,
  urlHostless: (field) => `“${field}” has no valid host or port. It takes an address like https://example.com/menu.`,
  urlHost: (_, value) => `Your organization doesn’t allow pages of ${value}.`,
  urlNoPage: (_, value) =>
    `${value} is a link-local, multicast or reserved address. No setting allows it for a sign in a browser tab. For other signs, an admin can add it to the organization’s setting allowedUrlHosts.`,
  urlNoPageFirst: (_, value) =>
    `${value} is a link-local, multicast or reserved address. No setting allows it for a sign in a browser tab. For other signs, an admin can add “*” (all public pages) and “${value}” to the organization’s setting allowedUrlHosts. “${value}” alone would shut out all other pages.`,
  urlPrivate: (_, value) =>
    `${value} is in a private network. An admin can allow it: add “${value}” to the organization’s setting allowedUrlHosts.`,
  urlPrivateFirst: (_, value) =>
    `${value} is in a private network. An admin can allow it: add “*” (all public pages) and “${value}” to the organization’s setting allowedUrlHosts. “${value}” alone would shut out all other pages.`,
};
