import { PASSWORD_CHARACTERS_LEAST, type FieldRule } from '@sign-display/contracts/field-messages';
import { events } from './events.ts';

/** What is wrong with a field that somebody typed into: `field` is what the page calls it, `value` the number or the host that it asks for. */
export type FieldSayings = Record<FieldRule, (field: string, value: string) => string>;

const TAKE = 'Take several unrelated words, or let a password manager make one.';

export const fields: FieldSayings = {
  required: (field) => `“${field}” is missing.`,
  tooShort: (field, value) =>
    value === '1' ? `“${field}” is missing.` : `“${field}” needs at least ${value} characters.`,
  tooLong: (field, value) => `“${field}” holds at most ${value} characters.`,
  least: (field, value) => `“${field}” can’t be less than ${value}.`,
  most: (field, value) => `“${field}” can’t be more than ${value}.`,
  wholeNumber: (field) => `“${field}” takes a whole number.`,
  number: (field) => `“${field}” takes a number.`,
  text: (field) => `“${field}” holds a character that can’t be kept. Type it anew.`,
  oneLine: (field) => `“${field}” takes one line without invisible characters. Type it anew.`,
  name: (field) => `“${field}” needs something to read, on one line and without invisible characters. Type it anew.`,
  email: (field) => `“${field}” takes an address as name@example.com.`,
  time: (field) => `“${field}” takes a date and a time, of a year from 1000 to 2999.`,
  zone: (field) => `“${field}” takes a name as Europe/Vienna. Take one of the list.`,
  unknownZone: (field) => `“${field}” names no zone that exists. Take one of the list, as Europe/Vienna.`,
  beforeStart: (field) => `“${field}” is before “${events.startsAt}”.`,
  id: (field) => `“${field}” isn’t known here. Load the page again.`,
  passwordShort: () => `Use at least ${PASSWORD_CHARACTERS_LEAST} characters. ${TAKE}`,
  passwordCommon: () => `This is one of the passwords that are guessed first, or one with a little around it. ${TAKE}`,
  passwordRepeated: () => `This repeats the same few characters. ${TAKE}`,
  passwordSequence: () => `This is a sequence of the alphabet, of numbers or of a keyboard. ${TAKE}`,
  passwordKnown: () => `This is made of a name, an address or an organization that others know of you. ${TAKE}`,
  passed: () => 'This time has passed already.',
  urlBlank: (field) =>
    `“${field}” takes an address without blanks in it. Write %20 for a blank, or copy the address anew.`,
  urlForm: (field) => `“${field}” needs http:// or https:// before it.`,
  urlUser: (field) => `“${field}” takes an address without a user name or password in it.`,
  urlHostless: (field) =>
    `“${field}” names no host or port that can be. It takes an address as https://example.com/menu.`,
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
