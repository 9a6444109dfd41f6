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
      `${inviter} has invited you to join the organization ${organization} with the role ${role}.`,
    action: 'Accept the invitation',
    notes: [
      'The link works once and expires after seven days.',
      'If you did not expect this invitation, you can ignore it.',
    ],
  },
  passwordReset: {
    subject: 'Set a new password',
    text: [
      'Someone, probably you, requested a new password for this address.',
      'When you choose a new password, you will be signed out everywhere. If you did not request a new password, ignore this e-mail. Your password then stays the same.',
    ],
    action: 'Choose a new password',
    notes: [`The link works once and expires after ${PASSWORD_RESET_TTL_MS / 60_000} minutes.`],
  },
  wrongPasswords: {
    subject: 'Wrong passwords for your account',
    text: (ip: string, time: string) => [
      `Someone entered ${WRONG_PASSWORDS.mailAt} wrong passwords in a row for this address. The last attempt came from ${ip} on ${time}.`,
      'Your password still works, and no one was signed in. Each further attempt increases the waiting time before the next one.',
      'If this was you and you forgot your password, choose a new one. If it was not you, you don’t need to do anything, unless you use the same password elsewhere.',
    ],
    action: 'Choose a new password',
    notes: ['This waiting time does not apply to IP addresses from which you signed in during the last 30 days.'],
  },
  sessionsEnded: {
    subject: 'An admin signed you out',
    text: (admin: string, count: number, time: string) => [
      count === 1
        ? `On ${time}, ${admin} signed you out on one of your devices.`
        : `On ${time}, ${admin} signed you out on ${count} of your devices.`,
      'Your password still works. If you do not know why this happened, ask the admin and choose a new password.',
    ],
    action: 'Open your account',
    notes: ['A browser that was signed out no longer receives notifications.'],
  },
  passkeyAdded: {
    subject: 'A passkey was added to your account',
    text: (passkey: string, time: string) => [
      `On ${time}, the passkey ${passkey} was added to your account. It opens your account without a password and without a code.`,
      'If this was not you, remove the passkey and choose a new password. A new password alone does not remove passkeys.',
    ],
    action: 'Open your passkeys',
    notes: ['Turning two-step sign-in off removes all passkeys.'],
  },
  secondFactorOff: {
    subject: 'Two-step sign-in was turned off',
    text: (time: string) => [
      `On ${time}, two-step sign-in was turned off for your account, any passkeys were removed, and all your other sessions ended.`,
      'Your password alone now opens your account. If this was not you, choose a new password and turn two-step sign-in on again.',
    ],
    action: 'Open your account',
    notes: ['A browser that was signed out no longer receives notifications.'],
  },
  secondFactorReset: {
    subject: 'Your two-step sign-in was reset',
    text: (systemOwner: string, time: string) => [
      `On ${time}, ${systemOwner} reset your two-step sign-in, which also removed any passkeys, and signed you out everywhere.`,
      'Your password alone now opens your account. If you did not ask for this, choose a new password. Then turn two-step sign-in on again.',
    ],
    action: 'Open your account',
    notes: ['A browser that was signed out no longer receives notifications.'],
  },
};

export type AccountMailWords = typeof english;
