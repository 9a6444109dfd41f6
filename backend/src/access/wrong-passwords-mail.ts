import type { Language } from '@sign-display/contracts/languages';
import { renderLetter } from '../mail/mail-template.ts';
import type { Mail } from '../mail/message.ts';
import { mailWords } from './mail-words/words-for-language.ts';

interface WrongPasswords {
  to: string;
  ip: string;
  at: Date;
  /** Where another password can be asked for. */
  link: string;
}

/** Warns a person that somebody tries passwords for their account. */
export function wrongPasswordsMail({ to, ip, at, link }: WrongPasswords, language: Language): Mail {
  const { words } = mailWords(language);
  const { subject, text, action, notes } = words.wrongPasswords;
  const paragraphs = text(ip, words.time(at));
  return renderLetter({ to, subject, paragraphs, action: { text: action, url: link }, notes }, language);
}
