import { PASSWORD_RESET_TTL_MS } from '@sign-display/contracts/rest/session';
import { renderLetter } from '../mail/mail-template.ts';
import type { Mail } from '../mail/message.ts';

/** What somebody reads who asked for another password. `link` works once, for an hour. */
export const passwordResetMail = ({ to, link }: { to: string; link: string }): Mail =>
  renderLetter({
    to,
    subject: 'A new password',
    paragraphs: [
      'Somebody, probably you, asked for a new password for this address.',
      'Choosing one signs you out everywhere. If it was not you, do nothing: your password stays as it is.',
    ],
    action: { text: 'Choose a new password', url: link },
    notes: [`The link works once, for ${PASSWORD_RESET_TTL_MS / 60_000} minutes.`],
  });
