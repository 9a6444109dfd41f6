import type { Mail } from '../mail/message.ts';
import { quoted } from '../mail/names-in-mails.ts';

/** What an invited person reads. `link` is good once, for seven days (contract, section 3). */
export function invitationMail(details: {
  to: string;
  organization: string;
  inviter: string;
  role: string;
  link: string;
}): Mail {
  const { to, organization, inviter, role, link } = details;
  const text = [
    `${quoted(inviter)} invites you to the organization ${quoted(organization)}, as ${role}.`,
    '',
    'Open this link to accept. It works once, for seven days:',
    '',
    link,
    '',
    'If you did not expect this, do nothing.',
    '',
  ];
  return { to, subject: `Invitation to ${quoted(organization)}`, text: text.join('\n') };
}
