import { renderLetter } from '../mail/mail-template.ts';
import { quoted } from '../mail/mail-name-sanitizer.ts';
import type { Mail } from '../mail/message.ts';

interface EndedSessions {
  to: string;
  /** The admin's name. */
  by: string;
  count: number;
  at: Date;
  /** The page of the person's account. */
  link: string;
}

/** Tells a person that an admin signed them out. */
export function sessionsEndedMail({ to, by, count, at, link }: EndedSessions): Mail {
  const what = count === 1 ? 'one of your devices' : `${count} of your devices`;
  return renderLetter({
    to,
    subject: 'An admin signed you out',
    paragraphs: [
      `${quoted(by)} signed you out on ${what}, on ${at.toUTCString()}.`,
      'Your password still works. If you do not know why this happened, ask the admin, and choose another password.',
    ],
    action: { text: 'Open your account', url: link },
    notes: ['Messages to a browser where you were signed out also end.'],
  });
}
