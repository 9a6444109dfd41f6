import { WRONG_PASSWORDS } from '@sign-display/contracts/limits';
import { PASSWORD_RESET_TTL_MS } from '@sign-display/contracts/rest/session';
import type { Role } from '@sign-display/contracts/roles';

/** The words of mails about accounts. Names come quoted, and without anything that a mail program shows as a link. */
export const english = {
  quotes: ['“', '”'],
  time: (at: Date): string =>
    `${at.toLocaleString('en-GB', { timeZone: 'UTC', dateStyle: 'long', timeStyle: 'short' })} (UTC)`,
  invitation: {
    subject: (organization: string) => `Invitation to ${organization}`,
    text: (inviter: string, organization: string, role: Role) =>
      `${inviter} invites you to the organization ${organization}, as ${role}.`,
    action: 'Accept the invitation',
    notes: ['The link works once, for seven days.', 'If you did not expect this, do nothing.'],
  },
  passwordReset: {
    subject: 'A new password',
    text: [
      'Somebody, probably you, asked for a new password for this address.',
      'Choosing one signs you out everywhere. If it was not you, do nothing: your password stays as it is.',
    ],
    action: 'Choose a new password',
    notes: [`The link works once, for ${PASSWORD_RESET_TTL_MS / 60_000} minutes.`],
  },
  wrongPasswords: {
    subject: 'Wrong passwords for your account',
    text: (ip: string, time: string) => [
      `Somebody entered ${WRONG_PASSWORDS.mailAt} wrong passwords in a row for this address. The last attempt came from ${ip} on ${time}.`,
      'Your password still works, and nobody was signed in. The next attempts have to wait longer and longer.',
      'If it was you and you do not remember your password, choose another one. If it was not you, nothing is to be done as long as your password is used nowhere else.',
    ],
    action: 'Choose another password',
    notes: ['Addresses from which you signed in during the last 30 days do not have to wait because of others.'],
  },
  sessionsEnded: {
    subject: 'An admin signed you out',
    text: (admin: string, count: number, time: string) => [
      count === 1
        ? `${admin} signed you out on one of your devices, on ${time}.`
        : `${admin} signed you out on ${count} of your devices, on ${time}.`,
      'Your password still works. If you do not know why this happened, ask the admin, and choose another password.',
    ],
    action: 'Open your account',
    notes: ['A browser where you were signed out gets no notifications any more.'],
  },
};

export type AccountMailWords = typeof english;
