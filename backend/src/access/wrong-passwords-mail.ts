import { WRONG_PASSWORDS } from '@sign-display/contracts/limits';
import { renderLetter } from '../mail/mail-template.ts';
import type { Mail } from '../mail/message.ts';

/** Warns a person that somebody tries passwords for their account. `link` leads to where another password can be asked for. */
export const wrongPasswordsMail = ({ to, ip, at, link }: { to: string; ip: string; at: Date; link: string }): Mail =>
  renderLetter({
    to,
    subject: 'Wrong passwords for your account',
    paragraphs: [
      `Somebody entered ${WRONG_PASSWORDS.mailAt} wrong passwords in a row for this address. The last attempt came from ${ip} on ${at.toUTCString()}.`,
      'Your password still works, and nobody was signed in. The next attempts have to wait longer and longer.',
      'If it was you and you do not remember your password, choose another one. If it was not you, nothing is to be done as long as your password is used nowhere else.',
    ],
    action: { text: 'Choose another password', url: link },
    notes: ['Addresses from which you signed in during the last 30 days do not have to wait because of others.'],
  });
