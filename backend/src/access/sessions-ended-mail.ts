import type { Language } from '@sign-display/contracts/languages';
import { renderLetter } from '../mail/mail-template.ts';
import type { Mail } from '../mail/message.ts';
import { mailWords } from './mail-words/words-for-language.ts';

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
export function sessionsEndedMail({ to, by, count, at, link }: EndedSessions, language: Language): Mail {
  const { words, quote } = mailWords(language);
  const { subject, text, action, notes } = words.sessionsEnded;
  const paragraphs = text(quote(by), count, words.time(at));
  return renderLetter({ to, subject, paragraphs, action: { text: action, url: link }, notes }, language);
}
