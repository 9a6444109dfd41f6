import type { Language } from '@sign-display/contracts/languages';
import { renderLetter } from '../mail/mail-template.ts';
import type { Mail } from '../mail/message.ts';
import { mailWords } from './mail-words/words-for-language.ts';

/** What somebody reads who asked for another password. `link` works once, for an hour. */
export function passwordResetMail({ to, link }: { to: string; link: string }, language: Language): Mail {
  const { subject, text, action, notes } = mailWords(language).words.passwordReset;
  return renderLetter({ to, subject, paragraphs: text, action: { text: action, url: link }, notes }, language);
}
