import { PASSWORD_RESET_TTL_MS } from '@sign-display/contracts/rest/session';
import { renderLetter } from '../mail/mail-template.ts';
import type { Mail } from '../mail/message.ts';

/** What somebody reads who asked for another password. `link` works once, for an hour. */
export const passwordResetMail = ({ to, link }: { to: string; link: string }): Mail =>
  renderLetter({
    to,
    subject: 'Set a new password',
    paragraphs: [
      'Someone, probably you, requested a new password for this address.',
      'When you choose a new password, you are signed out everywhere. If you did not request this, ignore this mail. Your password stays the same.',
    ],
    action: { text: 'Choose a new password', url: link },
    notes: [`The link works once and expires after ${PASSWORD_RESET_TTL_MS / 60_000} minutes.`],
  });
