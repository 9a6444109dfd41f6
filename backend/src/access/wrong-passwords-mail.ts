import { WRONG_PASSWORDS } from '@sign-display/contracts/limits';
import { renderLetter } from '../mail/mail-template.ts';
import type { Mail } from '../mail/message.ts';

/** Warns a person that somebody tries passwords for their account. `link` leads to where another password can be asked for. */
export const wrongPasswordsMail = ({ to, ip, at, link }: { to: string; ip: string; at: Date; link: string }): Mail =>
  renderLetter({
    to,
    subject: 'Wrong passwords for your account',
    paragraphs: [
      `Someone entered ${WRONG_PASSWORDS.mailAt} wrong passwords in a row for this address. The last attempt came from ${ip} on ${at.toUTCString()}.`,
      'Your password still works, and no one was signed in. The waiting time increases with each further attempt.',
      'If this was you and you forgot your password, choose a new one. If it was not you, you don’t need to do anything, unless you use the same password elsewhere.',
    ],
    action: { text: 'Choose a new password', url: link },
    notes: ['This waiting time does not apply to addresses from which you signed in during the last 30 days.'],
  });
