import { renderLetter } from '../mail/mail-template.ts';
import type { Mail } from '../mail/message.ts';
import { quoted } from '../mail/mail-name-sanitizer.ts';

/** What an invited person reads. `link` is good once, for seven days (contract, section 3). */
export function invitationMail(details: {
  to: string;
  organization: string;
  inviter: string;
  role: string;
  link: string;
}): Mail {
  const { to, organization, inviter, role, link } = details;
  return renderLetter({
    to,
    subject: `Invitation to ${quoted(organization)}`,
    paragraphs: [`${quoted(inviter)} invites you to the organization ${quoted(organization)} as ${role}.`],
    action: { text: 'Accept the invitation', url: link },
    notes: [
      'The link works once and expires after seven days.',
      'If you did not expect this invitation, you can ignore it.',
    ],
  });
}
