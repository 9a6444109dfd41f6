import { PASSWORD_RESET_TTL_MS } from '@sign-display/contracts/rest/session';
import type { Mail } from '../mail/message.ts';

/** What somebody reads who asked for another password. `link` works once, for an hour. */
export function passwordResetMail({ to, link }: { to: string; link: string }): Mail {
  const text = [
    'Somebody, probably you, asked for another password for this address.',
    '',
    `Open this link to choose one. It works once, for ${PASSWORD_RESET_TTL_MS / 60_000} minutes:`,
    '',
    link,
    '',
    'It signs you out everywhere. If it was not you, do nothing: your password stays as it is.',
    '',
  ];
  return { to, subject: 'Another password', text: text.join('\n') };
}
